// What a tokenizer is made of, as its files say it.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <rif/nn/tokenizer/added_tokens.hpp>
#include <rif/nn/tokenizer/decoder.hpp>
#include <rif/nn/tokenizer/normalizer.hpp>
#include <rif/nn/tokenizer/post_processor.hpp>
#include <rif/nn/tokenizer/pre_tokenizer.hpp>
#include <rif/nn/tokenizer/subword_model.hpp>
#include <rif/nn/tokenizer/tokenizer.hpp>

namespace rif::nn {

struct TokenizerParts {
    std::vector<AddedToken> added;
    Normalizers normalizers;
    PreTokenizers pre_tokenizers;
    std::unique_ptr<SubwordModel> model;
    Template around;
    Decoders decoders;  // none: tokens are joined by spaces
    std::array<std::optional<TokenId>, k_special_tokens> special;
    std::optional<std::size_t> max_length;
};

}  // namespace rif::nn
