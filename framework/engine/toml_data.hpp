// TOML data of the engine, read whole: the first thing that is wrong is a rif::Error at its place.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include <rif/base/error.hpp>
#include <rif/host/toml_tree.hpp>

namespace rif {

/// errors: rif::Error `slug` at the place in the file; "cannot-read" at `place`.
TomlTable read_toml(const std::filesystem::path& path, std::string_view slug, const Place& place);
/// errors: rif::Error `slug` at a key that is none of `known`, with those that are.
void expect_keys(const TomlTable& table, std::initializer_list<std::string_view> known, std::string_view slug);

}  // namespace rif
