// The folder that a training begins in and ends with, in the published layout: config.json, the tokenizer's files, later the weights.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rif::nn {

/// The sizes of a network that is trained from scratch.
struct NetworkShape {
    std::string architecture = "bert";  // bert roberta distilbert electra mpnet deberta_v2
    std::size_t layers = 2, hidden = 128, heads = 2;
    std::size_t intermediate = 512;  // width of the two linear layers of a layer
    std::size_t positions = 128;     // tokens of the longest text, special ones counted
    std::size_t vocabulary = 8000;   // pieces at most
    bool lowercase = true;
    double dropout = 0.1;
};

/// Writes config.json, tokenizer.json and what belongs to it; the vocabulary is learned from `texts`.
/// errors: rif::Error "cannot-write"; "wrong-shape" where the heads cannot share the hidden numbers.
void begin_checkpoint(const std::filesystem::path& folder, const NetworkShape& shape, std::span<const std::string> labels,
                      std::span<const std::string> texts);

/// Copies the config and the tokenizer of a checkpoint, with these labels. errors: rif::Error "cannot-read", "cannot-write",
/// "damaged-config", "unknown-model-type".
void begin_checkpoint(const std::filesystem::path& folder, const std::filesystem::path& from, std::span<const std::string> labels);

}  // namespace rif::nn
