// The scorer: kinds declared and never guessed, labels by name, duplicates and cache counted, a bad answer refused.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cmath>
#include <limits>

#include <rif/base/error.hpp>
#include <rif/engine/scorer.hpp>
#include <rif/engine/threads.hpp>

namespace {

using namespace rif;

/// Column j of a text is j plus its length, unless told to answer wrongly.
class Lengths final : public Model {
public:
    ScoreKind kind = ScoreKind::logits;
    std::vector<std::string> names = {"no", "yes"};
    std::size_t extra_rows = 0;
    float poison = 0;  // added to every score

    ScoreKind score_kind() const override { return kind; }
    std::vector<std::string> labels() const override { return names; }
    std::string fingerprint() const override { return "lengths"; }
    Matrix predict(std::span<const std::string> texts) const override {
        asked += texts.size();
        Matrix scores(texts.size() + extra_rows, names.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            for (std::size_t j = 0; j < names.size(); ++j) scores[i][j] = static_cast<float>(j * texts[i].size()) / 10 + poison;
        }
        return scores;
    }
    mutable std::atomic<std::size_t> asked = 0;  // searches on other threads ask too
};

struct Fixture {
    std::shared_ptr<Lengths> model = std::make_shared<Lengths>();
    std::vector<std::string> labels = {"no", "yes"};
    Scorer scorer(std::size_t cache_bytes = 1 << 20) const { return Scorer(model, labels, "model.lengths", cache_bytes); }
};

const std::vector<std::string> k_texts = {"a", "four", "a", "a"};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(scorer, Fixture)

BOOST_AUTO_TEST_CASE(logits_become_a_softmax_and_probabilities_stay_what_they_are) {
    ScoreCounts counts;
    const Matrix soft = scorer().probabilities(k_texts, counts);
    BOOST_CHECK_SMALL(soft[1][1] - 1.0 / (1.0 + std::exp(-0.4)), 1e-7);
    BOOST_CHECK_SMALL(soft[1][0] + soft[1][1] - 1.0, 1e-7);
    model->kind = ScoreKind::probabilities;
    BOOST_CHECK_EQUAL(scorer().probabilities(k_texts, counts)[1][1], 0.4f);
}

BOOST_AUTO_TEST_CASE(decisions_that_are_nearly_a_tie_are_counted_once_for_each_call) {
    const Scorer own = scorer();
    ScoreCounts counts;
    own.probabilities(std::vector<std::string>{"", "four", ""}, counts);
    own.probabilities(std::vector<std::string>{"", "fours"}, counts);
    BOOST_CHECK_EQUAL(own.fragility().scored, 3u);
    BOOST_CHECK_EQUAL(own.fragility().fragile, 1u);
}

BOOST_AUTO_TEST_CASE(huge_logits_are_no_nan) {
    model->poison = 3e38f;
    ScoreCounts counts;
    const Matrix rows = scorer().probabilities(k_texts, counts);
    BOOST_CHECK_EQUAL(rows[0][0], 0.5f);
}

BOOST_AUTO_TEST_CASE(queries_are_model_calls_cache_hits_and_duplicates) {
    const Scorer s = scorer();
    ScoreCounts counts;
    s.probabilities(k_texts, counts);
    BOOST_CHECK_EQUAL(counts.queries, 4u);
    BOOST_CHECK_EQUAL(counts.model_calls, 2u);
    BOOST_CHECK_EQUAL(counts.duplicates, 2u);
    BOOST_CHECK_EQUAL(model->asked, 2u);
    s.probabilities(k_texts, counts);
    BOOST_CHECK_EQUAL(model->asked, 2u);
    BOOST_CHECK_EQUAL(counts.cache_hits, 2u);
    BOOST_CHECK_EQUAL(counts.queries, counts.model_calls + counts.cache_hits + counts.duplicates);
}

BOOST_AUTO_TEST_CASE(warm_cold_and_no_cache_give_the_same_bits) {
    const Scorer warm = scorer(), none = scorer(0);
    ScoreCounts counts;
    const Matrix first = warm.probabilities(k_texts, counts), second = warm.probabilities(k_texts, counts),
                 third = none.probabilities(k_texts, counts);
    BOOST_CHECK(std::equal(first.values().begin(), first.values().end(), second.values().begin()));
    BOOST_CHECK(std::equal(first.values().begin(), first.values().end(), third.values().begin()));
}

BOOST_AUTO_TEST_CASE(labels_are_mapped_by_name_and_unknown_ones_shown) {
    labels = {"yes", "no"};
    ScoreCounts counts;
    const Matrix rows = scorer().probabilities(k_texts, counts);
    BOOST_CHECK_GT(rows[1][0], rows[1][1]);
    labels = {"yes", "perhaps"};
    BOOST_CHECK_EXCEPTION(scorer(), Error, [](const Error& error) {
        return error.slug() == "labels" && error.message().find("no, yes") != std::string::npos &&
               error.message().find("yes, perhaps") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(a_label_that_only_the_model_knows_comes_last) {
    model->names = {"no", "other", "yes"};
    const Scorer s = scorer();
    BOOST_REQUIRE_EQUAL(s.classes(), 3u);
    BOOST_CHECK_EQUAL(s.labels()[2], "other");
}

BOOST_AUTO_TEST_CASE(a_wrong_row_count_and_a_nan_are_refused_with_their_place) {
    ScoreCounts counts;
    model->extra_rows = 1;
    BOOST_CHECK_EXCEPTION(scorer().probabilities(k_texts, counts), Error,
                          [](const Error& error) { return error.slug() == "model-output"; });
    model->extra_rows = 0;
    model->poison = std::numeric_limits<float>::quiet_NaN();
    BOOST_CHECK_EXCEPTION(scorer().probabilities(k_texts, counts), Error,
                          [](const Error& error) { return error.message().find("text 1 of 2") != std::string::npos; });
}

BOOST_AUTO_TEST_CASE(no_text_is_no_row) {
    ScoreCounts counts;
    BOOST_CHECK_EQUAL(scorer().probabilities({}, counts).rows(), 0u);
    BOOST_CHECK_EQUAL(counts.queries, 0u);
}

BOOST_AUTO_TEST_CASE(many_threads_share_a_scorer) {
    const Scorer s = scorer(4096);  // small: it fills while they ask
    std::atomic<std::size_t> wrong{0};
    for_each_parallel(8, 200, [&](std::size_t i) {
        const std::vector<std::string> texts = {std::string(i % 40, 'x'), std::string(i % 7, 'y')};
        ScoreCounts counts;
        const Matrix rows = s.probabilities(texts, counts);
        for (std::size_t k = 0; k < texts.size(); ++k) {
            const double expected = 1.0 / (1.0 + std::exp(-static_cast<double>(texts[k].size()) / 10));
            if (std::abs(rows[k][1] - expected) > 1e-6) ++wrong;
        }
    });
    BOOST_CHECK_EQUAL(wrong.load(), 0u);
}

BOOST_AUTO_TEST_SUITE_END()
