// The tensors of a checkpoint folder as published, by name, whatever files they lie in and whatever year they were written.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <rif/nn/weights.hpp>

namespace rif::nn {

/// By rule: model.safetensors, else the shards that model.safetensors.index.json names, else pytorch_model.bin or its shards. Old names of
/// a norm's tensors (gamma, beta) answer to weight and bias. A tensor that nobody asks for is ignored; one that is asked for and missing is
/// an error.
class Checkpoint {
public:
    /// errors: rif::Error "missing-weights" with the folder; those of Weights::read; "damaged-weights" for an index that lies.
    static Checkpoint open(const std::filesystem::path& folder);

    bool has(std::string_view name) const;
    /// errors: rif::Error "missing-tensor", naming those that are nearest.
    const Shape& shape(std::string_view name) const;
    /// Float32, widened where it is stored shorter. errors: "missing-tensor", "wrong-tensor".
    void copy(std::string_view name, const Shape& shape, std::span<float> result) const;
    std::vector<float> floats(std::string_view name, const Shape& shape) const;
    const std::string& folder() const { return folder_; }

private:
    struct Place {
        std::size_t file;
        std::string stored;  // the name there
    };
    explicit Checkpoint(std::string folder) : folder_(std::move(folder)) {}
    void add(Weights weights);
    const Place& place(std::string_view name) const;

    std::string folder_;
    std::vector<Weights> files_;
    std::map<std::string, Place, std::less<>> places_;
};

}  // namespace rif::nn
