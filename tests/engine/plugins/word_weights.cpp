// A linear victim for tests: logit of class c = sum over words of a weight in [-1, 1] that the hash of word and class gives.
#include <chrono>
#include <filesystem>
#include <limits>
#include <thread>

#include <rif/api/model.hpp>
#include <rif/api/register.hpp>
#include <rif/base/error.hpp>
#include <rif/base/random.hpp>

namespace rif {
namespace {

class WordWeights final : public Model {
public:
    explicit WordWeights(const Arguments& arguments)
        : labels_(arguments.texts("labels")),
          temperature_(arguments.number("temperature")),
          delay_(arguments.count("delay")),
          throws_on_(arguments.text("throws_on")),
          nan_on_(arguments.text("nan_on")),
          throws_in_(arguments.text("throws_in")),
          vanishes_(arguments.on("vanishes")) {}

    ScoreKind score_kind() const override { return ScoreKind::logits; }
    std::vector<std::string> labels() const override { return labels_; }
    std::string fingerprint() const override {
        if (vanishes_) throw Error("vanished", "the weights are gone");
        return "word_weights";
    }

    Matrix predict(std::span<const std::string> texts) const override {
        if (!throws_in_.empty() && texts.size() > 3 && std::filesystem::exists(throws_in_)) throw Error("down", "the model is down");
        Matrix scores(texts.size(), labels_.size());
        for (std::size_t i = 0; i < texts.size(); ++i) score(texts[i], scores[i]);
        return scores;
    }

private:
    void score(const std::string& text, std::span<float> row) const {
        if (delay_ > 0) std::this_thread::sleep_for(std::chrono::microseconds(delay_));
        if (!throws_on_.empty() && text.find(throws_on_) != std::string::npos) throw 42;
        for (const ByteSpan& token : tokens(text)) {
            for (std::size_t c = 0; c < row.size(); ++c)
                row[c] += static_cast<float>((2 * stream(c, {fold_case(token.of(text))}).uniform() - 1) / temperature_);
        }
        if (!nan_on_.empty() && text.find(nan_on_) != std::string::npos) row[0] = std::numeric_limits<float>::quiet_NaN();
    }

    std::vector<std::string> labels_;
    double temperature_;
    std::int64_t delay_;
    std::string throws_on_, nan_on_, throws_in_;
    bool vanishes_;
};

}  // namespace
}  // namespace rif

RIF_PLUGIN(rif::WordWeights)
