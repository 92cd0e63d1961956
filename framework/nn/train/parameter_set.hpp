// The numbers of a network that is trained, by the names that published checkpoints have for them. No tensor here: plain arrays.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <rif/nn/checkpoint.hpp>
#include <rif/nn/config.hpp>

namespace rif::nn {

struct Parameter {
    /// table: rows of vectors; weight: of a linear or convolution layer; scale and shift: of a norm.
    enum class Kind { table, weight, bias, scale, shift };

    std::string name;  // "bert.pooler.dense.weight"
    Shape shape;
    Kind kind = Kind::weight;
    std::vector<float> values;  // row-major

    /// Whether it shrinks with each step: biases and norms do not (Devlin et al. 2019, optimization.py).
    bool decays() const { return kind == Kind::table || kind == Kind::weight; }
};

class ParameterSet {
public:
    /// Those of a classifier with this config, in the order in which a text meets them; all 0. errors: rif::Error "wrong-family" for a
    /// decoder.
    static ParameterSet of(const Config& config);

    /// Tables and weights normal with a standard deviation of 0.02, scales 1, the rest 0 (Devlin et al. 2019).
    void draw(std::uint64_t seed);
    /// Takes the encoder out of a checkpoint, and of its head what is there and has this shape; the rest stays as it is.
    /// takes_output: the last layer too, because its labels are the same. errors: rif::Error "missing-tensor", "wrong-tensor".
    void take(const Checkpoint& from, const Config& config, bool takes_output);
    /// model.safetensors, with full names. errors: rif::Error "cannot-write".
    void save(const std::filesystem::path& file) const;

    std::vector<Parameter>& all() { return parameters_; }
    const std::vector<Parameter>& all() const { return parameters_; }
    std::size_t count() const { return parameters_.size(); }
    /// Place of a name in all(); asking for one that is not there is our mistake.
    std::size_t index(std::string_view name) const;
    /// Of the table of word embeddings: always the first.
    static constexpr std::size_t k_words = 0;

private:
    void add(std::string name, Shape shape, Parameter::Kind kind);
    void add_linear(const std::string& name, std::size_t in, std::size_t out);
    void add_norm(const std::string& name, std::size_t width);
    void add_embeddings(const Config& config, const std::string& prefix);
    void add_positions(const Config& config, const std::string& prefix);
    void add_layers(const Config& config, const std::string& prefix);

    std::vector<Parameter> parameters_;
    std::map<std::string, std::size_t, std::less<>> places_;
    std::size_t head_ = 0;  // where the classification head begins
};

}  // namespace rif::nn
