// Causal language models of Qwen2's layout (which Llama shares): what comes next, greedy or sampled, with a cache of keys and values.
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
    double top_share = 1;  // sampled from the fewest tokens that together are at least so probable (nucleus; Holtzman et al. 2020)
};

class CausalModel {
public:
    /// errors: rif::Error of read_config and Checkpoint; "wrong-family" for an encoder.
    static CausalModel load(const std::filesystem::path& folder);

    const Config& config() const { return config_; }
    /// Logits of the token that follows.  returns: [vocabulary]. errors: rif::Error "empty-input", "too-long", "unknown-token".
    std::vector<float> next(std::span<const std::int64_t> ids) const;
    /// Mean over positions of minus the log-probability of the token that follows; its exponential is the perplexity.
    /// returns: nothing for fewer than two tokens.
    std::optional<double> mean_nll(std::span<const std::int64_t> ids) const;
    /// What follows `ids`. random: only drawn from where the temperature is above 0.
    std::vector<std::int64_t> generate(std::span<const std::int64_t> ids, const Generation& how, Random random = Random(0)) const;
    /// After the embeddings, then after each layer, the last one normed; each [tokens, hidden].
    std::vector<Matrix> hidden_states(std::span<const std::int64_t> ids) const;

private:
    struct Parts;
    Config config_;
    std::shared_ptr<const Parts> parts_;
};

}  // namespace rif::nn
