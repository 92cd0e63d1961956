// A lexicon file as data: the concepts of one attribute and how each of its values says them (share/lexicons/README.md).
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <rif/base/place.hpp>

namespace rif::lexicon {

/// Where a term counts as one: all of them must hold in one of the alternatives that the file lists.
enum class Condition { person, capital, inside_capital, title, upper, people, not_surname, small, after_possessive, given_name };

/// What one value says. also: recognised as well, never put in. put_in_only: `=father`, recognised elsewhere or not at all. An absent
/// term is empty.
struct Term {
    std::string text;
    bool put_in_only = false;
    std::vector<std::string> also = {};
    std::vector<Condition> when = {};  // any of them suffices; none: always
    bool absent() const { return text.empty(); }
};

/// One thing that every value says in its way: she, he, they. terms: parallel to Lexicon::values.
struct Concept {
    std::string role;
    std::vector<Term> terms;
};

struct Lexicon {
    std::string attribute;
    std::vector<std::string> values;
    std::vector<std::string> default_values;
    std::vector<Concept> concepts;
    std::set<std::string, std::less<>> plural_verb;               // "they", case-folded
    bool not_in_names = false;                                    // no term inside a name of several words: "American Express"
    std::vector<std::string> exceptions;                          // read as they stand
    std::map<std::string, std::vector<std::string>> cues, names;  // by value
};

/// errors: rif::Error "bad-lexicon" with file and line, what was found and what is due; "cannot-read".
Lexicon read_lexicon(const std::filesystem::path& path, const std::string& attribute, const Place& place);

}  // namespace rif::lexicon
