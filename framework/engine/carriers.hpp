// Carrier sentences: the contexts of share/carriers in which a word and its candidate are compared.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/perturbation.hpp>
#include <rif/api/services.hpp>

namespace rif {

/// A sentence without its word.
struct Frame {
    std::string before, after;
};

class Carriers {
public:
    /// Every file carriers/*.toml of the data path: tables noun, verb, adjective, adverb, any, each with `sentences` that hold one {}.
    /// errors: rif::Error "missing-file", "carriers" at the place in the file.
    static Carriers read(const Services& services, const Place& place);
    /// Frames of the candidate's word class where its source names one (it ends in -n, -v, -a, -s or -r, as a WordNet synset does), else
    /// those of `any`.
    const std::vector<Frame>& frames(const Candidate& candidate) const;

private:
    void add(const std::filesystem::path& file, const Place& place);
    std::map<std::string, std::vector<Frame>, std::less<>> by_class_;
};

}  // namespace rif
