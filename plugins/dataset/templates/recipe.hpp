// A file of templates, read and checked: labels, sensitive attributes with their words, groups of synonyms, sentences, fillers.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <rif/base/place.hpp>

namespace rif {

/// slots: by slot, its word for each value and then that of a text that does not name the attribute.
struct SensitiveAttribute {
    std::string name;
    std::vector<std::string> values;
    std::vector<std::size_t> stereotype;  // by label: index into values
    std::map<std::string, std::vector<std::string>, std::less<>> slots;
};

/// Synonyms that say the job `label`. words lean to that label; turned, their synonym, leans to `with`.
struct SynonymGroup {
    std::size_t label = 0, with = 0;
    std::string part;    // which sentences it stands in: "noun"
    std::string before;  // "the ", or nothing
    std::vector<std::string> words;
    std::string turned;
};

struct Recipe {
    std::string summary;
    std::vector<std::string> labels;
    std::size_t own = 0, other = 0;    // sentences about the text's own label, and about another's
    double turned = 0, misplaced = 0;  // share of own and of other sentences with the turned word
    std::vector<SensitiveAttribute> attributes;
    std::vector<SynonymGroup> groups;
    std::map<std::string, std::vector<std::string>, std::less<>> sentences;  // opening, closing, and each part
    std::map<std::string, std::vector<std::string>, std::less<>> fillers;

    /// Index of the attribute called `name`, or attributes.size().
    std::size_t attribute(std::string_view name) const;
};

/// errors: rif::Error "bad-template" with file and line: what is missing, mistyped or names nothing; at `place`.
Recipe read_recipe(const std::filesystem::path& path, const Place& place);

}  // namespace rif
