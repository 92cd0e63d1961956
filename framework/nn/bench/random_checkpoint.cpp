#include <rif/nn/bench/random_checkpoint.hpp>

#include <deque>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <rif/base/file.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/weights.hpp>

namespace rif::nn {

namespace fs = std::filesystem;

namespace {

constexpr float k_spread = 0.02F;  // standard deviation that BERT's weights begin with
constexpr std::size_t k_head = 64, k_wider = 4, k_labels = 2;

class Tensors {
public:
    explicit Tensors(const NetworkSize& size) {
        const std::size_t hidden = size.hidden, wide = k_wider * hidden;
        const std::string embeddings = "bert.embeddings.";
        add(embeddings + "word_embeddings.weight", {size.vocabulary, hidden});
        add(embeddings + "position_embeddings.weight", {size.longest, hidden});
        add(embeddings + "token_type_embeddings.weight", {2, hidden});
        add_norm(embeddings + "LayerNorm", hidden);
        for (std::size_t i = 0; i < size.layers; ++i) {
            const std::string layer = fmt::format("bert.encoder.layer.{}.", i);
            for (const char* name : {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"})
                add_linear(layer + name, hidden, hidden);
            add_norm(layer + "attention.output.LayerNorm", hidden);
            add_linear(layer + "intermediate.dense", hidden, wide);
            add_linear(layer + "output.dense", wide, hidden);
            add_norm(layer + "output.LayerNorm", hidden);
        }
        add_linear("bert.pooler.dense", hidden, hidden);
        add_linear("classifier", hidden, k_labels);
    }

    std::vector<NamedFloats> views() const {
        std::vector<NamedFloats> result;
        for (const Own& own : all_) result.push_back({own.name, own.shape, own.values});
        return result;
    }

private:
    struct Own {
        std::string name;
        Shape shape;
        std::vector<float> values;
    };

    /// A sum of uniform numbers is normal enough, and a tenth of the time.
    void add(const std::string& name, const Shape& shape, float middle = 0) {
        Own& own = all_.emplace_back(Own{name, shape, std::vector<float>(elements(shape))});
        for (float& value : own.values) {
            const std::uint64_t bits = random_.next();
            std::int64_t sum = 0;
            for (int part = 0; part < 4; ++part) sum += static_cast<std::int64_t>(bits >> 16 * part & 0xffff) - 0x8000;
            value = middle + k_spread * static_cast<float>(sum) / 37837.0F;  // of four uniform ones of that width
        }
    }
    void add_linear(const std::string& name, std::size_t in, std::size_t out) {
        add(name + ".weight", {out, in});
        add(name + ".bias", {out});
    }
    void add_norm(const std::string& name, std::size_t width) {
        add(name + ".weight", {width}, 1);
        add(name + ".bias", {width});
    }

    Random random_{stream(0, {"random checkpoint"})};
    std::deque<Own> all_;
};

}  // namespace

void write_random_checkpoint(const fs::path& folder, const NetworkSize& size) {
    fs::create_directories(folder);
    write_file(folder / "config.json",
               fmt::format(R"({{"model_type": "bert", "architectures": ["BertForSequenceClassification"], "hidden_act": "gelu",
 "hidden_size": {}, "intermediate_size": {}, "layer_norm_eps": 1e-12, "max_position_embeddings": {}, "num_attention_heads": {},
 "num_hidden_layers": {}, "pad_token_id": 0, "type_vocab_size": 2, "vocab_size": {}}}
)",
                           size.hidden, k_wider * size.hidden, size.longest, std::max<std::size_t>(1, size.hidden / k_head), size.layers,
                           size.vocabulary));
    const Tensors tensors(size);
    write_weights(folder / "model.safetensors", tensors.views(), {});
}

}  // namespace rif::nn
