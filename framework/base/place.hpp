// Where something was written: a byte range in a named source text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rif {

/// A text that places point into: a file as the user named it, or an argument of the command line.
/// Shared by every place in it, so that a place stays small and an excerpt can always be shown.
struct Source {
    std::string name;                    // as the user gave it: "adult.rif", "--set model.bert.checkpoint=x"
    std::string text;                    // UTF-8, unchanged
    std::vector<std::string> includers;  // "adult.rif:3", innermost first; empty for the file that was asked for

    /// The text of line `number` (from 1) without its line end; empty past the last line.
    std::string_view line(std::size_t number) const;
};

struct LineColumn {
    std::size_t line = 1;    // from 1
    std::size_t column = 1;  // from 1, in characters (code points), a tab counting as one
};

/// Bytes [begin, end) of a source. A default place is nowhere: `if (!place)`.
struct Place {
    std::shared_ptr<const Source> source;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    explicit operator bool() const { return source != nullptr; }
    std::string_view text() const;
    LineColumn start() const;
    /// "adult.rif:26:16", or "" for nowhere.
    std::string to_string() const;
};

/// The smallest place that holds both; they lie in one source.
Place spanning(const Place& first, const Place& last);

}  // namespace rif
