// The one name that a plugin's library exports: plain data, compared before any C++ call.
#pragma once

#include <cstdint>

namespace rif {

class Arguments;
class Component;

/// Raised with every change of framework/api that a built plugin would notice (share/doc/MIGRATION.md).
constexpr std::uint32_t k_api_version = 1;
constexpr char k_card_magic[8] = {'r', 'i', 'f', 'c', 'a', 'r', 'd', '\0'};

/// Field order is fixed for ever; new fields come last and `size` tells.
struct PluginCard {
    char magic[8];
    std::uint32_t size;  // sizeof(PluginCard) where the plugin was built
    std::uint32_t api;
    const char* build_tag;  // "gcc,cxx11abi=1" and ",torch=1.13.1" where it links torch
    const char* role;
    const char* name;
    const char* manifest;                  // manifest.toml, byte for byte
    Component* (*make)(const Arguments&);  // the caller owns what it returns
};

}  // namespace rif
