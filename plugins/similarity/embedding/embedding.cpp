// similarity/embedding: cosine of two sentence vectors, pooled as a sentence-transformers folder says.
// Source: Reimers & Gurevych 2019 (Sentence-BERT).
// Cost: one pass of the network for each different text of an ask; README.md.

#include <algorithm>
#include <unordered_map>

#include <rif/api/register.hpp>
#include <rif/api/similarity.hpp>
#include <rif/base/text.hpp>
#include <rif/nn/models/sentence_encoder.hpp>
#include <rif/nn/text_input.hpp>

namespace rif {
namespace {

std::optional<std::size_t> asked_window(const Arguments& arguments) {
    const std::optional<std::int64_t> asked = arguments.optional_count("max_length");
    return asked ? std::optional(static_cast<std::size_t>(*asked)) : std::nullopt;
}

class Embedding final : public Similarity {
public:
    explicit Embedding(const Arguments& arguments) try
        : model_(nn::SentenceEncoder::load(arguments.path("checkpoint"), arguments.services().computing())),
          input_(model_.modules().transformer, model_.max_length(), asked_window(arguments)) {
    } catch (const Error& error) {
        throw error.at(arguments.place(error.slug().starts_with("window") ? "max_length" : "checkpoint"));
    }

    /// pairs: n pairs of texts, UTF-8.  returns: n cosines in [-1, 1]; a text and itself is 1.
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        std::unordered_map<std::string_view, std::size_t> rows;
        std::vector<nn::TokenIds> inputs;
        const auto ask = [&](const std::string& text) {
            if (rows.try_emplace(text, inputs.size()).second) inputs.push_back(ids(text));
        };
        for (const auto& [a, b] : pairs) {
            if (a != b) ask(a), ask(b);
        }
        const Matrix vectors = model_.vectors(inputs);
        std::vector<double> result;
        for (const auto& [a, b] : pairs)
            result.push_back(a == b ? 1 : std::clamp(nn::cosine(vectors[rows.at(a)], vectors[rows.at(b)]), -1.0, 1.0));
        return result;
    }

    std::vector<float> vector(const std::string& text) const override { return model_.vector(ids(text)); }

private:
    nn::TokenIds ids(const std::string& text) const { return input_.ids(model_.modules().lower_cases ? lower(text) : text); }

    nn::SentenceEncoder model_;
    nn::TextInput input_;
};

RIF_PLUGIN(Embedding)

}  // namespace
}  // namespace rif
