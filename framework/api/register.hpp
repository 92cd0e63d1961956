// The entry macro: RIF_PLUGIN(Class) is the last line of a plugin.
#pragma once

#include <rif/api/arguments.hpp>
#include <rif/api/build_tag.hpp>
#include <rif/api/plugin_card.hpp>

// rif_plugin() of CMake defines RIF_PLUGIN_ROLE, RIF_PLUGIN_NAME and links the manifest in as this symbol.
extern "C" const char rif_manifest[];

#define RIF_PLUGIN(Class)                                                               \
    extern "C" __attribute__((visibility("default"))) const ::rif::PluginCard rif_card; \
    const ::rif::PluginCard rif_card = {{'r', 'i', 'f', 'c', 'a', 'r', 'd', '\0'},      \
                                        sizeof(::rif::PluginCard),                      \
                                        ::rif::k_api_version,                           \
                                        RIF_BUILD_TAG_PLAIN RIF_TORCH_TAG,              \
                                        RIF_PLUGIN_ROLE,                                \
                                        RIF_PLUGIN_NAME,                                \
                                        rif_manifest,                                   \
                                        [](const ::rif::Arguments& arguments) -> ::rif::Component* { return new Class(arguments); }};
