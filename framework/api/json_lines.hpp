// JSON lines: one flat object a line, numbers kept as they are written.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/table.hpp>

namespace rif {

struct JsonCell {
    std::string key;
    std::string text;  // of a text, its characters; of a number, its digits as written; of a list or object, ""
    CellKind kind = CellKind::text;
};

struct JsonRow {
    std::vector<JsonCell> cells;
    std::size_t line = 0;  // from 1
};

struct JsonFault {
    std::size_t line = 0, column = 0;  // from 1, the column in bytes
    std::string what;
};

struct JsonRows {
    std::vector<JsonRow> rows;
    std::optional<JsonFault> fault;
};

/// text: UTF-8. Blank lines are no rows. A line that is no object, holds a key twice, or nests deeper than 32 is a fault; reading stops
/// there.
JsonRows json_rows(std::string_view text);

}  // namespace rif
