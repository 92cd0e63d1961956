// model/torchscript: a network exported with TorchScript, for texts (with a tokenizer's folder) or for rows of numbers. Source: none.
// Each text or row goes through the module alone, on the calling thread, so that its score has the same bits whatever else is asked.
// Cost: the module's own; libtorch takes 0.4 s to open.

#include <cmath>
#include <mutex>

#include <fmt/core.h>

#include <rif/api/model.hpp>
#include <rif/api/register.hpp>
#include <rif/base/hash.hpp>
#include <rif/nn/text_input.hpp>

#include "module.hpp"

namespace rif {
namespace {

constexpr std::size_t k_longest = 65536;  // tokens, where neither the experiment nor the tokenizer's folder says

std::vector<Given> takes_of(const Arguments& arguments) {
    std::vector<Given> result;
    for (const std::string& word : arguments.texts("takes"))
        result.push_back(word == "ids" ? Given::ids : word == "mask" ? Given::mask : Given::types);
    return result;
}

std::unique_ptr<const nn::TextInput> text_input(const Arguments& arguments) {
    if (arguments.is_word("tokenizer", "none")) return nullptr;
    const auto asked = arguments.optional_count("max_length");
    return std::make_unique<const nn::TextInput>(arguments.path("tokenizer"), k_longest,
                                                 asked ? std::optional(static_cast<std::size_t>(*asked)) : std::nullopt);
}

class TorchScript final : public Model {
public:
    explicit TorchScript(const Arguments& arguments) try
        : file_(arguments.path("file")),
          labels_(arguments.texts("labels")),
          features_(arguments.texts("features").size()),
          kind_(arguments.choice("scores") == "logits" ? ScoreKind::logits : ScoreKind::probabilities),
          input_(text_input(arguments)),
          tokenizer_(input_ ? arguments.path("tokenizer") : std::filesystem::path()),
          takes_(takes_of(arguments)),
          module_(file_, takes_, !input_) {
        if (!input_ && features_ == 0)
            throw Error("missing-setting", "neither a tokenizer nor features are named: nothing can be given to the module",
                        "tokenizer = \"FOLDER\", or features = [age, hours]");
        if (input_ && features_ > 0)
            throw Error("two-inputs", "a tokenizer and features are named: a module takes texts or rows", "leave one of them out");
    } catch (const Error& error) {
        throw error.at(arguments.place("file"));
    }

    ScoreKind score_kind() const override { return kind_; }
    std::vector<std::string> labels() const override { return labels_; }

    std::string fingerprint() const override {
        std::call_once(hashed_, [&] {
            Hasher hasher;
            hasher.add("torchscript").add(sha256_of(file_)).add(std::to_string(features_));
            for (const Given given : takes_) hasher.add(std::to_string(static_cast<int>(given)));
            if (input_) hasher.add(nn::fingerprint(tokenizer_)).add(std::to_string(input_->max_length()));
            fingerprint_ = hasher.hex();
        });
        return fingerprint_;
    }

    /// texts: n texts, UTF-8.  returns: [n, labels]. errors: rif::Error "no-texts" where it takes rows; "module-failed"; "model-output".
    Matrix predict(std::span<const std::string> texts) const override {
        if (!input_)
            throw Error("no-texts", fmt::format("'{}' takes rows: no tokenizer is named for texts", file_.string()),
                        "tokenizer = \"FOLDER\"");
        Matrix result(texts.size(), labels_.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            nn::TokenIds tokens = input_->ids(texts[i]);
            tokens.types.resize(tokens.ids.size());
            std::ranges::copy(module_.scores(tokens.ids, tokens.types, labels_.size()), result[i].begin());
        }
        return result;
    }

    /// rows: n rows of as many cells as there are features.  returns: [n, labels].
    /// errors: rif::Error "no-rows" where it takes texts; "wrong-row" with the row for another number of cells or one that is no number.
    Matrix predict_rows(std::span<const std::vector<RowCell>> rows) const override {
        if (input_) return Model::predict_rows(rows);
        Matrix result(rows.size(), labels_.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            std::ranges::copy(module_.scores(numbers(rows[i], i), labels_.size()), result[i].begin());
        return result;
    }

    ByteSpan visible_bytes(std::string_view text) const override {
        if (!input_) return {0, text.size()};
        const nn::Encoding encoding = input_->encode(text);
        return encoding.is_truncated ? encoding.visible(0) : ByteSpan{0, text.size()};
    }

private:
    std::vector<float> numbers(const std::vector<RowCell>& row, std::size_t index) const {
        if (row.size() != features_)
            throw Error("wrong-row", fmt::format("row {} has {} cells, and the module takes {} features", index + 1, row.size(), features_),
                        "name them in `features`");
        std::vector<float> result;
        for (const RowCell& cell : row) {
            if (!cell.number || !std::isfinite(*cell.number))
                throw Error("wrong-row", fmt::format("row {} holds '{}', which is no number", index + 1, cell.text),
                            "give the module columns of numbers");
            result.push_back(static_cast<float>(*cell.number));
        }
        return result;
    }

    std::filesystem::path file_;
    std::vector<std::string> labels_;
    std::size_t features_;
    ScoreKind kind_;
    std::unique_ptr<const nn::TextInput> input_;
    std::filesystem::path tokenizer_;
    std::vector<Given> takes_;
    ScriptModule module_;
    mutable std::once_flag hashed_;
    mutable std::string fingerprint_;
};

RIF_PLUGIN(TorchScript)

}  // namespace
}  // namespace rif
