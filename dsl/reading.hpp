// What grammar and driver share while one text is read: the text, the sink, the brackets that are open, the entry just read.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <rif/base/diagnostic.hpp>
#include <rif/base/value.hpp>

#include "dsl/lookahead.hpp"

namespace rif::dsl {

/// A mistake after which the entry or the statement cannot be read on; the place it points at is where reading stopped.
struct Fault {
    Diagnostic diagnostic;
};

constexpr std::size_t k_most_mistakes = 100;  // of one file

/// Thrown at the mistake after the last that is told.
struct TooManyMistakes {
    Cursor at;
};

struct Reading {
    std::shared_ptr<const Source> source;
    Diagnostics& diagnostics;
    std::vector<Cursor> open = {};  // brackets and braces that are not closed yet
    Cursor value_end = nullptr;     // past the value, or the opening bracket, read last: where a missing `]` belongs
    Cursor current = nullptr;       // the entry that is being read
    Cursor entry_begin = nullptr;   // the entry read last, for what is said between two entries
    Cursor entry_end = nullptr;
    bool entry_is_group = false;
    std::size_t reported = 0;

    Cursor begin() const { return source->text.data(); }
    Cursor end() const { return source->text.data() + source->text.size(); }
    Place place(Cursor from, Cursor to) const {
        return {source, static_cast<std::uint32_t>(from - begin()), static_cast<std::uint32_t>(to - begin())};
    }
    Cursor at(std::uint32_t offset) const { return begin() + offset; }
    /// Ends the reading by TooManyMistakes where a file is so wrong that more would not help.
    void report(Diagnostic diagnostic) {
        if (reported >= k_most_mistakes) throw TooManyMistakes{at(diagnostic.place.begin)};
        const std::size_t before = diagnostics.all().size();
        diagnostics.add(std::move(diagnostic));
        reported += diagnostics.all().size() - before;
    }
};

}  // namespace rif::dsl
