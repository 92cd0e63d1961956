// An encoder of any known family: token ids in, hidden states out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <rif/nn/checkpoint.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/layers/attention.hpp>
#include <rif/nn/ops/row_probe.hpp>

namespace rif::nn {

/// A text (or a pair) as the tokenizer gives it: special tokens added, cut to the model's window, no padding.
struct TokenIds {
    std::vector<std::int64_t> ids;
    std::vector<std::int64_t> types = {};  // as many; may be left out where all are 0
};

/// Takes a text's last hidden states, row-major, in order of the texts.
using TextSink = std::function<void(std::size_t text, std::span<const float> states)>;

/// Sees the hidden states: after the embeddings, then after each layer. [tokens, hidden]
using StateSink = std::function<void(const at::Tensor&)>;

class Encoder {
public:
    /// errors: rif::Error "missing-tensor", "wrong-tensor"; "wrong-family" for a decoder.
    Encoder(const Checkpoint& from, const Config& config);

    const std::string& prefix() const { return prefix_; }
    /// The word embeddings. errors: rif::Error "empty-input", "too-long", "unknown-token" with the numbers. returns: [tokens, embedding].
    at::Tensor words(const TokenIds& input) const;
    /// words: of words().  returns: the last hidden states, [rows, hidden].
    at::Tensor hidden(const at::Tensor& words, const TokenIds& input, Rows rows, const StateSink& sink = {}) const;
    /// The last hidden states of each text, [tokens, hidden] or for Rows::first [1, hidden], without gradients. The bits of a text depend
    /// on that text alone where `grouping` was found so (row_probe.hpp). errors: those of words().
    void states(std::span<const TokenIds> texts, Rows rows, const Grouping& grouping, const TextSink& sink) const;
    /// The shapes of the products that states() makes of grouped texts, each once.
    std::vector<ProductShape> product_shapes() const;
    /// The table of word embeddings, [vocabulary, embedding].
    at::Tensor word_table() const;

private:
    struct Parts;
    void embed(std::span<const TokenIds> texts, const Packed& packed, Scratch& scratch) const;
    void pass(const Packed& packed, Rows rows, Scratch& scratch) const;

    Config config_;
    std::string prefix_;
    std::shared_ptr<const Parts> parts_;
};

}  // namespace rif::nn
