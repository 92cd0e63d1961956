// Causal language models of Qwen2's layout (which Llama and Mistral share): what comes next, greedy or sampled, with a cache of keys and
// values.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <rif/base/matrix.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/config.hpp>

namespace rif::nn {

struct Generation {
    std::size_t most = 64;                 // tokens
    std::vector<std::int64_t> stops = {};  // tokens that end the text; they are not part of it
    double temperature = 0;                // 0: always the best token
    double top_share = 1;        // sampled from the fewest tokens that together are at least so probable (nucleus; Holtzman et al. 2020),
    std::size_t top_tokens = 0;  // of the so many likeliest (Fan et al. 2018); 0: of all
};

class CausalModel {
public:
    /// errors: rif::Error of read_config and Checkpoint; "wrong-family" for an encoder.
    static CausalModel load(const std::filesystem::path& folder);

    const Config& config() const { return config_; }
    /// Logits of the token that follows.  returns: [vocabulary]. errors: rif::Error "empty-input", "too-long", "unknown-token".
    std::vector<float> next(std::span<const std::int64_t> ids) const;
    /// Log-probability of each token after the first, given those before it.  returns: [tokens - 1], natural logarithms.
    /// errors: as next.
    std::vector<double> log_probabilities(std::span<const std::int64_t> ids) const;
    /// Mean over positions of minus the log-probability of the token that follows.  returns: nothing for fewer than two tokens.
    std::optional<double> mean_nll(std::span<const std::int64_t> ids) const;
    /// exp(mean_nll): of how many equally likely tokens each might have been one.
    std::optional<double> perplexity(std::span<const std::int64_t> ids) const;
    /// What follows `ids`, `how.most` tokens at most. Sampled where the temperature is above 0: then the same stream (Services::random
    /// under a name of its own) gives the same tokens. Each token is computed once, its keys and values being kept.
    /// errors: as next; "too-long" where the tokens to come have no room.
    std::vector<std::int64_t> generate(std::span<const std::int64_t> ids, const Generation& how, Random random = Random(0)) const;
    /// After the embeddings, then after each layer, the last one normed; each [tokens, hidden].
    std::vector<Matrix> hidden_states(std::span<const std::int64_t> ids) const;

private:
    struct Parts;
    Config config_;
    std::shared_ptr<const Parts> parts_;
};

}  // namespace rif::nn
