// A .rif file as it stands: statements in their order, every part with its place. Names are not resolved yet.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <rif/base/diagnostic.hpp>
#include <rif/base/value.hpp>

namespace rif::dsl {

/// role.name.key, with quoted parts unquoted: `similarity.profile.feature."hours-per-week".weight`.
struct Address {
    std::vector<std::string> parts;
    Place place;
    std::string to_string() const;  // parts that are no plain names quoted
};

struct IncludeStatement {
    std::string path;
    Place path_place, place;
};

/// role name = plugin [like other] { body }. role: as written, perhaps unknown.
struct BlockStatement {
    std::string role, name, plugin;
    Place role_place, name_place, plugin_place;
    std::optional<std::string> like;
    Place like_place;
    Body body;
    bool has_body = false;
    Place place;  // the whole statement
};

struct TargetStatement {
    std::string name;
    Place name_place;
    Body body;
    Place place;
};

struct RunStatement {
    Body body;
    Place place;
};

struct AxisStatement {
    Address address;
    ListValue values;  // not empty
    Place values_place, place;
};

struct SweepStatement {
    std::vector<AxisStatement> axes;
    Place place;
};

using Statement = std::variant<BlockStatement, TargetStatement, RunStatement, SweepStatement>;

struct Document {
    std::shared_ptr<const Source> source;
    long version = 0;  // of the language: `rif 1`; 0 where the line is missing
    Place version_place;
    std::vector<IncludeStatement> includes;
    std::vector<Statement> statements;
    std::vector<Place> comments;  // each from '#' to before the line end, in order
};

}  // namespace rif::dsl
