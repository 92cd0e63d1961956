// What is wrong with a user's file, as values: found, expected, where, and what to type.
// Text, colour and JSON are made in diagnostic.cpp and nowhere else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <rif/base/place.hpp>

namespace rif {

enum class Severity { error, warning };

/// A second place that belongs to a diagnostic: "first given here".
struct Related {
    Place place;
    std::string message;
};

struct Diagnostic {
    Severity severity = Severity::error;
    std::string slug;  // "unknown-setting": stable, what tests and editors match
    Place place;
    std::string message;  // one sentence, lower case, no full stop
    std::string label;    // under the caret: what was expected or meant; may be empty
    std::string help;     // something to type; may be empty
    std::vector<Related> related = {};
};

/// The sink that parser and checker write into. Keeps order; at most one diagnostic for one place: the first, but an error before a
/// warning.
class Diagnostics {
public:
    void add(Diagnostic diagnostic);
    void error(std::string slug, Place place, std::string message, std::string label = {}, std::string help = {});
    void warning(std::string slug, Place place, std::string message, std::string label = {}, std::string help = {});

    bool has_errors() const { return errors_ > 0; }
    std::size_t errors() const { return errors_; }
    std::size_t warnings() const { return all_.size() - errors_; }
    const std::vector<Diagnostic>& all() const { return all_; }
    /// In the order of their places in the file; those of includes after the includer's.
    std::vector<Diagnostic> sorted() const;

private:
    std::vector<Diagnostic> all_;
    std::map<std::tuple<const Source*, std::uint32_t, std::uint32_t>, std::size_t> at_;  // index of the one at a place
    std::size_t errors_ = 0;
};

/// The whole message with the lines around, a caret under the exact span and the help line; ends with a newline.
std::string as_text(const Diagnostic& diagnostic, bool colour = false);
/// One JSON object on one line, for editors; ends with a newline. Fields: severity, slug, file, line, column, end_line,
/// end_column, message, label, help, included_by, related. Columns count characters from 1, end_column is the one behind the span.
std::string as_json(const Diagnostic& diagnostic);

/// `names` nearest to `word` by edit distance, at most `most`, none further than a third of its length (at least 1, at most 3).
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names, std::size_t most = 3);
/// What was expected, for a label: all of `names` if eight or fewer, else the nearest three: "'a', 'b' or 'c'".
std::string expected_names(std::string_view word, const std::vector<std::string>& names);
/// "did you mean 'tokens'?" or "" where nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace rif
