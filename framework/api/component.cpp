// Key functions of the role interfaces, so that casts and exceptions work across libraries; and their defaults.
#include <fmt/core.h>

#include <rif/api/attack.hpp>
#include <rif/api/audit.hpp>
#include <rif/api/counterpart.hpp>
#include <rif/api/dataset.hpp>
#include <rif/api/defense.hpp>
#include <rif/api/model.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/report.hpp>
#include <rif/api/services.hpp>
#include <rif/api/similarity.hpp>

namespace rif {

Component::~Component() = default;
Progress::~Progress() = default;
Services::~Services() = default;
Dataset::~Dataset() = default;
Counterpart::~Counterpart() = default;
Model::~Model() = default;
Similarity::~Similarity() = default;
Perturbation::~Perturbation() = default;
Attack::~Attack() = default;
Audit::~Audit() = default;
Defense::~Defense() = default;
Report::~Report() = default;
Results::~Results() = default;
Session::~Session() = default;

ByteSpan Model::visible_bytes(std::string_view text) const { return {0, text.size()}; }

void Model::train(const TrainingData&, const Arguments& settings, const std::filesystem::path&, const std::filesystem::path&,
                  Progress&) const {
    throw Error("not-trainable", "this model cannot be trained here", "leave out its group `train`", settings.place());
}

void Model::load(const std::filesystem::path& folder) {
    throw Error("not-trainable", fmt::format("this model cannot take weights from '{}'", folder.string()));
}

Matrix Model::word_gradients(std::string_view, std::size_t) const {
    throw Error("no-gradients", "this model gives no gradients of its word embeddings", "choose an attack that needs only probabilities");
}

Matrix Model::predict_rows(std::span<const std::vector<RowCell>>) const {
    throw Error("no-rows", "this model scores texts, not rows of a table", "choose a model whose `inputs` name \"row\"");
}

Matrix Model::predict_pairs(std::span<const TextPair>) const {
    throw Error("no-pairs", "this model scores single texts, not pairs of them",
                "leave out the second text, or choose a model that takes pairs");
}

std::optional<ModelInput> Model::input(std::string_view, std::optional<std::string_view>) const { return {}; }

std::vector<double> Similarity::scores(std::span<const TextPair>) const {
    throw Error("no-texts", "this similarity does not compare texts", "choose one whose `inputs` name \"text\"");
}

std::vector<DirectedScore> Similarity::directed_scores(std::span<const TextPair> pairs) const {
    std::vector<DirectedScore> result;
    result.reserve(pairs.size());
    for (const double value : scores(pairs)) result.push_back({value});
    return result;
}

std::vector<DirectedScore> Similarity::word_scores(std::span<const WordPair> pairs) const {
    std::vector<TextPair> texts;
    texts.reserve(pairs.size());
    for (const WordPair& pair : pairs) {
        texts.push_back({pair.before + pair.word + pair.after, pair.before + pair.candidate + pair.after});
    }
    return directed_scores(texts);
}

std::vector<double> Similarity::row_scores(std::span<const RowPair>) const {
    throw Error("no-rows", "this similarity does not compare rows of a table", "choose one whose `inputs` name \"row\"");
}

std::vector<float> Similarity::vector(const std::string&) const { return {}; }

bool Perturbation::knows_expression(std::string_view) const { return false; }

}  // namespace rif
