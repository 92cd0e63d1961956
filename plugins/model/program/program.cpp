// model/program: a classifier in any language, asked through a subprocess: a line of JSON with texts to its standard input, a line of JSON
// with scores from its standard output. The protocol: README.md. Source: none.
// Cost: the program's own; rif adds some 20 microseconds a line.

#include <mutex>
#include <thread>

#include <rif/api/model.hpp>
#include <rif/api/register.hpp>
#include <rif/api/score_reply.hpp>
#include <rif/base/hash.hpp>

#include "pool.hpp"

namespace rif {
namespace {

std::vector<std::string> words_of(const Arguments& arguments) {
    std::vector<std::string> words;
    for (const std::filesystem::path& word : arguments.paths("command")) words.push_back(word.string());
    if (words.empty()) throw arguments.error("command", "wrong-type", "command is an empty list", "command = [\"python3\", \"model.py\"]");
    return words;
}

PoolSettings pool_settings(const Arguments& arguments) {
    PoolSettings settings;
    settings.command.words = words_of(arguments);
    if (!arguments.is_word("folder", "none")) settings.command.folder = arguments.path("folder");
    const auto workers = arguments.optional_count("workers");
    settings.most = workers ? static_cast<std::size_t>(*workers) : std::max(1U, std::thread::hardware_concurrency());
    settings.patience = std::chrono::duration<double>(arguments.number("timeout"));
    settings.patience_at_start = std::chrono::duration<double>(arguments.number("start_timeout"));
    settings.wait = [services = arguments.services_pointer()] { services->check_cancelled(); };
    return settings;
}

class Program final : public Model {
public:
    explicit Program(const Arguments& arguments)
        : form_{arguments.address(), arguments.texts("labels"),
                arguments.choice("scores") == "logits" ? ScoreKind::logits : ScoreKind::probabilities},
          place_(arguments.place("command")),
          batch_(static_cast<std::size_t>(arguments.count("batch"))),
          version_(arguments.text("version")),
          command_(words_of(arguments)),
          has_labels_(!form_.labels.empty()),
          pool_(pool_settings(arguments)) {}

    ScoreKind score_kind() const override { return form_.kind; }
    std::vector<std::string> labels() const override { return form().labels; }

    /// Of the words of the command, the contents of the files among them, and `version`.
    std::string fingerprint() const override {
        Hasher hasher;
        hasher.add("program").add(version_).add(std::to_string(command_.size()));
        std::error_code ignored;
        for (const std::string& word : command_) hasher.add(std::filesystem::is_regular_file(word, ignored) ? sha256_of(word) : word);
        return hasher.hex();
    }

    /// texts: n texts, UTF-8.  returns: [n, labels]. errors: rif::Error "program-…" of the process, "model-output" of its answer.
    Matrix predict(std::span<const std::string> texts) const override {
        const ReplyForm& form = this->form();
        Matrix result(texts.size(), form.labels.size());
        for (std::size_t first = 0; first < texts.size(); first += batch_) {
            const auto batch = texts.subspan(first, std::min(batch_, texts.size() - first));
            const Matrix rows = scores_of_reply(asked(batch), batch.size(), form);
            std::ranges::copy(rows.values(), result[first].data());
        }
        if (texts.empty()) scores_of_reply(asked({}), 0, form);
        return result;
    }

private:
    std::string asked(std::span<const std::string> texts) const {
        try {
            return pool_.ask(texts_as_json(texts));
        } catch (const Error& error) {
            throw Error(error.slug(), form_.who + " " + error.message(), error.help(), place_);
        }
    }

    /// With the labels, which the program is asked for once where the experiment does not say them.
    const ReplyForm& form() const {
        if (has_labels_) return form_;
        const std::scoped_lock lock(asking_labels_);
        if (form_.labels.empty()) form_.labels = labels_of_reply(asked({}), form_.who);
        return form_;
    }

    mutable ReplyForm form_;
    Place place_;
    std::size_t batch_;
    std::string version_;
    std::vector<std::string> command_;
    bool has_labels_;
    mutable std::mutex asking_labels_;
    mutable Pool pool_;
};

RIF_PLUGIN(Program)

}  // namespace
}  // namespace rif
