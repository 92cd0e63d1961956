// Sentence vectors (Reimers & Gurevych 2019): an encoder's hidden states pooled, through dense layers where the folder has them.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include <rif/api/services.hpp>
#include <rif/base/matrix.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/models/encoder.hpp>
#include <rif/nn/models/sentence_modules.hpp>

namespace rif::nn {

class SentenceEncoder {
public:
    /// errors: rif::Error of read_sentence_modules, read_config, Checkpoint and Encoder.
    static SentenceEncoder load(const std::filesystem::path& folder, const Computing& computing = {});

    const Config& config() const { return config_; }
    const SentenceModules& modules() const { return modules_; }
    /// The longest text in tokens: what the network can take, and less where the folder says so.
    std::size_t max_length() const;
    /// returns: [width]. errors: rif::Error "empty-input", "too-long", "unknown-token".
    std::vector<float> vector(const TokenIds& input) const;
    /// returns: [texts, width]; the same bits for each as alone, unless it was loaded to be batched.
    Matrix vectors(std::span<const TokenIds> inputs) const;
    const Grouping& grouping() const { return grouping_; }

private:
    struct Dense;
    std::vector<float> vector(std::span<const float> states) const;

    Config config_;
    Grouping grouping_;
    SentenceModules modules_;
    std::shared_ptr<const Encoder> encoder_;
    std::shared_ptr<const std::vector<Dense>> dense_;
};

/// a · b / (|a| |b|), summed in double; 0 where one of them is 0.
double cosine(std::span<const float> a, std::span<const float> b);

}  // namespace rif::nn
