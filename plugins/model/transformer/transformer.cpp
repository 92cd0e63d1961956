// model/transformer: a sequence classifier out of a checkpoint folder as published: BERT, RoBERTa, DistilBERT, ELECTRA, MPNet, DeBERTa
// v2/v3. Sources: Devlin et al. 2019, Liu et al. 2019, Sanh et al. 2019, Clark et al. 2020, Song et al. 2020, He et al. 2021; numbers equal
// to those of Hugging Face transformers within its own rounding. Each text goes through the network alone, on the calling thread, so that
// its score has the same bits whatever else is asked. Cost: README.md.

#include <mutex>

#include <fmt/core.h>

#include <rif/api/model.hpp>
#include <rif/api/register.hpp>
#include <rif/base/hash.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/text_input.hpp>

namespace rif {
namespace {

std::optional<std::size_t> asked_window(const Arguments& arguments) {
    const std::optional<std::int64_t> asked = arguments.optional_count("max_length");
    return asked ? std::optional(static_cast<std::size_t>(*asked)) : std::nullopt;
}

class Transformer final : public Model {
public:
    explicit Transformer(const Arguments& arguments) try
        : folder_(arguments.path("checkpoint")),
          model_(nn::Classifier::load(folder_)),
          input_(folder_, model_.config().longest(), asked_window(arguments)) {
        if (labels().size() < 2)
            throw Error("one-label", fmt::format("'{}' has one label: it rates, and classifies nothing", folder_.string()));
    } catch (const Error& error) {
        throw error.at(arguments.place(error.slug().starts_with("window") ? "max_length" : "checkpoint"));
    }

    ScoreKind score_kind() const override { return ScoreKind::logits; }
    std::vector<std::string> labels() const override { return model_.labels(); }

    std::string fingerprint() const override {
        std::call_once(hashed_, [&] {
            fingerprint_ = Hasher().add("transformer").add(nn::fingerprint(folder_)).add(std::to_string(input_.max_length())).hex();
        });
        return fingerprint_;
    }

    /// texts: n texts, UTF-8.  returns: [n, labels], logits.
    Matrix predict(std::span<const std::string> texts) const override {
        Matrix result(texts.size(), labels().size());
        for (std::size_t i = 0; i < texts.size(); ++i) std::ranges::copy(model_.logits(input_.ids(texts[i])), result[i].begin());
        return result;
    }

    ByteSpan visible_bytes(std::string_view text) const override {
        const nn::Encoding encoding = input_.encode(text);
        return encoding.is_truncated ? encoding.visible(0) : ByteSpan{0, text.size()};
    }

    /// [tokens, width]: of a token that the tokenizer cuts into pieces, the mean of its pieces' gradients; zeros where none is in the
    /// window.
    Matrix word_gradients(std::string_view text, std::size_t label) const override {
        const nn::Encoding encoding = input_.encode(text);
        const Matrix pieces = model_.word_gradients(nn::token_ids(encoding), label);
        const std::vector<ByteSpan> words = tokens(text);
        Matrix result(words.size(), pieces.columns());
        for (std::size_t w = 0; w < words.size(); ++w) {
            std::vector<std::size_t> own;
            for (std::size_t p = 0; p < encoding.size(); ++p) {
                if (encoding.texts[p] == 0 && encoding.spans[p].overlaps(words[w])) own.push_back(p);
            }
            for (std::size_t column = 0; column < pieces.columns() && !own.empty(); ++column) {
                double sum = 0;
                for (const std::size_t p : own) sum += static_cast<double>(pieces[p][column]);
                result[w][column] = static_cast<float>(sum / static_cast<double>(own.size()));
            }
        }
        return result;
    }

private:
    std::filesystem::path folder_;
    nn::Classifier model_;
    nn::TextInput input_;
    mutable std::once_flag hashed_;
    mutable std::string fingerprint_;
};

RIF_PLUGIN(Transformer)

}  // namespace
}  // namespace rif
