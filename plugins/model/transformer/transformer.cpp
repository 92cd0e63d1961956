// model/transformer: a sequence classifier out of a checkpoint folder as published: BERT, RoBERTa, DistilBERT, ELECTRA, MPNet, DeBERTa
// v2/v3. Sources: Devlin et al. 2019, Liu et al. 2019, Sanh et al. 2019, Clark et al. 2020, Song et al. 2020, He et al. 2021; numbers equal
// to those of Hugging Face transformers within its own rounding. Texts go through the network packed together where BLAS was found to keep
// their bits, else one by one, on the calling thread, so that a score has the same bits whatever else is asked. Cost: README.md.

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

/// One text, or two where the separator stands in it.
struct Parts {
    std::string_view first;
    std::optional<std::string_view> second = {};
    std::size_t second_begin = 0;  // in the whole
};

class Transformer final : public Model {
public:
    explicit Transformer(const Arguments& arguments) try
        : folder_(arguments.path("checkpoint")),
          model_(nn::Classifier::load(folder_, arguments.services().computing())),
          input_(folder_, model_.config().longest(), asked_window(arguments)),
          separator_(arguments.optional_text("separator").value_or("")) {
        if (labels().size() < 2)
            throw Error("one-label", fmt::format("'{}' has one label: it rates, and classifies nothing", folder_.string()));
    } catch (const Error& error) {
        throw error.at(arguments.place(error.slug().starts_with("window") ? "max_length" : "checkpoint"));
    }

    ScoreKind score_kind() const override { return ScoreKind::logits; }
    std::vector<std::string> labels() const override { return model_.labels(); }

    std::string fingerprint() const override {
        std::call_once(hashed_, [&] {
            fingerprint_ =
                Hasher().add("transformer").add(nn::fingerprint(folder_)).add(std::to_string(input_.max_length())).add(separator_).hex();
        });
        return fingerprint_;
    }

    /// texts: n texts, UTF-8.  returns: [n, labels], logits.
    Matrix predict(std::span<const std::string> texts) const override {
        std::vector<nn::TokenIds> inputs;
        for (const std::string& text : texts) inputs.push_back(nn::token_ids(encoded(text)));
        return model_.logits(inputs);
    }

    Matrix predict_pairs(std::span<const TextPair> pairs) const override {
        std::vector<nn::TokenIds> inputs;
        for (const TextPair& pair : pairs) inputs.push_back(input_.ids(pair.a, pair.b));
        return model_.logits(inputs);
    }

    std::optional<ModelInput> input(std::string_view text, std::optional<std::string_view> text_pair) const override {
        const nn::Encoding encoding = text_pair ? input_.encode(text, text_pair) : encoded(text);
        const ByteSpan visible = !text_pair ? visible_bytes(text) : encoding.is_truncated ? encoding.visible(0) : ByteSpan{0, text.size()};
        ModelInput result{encoding.ids, encoding.type_ids, {}, visible};
        for (const std::int64_t id : result.ids) result.tokens.push_back(input_.tokenizer().token(id));
        return result;
    }

    /// Of two texts, up to the last byte of the second that is seen: a gap where the first was cut counts as seen.
    ByteSpan visible_bytes(std::string_view text) const override {
        const nn::Encoding encoding = encoded(text);
        if (!encoding.is_truncated) return {0, text.size()};
        const Parts parts = parts_of(text);
        return parts.second ? ByteSpan{0, parts.second_begin + encoding.visible(1).end} : encoding.visible(0);
    }

    /// [tokens, width]: of a token that the tokenizer cuts into pieces, the mean of its pieces' gradients; zeros where none is in the
    /// window.
    Matrix word_gradients(std::string_view text, std::size_t label) const override {
        const nn::Encoding encoding = encoded(text);
        const std::size_t shift[] = {0, parts_of(text).second_begin};  // from a text's own bytes to those of the whole
        const Matrix pieces = model_.word_gradients(nn::token_ids(encoding), label);
        const std::vector<ByteSpan> words = tokens(text);
        Matrix result(words.size(), pieces.columns());
        for (std::size_t w = 0; w < words.size(); ++w) {
            std::vector<std::size_t> own;
            for (std::size_t p = 0; p < encoding.size(); ++p) {
                if (encoding.texts[p] == nn::Encoding::k_around) continue;
                const std::size_t by = shift[encoding.texts[p]];
                if (ByteSpan{encoding.spans[p].begin + by, encoding.spans[p].end + by}.overlaps(words[w])) own.push_back(p);
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
    Parts parts_of(std::string_view text) const {
        const std::size_t at = separator_.empty() ? std::string_view::npos : text.find(separator_);
        if (at == std::string_view::npos) return {text};
        return {text.substr(0, at), text.substr(at + separator_.size()), at + separator_.size()};
    }

    nn::Encoding encoded(std::string_view text) const {
        const Parts parts = parts_of(text);
        return input_.encode(parts.first, parts.second);
    }

    std::filesystem::path folder_;
    nn::Classifier model_;
    nn::TextInput input_;
    std::string separator_;  // empty: every text is one
    mutable std::once_flag hashed_;
    mutable std::string fingerprint_;
};

RIF_PLUGIN(Transformer)

}  // namespace
}  // namespace rif
