// What the bad plugins would be if they were good: a similarity that gives every pair the same score, and its card by hand.
#pragma once

#include <rif/api/register.hpp>
#include <rif/api/similarity.hpp>

namespace rif {

class Constant : public Similarity {
public:
    explicit Constant(const Arguments& arguments) : value_(arguments.number("value")) {}
    std::vector<double> scores(std::span<const TextPair> pairs) const override { return std::vector<double>(pairs.size(), value_); }

private:
    double value_;
};

inline Component* make_constant(const Arguments& arguments) { return new Constant(arguments); }

/// The card that RIF_PLUGIN would write, to be changed in one place.
constexpr PluginCard good_card() {
    return {{'r', 'i', 'f', 'c', 'a', 'r', 'd', '\0'},
            sizeof(PluginCard),
            k_api_version,
            RIF_BUILD_TAG_PLAIN,
            RIF_PLUGIN_ROLE,
            RIF_PLUGIN_NAME,
            rif_manifest,
            &make_constant};
}

}  // namespace rif

extern "C" __attribute__((visibility("default"))) const rif::PluginCard rif_card;
