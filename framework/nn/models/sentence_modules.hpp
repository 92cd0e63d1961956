// What a sentence-transformers folder says about how hidden states become one vector: modules.json and the files that it names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rif::nn {

/// In the order in which their vectors stand side by side.
enum class Pooling { first, maximum, mean, mean_by_root };

struct DenseModule {
    std::filesystem::path folder;
    std::size_t in = 0, out = 0;
    bool has_bias = true, is_tanh = true;  // else the identity
};

struct SentenceModules {
    std::filesystem::path transformer;
    std::vector<Pooling> pooling = {Pooling::mean};
    std::vector<DenseModule> dense = {};
    bool normalises = false;
    std::optional<std::size_t> max_length = {};  // sentence_bert_config.json
    bool lower_cases = false;
};

/// A folder without modules.json: the mean of the hidden states, as sentence-transformers has it.
/// errors: rif::Error "damaged-config" with the file and what was found and expected.
SentenceModules read_sentence_modules(const std::filesystem::path& folder);

}  // namespace rif::nn
