#include <rif/nn/text_input.hpp>

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/hash.hpp>

namespace rif::nn {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view k_counting_names[] = {"config.json",
                                                 "tokenizer.json",
                                                 "vocab.txt",
                                                 "vocab.json",
                                                 "merges.txt",
                                                 "spm.model",
                                                 "tokenizer_config.json",
                                                 "special_tokens_map.json",
                                                 "added_tokens.json",
                                                 "modules.json",
                                                 "sentence_bert_config.json",
                                                 "pytorch_model.bin"};

bool counts(const fs::path& file) {
    const std::string name = file.filename().string();
    return std::ranges::find(k_counting_names, name) != std::end(k_counting_names) || name.ends_with(".safetensors") ||
           name.ends_with(".safetensors.index.json");
}

std::size_t window(const Tokenizer& tokenizer, std::size_t longest, std::optional<std::size_t> asked) {
    if (asked && *asked > longest) {
        throw Error("window-too-long", fmt::format("a window of {} tokens is asked of a network that can take {}", *asked, longest),
                    fmt::format("max_length = {} tokens, or leave it out", longest));
    }
    const std::size_t result = asked ? *asked : std::min(longest, tokenizer.max_length().value_or(longest));
    if (result <= tokenizer.special_count(true)) {
        throw Error("window-too-short",
                    fmt::format("a window of {} tokens has no room beside {} special ones", result, tokenizer.special_count(true)),
                    "raise max_length");
    }
    return result;
}

}  // namespace

TextInput::TextInput(const fs::path& folder, std::size_t longest, std::optional<std::size_t> asked)
    : tokenizer_(Tokenizer::from_folder(folder)), max_length_(window(*tokenizer_, longest, asked)) {}

Encoding TextInput::encode(std::string_view text, std::optional<std::string_view> pair) const {
    return tokenizer_->encode(text, pair, max_length_);
}

TokenIds TextInput::ids(std::string_view text, std::optional<std::string_view> pair) const { return token_ids(encode(text, pair)); }

TokenIds token_ids(Encoding encoding) { return {std::move(encoding.ids), std::move(encoding.type_ids)}; }

JoinedText split_joined(std::string_view text, std::string_view separator) {
    const std::size_t at = separator.empty() ? std::string_view::npos : text.find(separator);
    if (at == std::string_view::npos) return {text};
    return {text.substr(0, at), text.substr(at + separator.size()), at + separator.size()};
}

std::string fingerprint(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        std::error_code ignored;
        if (entry.is_regular_file(ignored) && counts(entry.path())) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    Hasher hasher;
    for (const fs::path& file : files) hasher.add(file.lexically_relative(folder).string()).add(sha256_of(file));
    return hasher.hex();
}

}  // namespace rif::nn
