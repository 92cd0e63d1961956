// Checkpoints of any size with random weights, in the published layout: what speed is measured on without a download.
#pragma once

#include <cstdint>
#include <filesystem>

namespace rif::nn {

/// A BERT's size: layers x hidden; a head for each 64 numbers, four times as many inside as outside.
struct NetworkSize {
    std::size_t layers = 2, hidden = 128, vocabulary = 1024, longest = 512;
};

/// config.json and model.safetensors of a BERT with two labels: normal numbers of the size that trained ones have. The same bytes for the
/// same size. folder: is made. errors: rif::Error "cannot-write".
void write_random_checkpoint(const std::filesystem::path& folder, const NetworkSize& size);

}  // namespace rif::nn
