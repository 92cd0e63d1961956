// model/transformer: a sequence classifier out of a checkpoint folder as published (BERT, RoBERTa, DistilBERT, ELECTRA, MPNet, DeBERTa
// v2/v3), fine-tuned on the experiment's data, or a small one of these families trained from scratch. Sources: Devlin et al. 2019, Liu et
// al. 2019, Sanh et al. 2019, Clark et al. 2020, Song et al. 2020, He et al. 2021; numbers equal to those of Hugging Face transformers
// within its own rounding. Texts go through the network packed together where BLAS was found to keep their bits, else one by one, on the
// calling thread, so that a score has the same bits whatever else is asked. Cost: README.md.

#include <mutex>
#include <optional>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/api/model.hpp>
#include <rif/api/register.hpp>
#include <rif/base/hash.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/text_input.hpp>
#include <rif/nn/train/classifier_training.hpp>

namespace rif {
namespace {

constexpr std::size_t k_usual_window = 128;                                // tokens, of a network from scratch
constexpr double k_rate_from_scratch = 5e-4, k_rate_of_checkpoint = 3e-5;  // Devlin et al. 2019 fine-tune with 2e-5 to 5e-5
constexpr const char* k_scratch_keys[] = {"architecture", "layers", "hidden", "heads", "intermediate", "vocabulary", "lowercase"};

std::optional<std::size_t> optional_size(const Arguments& arguments, std::string_view key) {
    const std::optional<std::int64_t> asked = arguments.optional_count(key);
    return asked ? std::optional(static_cast<std::size_t>(*asked)) : std::nullopt;
}

std::size_t size(const Arguments& arguments, std::string_view key) { return static_cast<std::size_t>(arguments.count(key)); }

nn::NetworkShape shape_of(const Arguments& train, std::optional<std::size_t> window) {
    const std::size_t hidden = size(train, "hidden");
    return {train.choice("architecture"),
            size(train, "layers"),
            hidden,
            size(train, "heads"),
            optional_size(train, "intermediate").value_or(4 * hidden),
            window.value_or(k_usual_window),
            size(train, "vocabulary"),
            train.on("lowercase"),
            train.number("dropout")};
}

nn::ClassifierTraining training_of(const Arguments& train, std::optional<std::size_t> window, const std::string& separator,
                                   bool from_scratch) {
    return {size(train, "epochs"),
            size(train, "batch"),
            train.optional_number("rate").value_or(from_scratch ? k_rate_from_scratch : k_rate_of_checkpoint),
            train.number("weight_decay"),
            train.number("warmup"),
            train.number("clip"),
            train.number("dropout"),
            train.choice("class_weights") == "balanced",
            train.number("validation"),
            optional_size(train, "patience"),
            window,
            separator,
            train.services().seed(),
            train.services().threads()};
}

constexpr std::size_t k_slow_from = 256;  // numbers a token, from which on a slow BLAS costs hours rather than minutes

class Transformer final : public Model {
public:
    explicit Transformer(const Arguments& arguments)
        : name_(arguments.address()),
          window_(optional_size(arguments, "max_length")),
          checkpoint_(arguments.is_word("checkpoint", "none") ? std::filesystem::path() : arguments.path("checkpoint")),
          separator_(arguments.optional_text("separator").value_or("")),
          computing_(arguments.services().computing()) {
        const std::vector<Arguments> train = arguments.groups("train");
        if (train.empty() && checkpoint_.empty()) {
            throw Error("missing-setting", fmt::format("{} has nothing to take its weights from", name_),
                        "checkpoint = \"FOLDER\", or train { epochs = 3 }", arguments.place());
        }
        if (train.empty())
            take_checkpoint(arguments);
        else if (checkpoint_.empty())
            check_shape(train.front());
        else
            check_fine_tuning(arguments, train.front());
    }

    ScoreKind score_kind() const override { return ScoreKind::logits; }
    std::vector<std::string> labels() const override { return loaded().model.labels(); }

    std::string fingerprint() const override {
        const Loaded& from = loaded();
        std::call_once(hashed_, [&] {
            fingerprint_ = Hasher()
                               .add("transformer")
                               .add(nn::fingerprint(from.folder))
                               .add(std::to_string(from.input.max_length()))
                               .add(nn::arithmetic())
                               .add(separator_)
                               .hex();
        });
        return fingerprint_;
    }

    /// texts: n texts, UTF-8.  returns: [n, labels], logits.
    Matrix predict(std::span<const std::string> texts) const override {
        std::vector<nn::TokenIds> inputs;
        for (const std::string& text : texts) inputs.push_back(nn::token_ids(encoded(text)));
        return loaded().model.logits(inputs);
    }

    Matrix predict_pairs(std::span<const TextPair> pairs) const override {
        std::vector<nn::TokenIds> inputs;
        for (const TextPair& pair : pairs) inputs.push_back(loaded().input.ids(pair.a, pair.b));
        return loaded().model.logits(inputs);
    }

    std::optional<ModelInput> input(std::string_view text, std::optional<std::string_view> text_pair) const override {
        const nn::Encoding encoding = text_pair ? loaded().input.encode(text, text_pair) : encoded(text);
        const ByteSpan visible = !text_pair ? visible_bytes(text) : encoding.is_truncated ? encoding.visible(0) : ByteSpan{0, text.size()};
        ModelInput result{encoding.ids, encoding.type_ids, {}, visible};
        for (const std::int64_t id : result.ids) result.tokens.push_back(loaded().input.tokenizer().token(id));
        return result;
    }

    /// Of two texts, up to the last byte of the second that is seen: a gap where the first was cut counts as seen.
    ByteSpan visible_bytes(std::string_view text) const override {
        const nn::Encoding encoding = encoded(text);
        if (!encoding.is_truncated) return {0, text.size()};
        const nn::JoinedText parts = nn::split_joined(text, separator_);
        return parts.second ? ByteSpan{0, parts.second_begin + encoding.visible(1).end} : encoding.visible(0);
    }

    /// [tokens, width]: of a token that the tokenizer cuts into pieces, the mean of its pieces' gradients; zeros where none is in the
    /// window.
    Matrix word_gradients(std::string_view text, std::size_t label) const override {
        const nn::Encoding encoding = encoded(text);
        const std::size_t shift[] = {0, nn::split_joined(text, separator_).second_begin};  // from a text's own bytes to those of the whole
        const Matrix pieces = loaded().model.word_gradients(nn::token_ids(encoding), label);
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

    void train(const TrainingData& data, const Arguments& settings, const std::filesystem::path& start, const std::filesystem::path& folder,
               Progress& progress) const override {
        const std::filesystem::path& before = start.empty() ? checkpoint_ : start;
        if (!start.empty()) check_labels(data, start);
        const Services& services = settings.services();
        const auto report = [&](std::size_t done, std::size_t total, const std::string& note) {
            services.check_cancelled();
            progress.note(note);
            progress.at(done, total);
        };
        const nn::TrainingResult result =
            nn::train_classifier(data, {shape_of(settings, window_), before}, training_of(settings, window_, separator_, before.empty()),
                                 folder, {report, [&](const nn::EpochNote& note) { services.log(name_ + ": " + text_of(note)); }});
        std::string line =
            fmt::format("{}: trained on {} texts, the weights of epoch {} are kept", name_, data.examples.size(), result.best_epoch);
        if (result.held_out_accuracy)
            line += fmt::format("; accuracy {:.3f} on {} held out", *result.held_out_accuracy, data.held_out.size());
        services.log(line);
    }

    void load(const std::filesystem::path& folder) override {
        loaded_.emplace(folder, window_, computing_);
        if (labels().size() < 2)
            throw Error("one-label", fmt::format("'{}' has one label: it rates, and classifies nothing", folder.string()));
    }

private:
    struct Loaded {
        Loaded(const std::filesystem::path& from, std::optional<std::size_t> window, const Computing& computing)
            : folder(from), model(nn::Classifier::load(from, computing)), input(from, model.config().longest(), window) {}
        std::filesystem::path folder;
        nn::Classifier model;
        nn::TextInput input;
    };

    static std::string text_of(const nn::EpochNote& note) {
        std::string text = fmt::format("epoch {} of {}, loss {:.4f}", note.epoch, note.epochs, note.loss);
        if (note.validation_accuracy) {
            text += fmt::format(", on {} held back accuracy {:.3f}, loss {:.4f}", note.validation_examples, *note.validation_accuracy,
                                *note.validation_loss);
        }
        return text + fmt::format(", {:.1f} s", note.seconds);
    }

    void take_checkpoint(const Arguments& arguments) try {
        load(checkpoint_);
        const std::string advice = loaded().model.config().hidden >= k_slow_from ? nn::advice() : std::string();
        if (!advice.empty()) arguments.services().warn(advice);
    } catch (const Error& error) {
        throw error.at(arguments.place(error.slug().starts_with("window") ? "max_length" : "checkpoint"));
    }

    static void check_shape(const Arguments& train) {
        const std::size_t hidden = size(train, "hidden"), heads = size(train, "heads");
        if (hidden % heads == 0) return;
        throw train.error("heads", "wrong-shape", fmt::format("{} numbers of a token cannot be shared among {} heads", hidden, heads),
                          fmt::format("hidden = {}", (hidden / heads + 1) * heads));
    }

    /// Of a checkpoint, sizes and vocabulary are its own.
    void check_fine_tuning(const Arguments& arguments, const Arguments& train) const {
        for (const char* key : k_scratch_keys) {
            if (!train.given(key)) continue;
            throw train.error(key, "conflicting-settings",
                              fmt::format("{} is the checkpoint's own, and is set for a network from scratch", key),
                              "leave it out, or leave checkpoint out");
        }
        try {
            const nn::Config config = nn::read_config(checkpoint_);
            nn::TextInput(checkpoint_, config.longest(), window_);
        } catch (const Error& error) {
            throw error.at(arguments.place(error.slug().starts_with("window") ? "max_length" : "checkpoint"));
        }
    }

    static void check_labels(const TrainingData& data, const std::filesystem::path& start) {
        const std::vector<std::string> known = nn::read_config(start).labels;
        if (known == data.labels) return;
        throw Error("other-labels", fmt::format("the trained model has the labels [{}], and the data [{}]", fmt::join(known, ", "),
                                                fmt::join(data.labels, ", ")));
    }

    nn::Encoding encoded(std::string_view text) const {
        const nn::JoinedText parts = nn::split_joined(text, separator_);
        return loaded().input.encode(parts.first, parts.second);
    }

    const Loaded& loaded() const {
        if (!loaded_) throw Error("not-trained", fmt::format("{} is asked before it was trained", name_), "train { epochs = 3 }");
        return *loaded_;
    }

    std::string name_;
    std::optional<std::size_t> window_;
    std::filesystem::path checkpoint_;
    std::string separator_;  // empty: every text is one
    Computing computing_;
    std::optional<Loaded> loaded_;
    mutable std::once_flag hashed_;
    mutable std::string fingerprint_;
};

RIF_PLUGIN(Transformer)

}  // namespace
}  // namespace rif
