// Models that keep their contract, and one for each clause that they can break.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>

#include <rif/base/error.hpp>
#include <rif/engine/model_check.hpp>

namespace {

using rif::Matrix;
using Texts = std::span<const std::string>;

class AnyModel final : public rif::Model {
public:
    using Predict = std::function<Matrix(Texts)>;
    AnyModel(Predict predict, rif::ScoreKind kind, std::vector<std::string> labels)
        : predict_(std::move(predict)), kind_(kind), labels_(std::move(labels)) {}
    rif::ScoreKind score_kind() const override { return kind_; }
    std::vector<std::string> labels() const override { return labels_; }
    Matrix predict(Texts texts) const override { return predict_(texts); }
    std::string fingerprint() const override { return "any"; }

private:
    Predict predict_;
    rif::ScoreKind kind_;
    std::vector<std::string> labels_;
};

/// Every text gets this row.
AnyModel::Predict rows_of(std::vector<float> row) {
    return [row](Texts texts) {
        Matrix result(texts.size(), row.size());
        for (std::size_t i = 0; i < texts.size(); ++i) std::ranges::copy(row, result[i].begin());
        return result;
    };
}

std::string breach(const AnyModel::Predict& predict, rif::ScoreKind kind = rif::ScoreKind::probabilities, bool deterministic = true,
                   std::vector<std::string> labels = {"a", "b"}) {
    try {
        rif::check_answers(AnyModel(predict, kind, std::move(labels)), "model.m", deterministic);
    } catch (const rif::Error& error) {
        BOOST_TEST(error.slug() == "model-contract");
        return error.message();
    }
    return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(model_check)

BOOST_AUTO_TEST_CASE(a_model_that_keeps_its_contract_passes) {
    BOOST_TEST(breach(rows_of({0.25f, 0.75f})) == "");
    BOOST_TEST(breach(rows_of({0.333f, 0.666f})) == "");  // rounded to three digits
    BOOST_TEST(breach(rows_of({-4, 9}), rif::ScoreKind::logits) == "");
}

BOOST_AUTO_TEST_CASE(each_clause_that_is_broken_is_named) {
    BOOST_TEST(breach([](Texts texts) { return Matrix(std::max<std::size_t>(texts.size(), 1), 2); }) ==
               "model.m was asked about 0 texts and gave [1, 2] scores, not [0, 2]");
    BOOST_TEST(breach([](Texts texts) { return Matrix(texts.size(), 3); }) ==
               "model.m was asked about 1 text and gave [1, 3] scores, not [1, 2]");
    BOOST_TEST(breach([](Texts texts) {
                   return texts.size() == 3 ? Matrix(1, 2) : rows_of({0.5f, 0.5f})(texts);
               }) == "model.m was asked about 3 texts and gave [1, 2] scores, not [3, 2]");
    BOOST_TEST(breach(rows_of({-0.5f, 1.5f})) == "model.m gave the probability -0.5 for the text \"a short text\"");
    BOOST_TEST(breach(rows_of({0.9f, 0.9f})) == "model.m gave probabilities that add up to 1.8000 for the text \"a short text\"");
    BOOST_TEST(breach(rows_of({0.5f, 0.5f}), rif::ScoreKind::probabilities, true, {"a", "a"}) == "model.m has the labels a, a");
    BOOST_TEST(breach(rows_of({1}), rif::ScoreKind::probabilities, true, {"a"}) == "model.m has the labels a");
}

BOOST_AUTO_TEST_CASE(the_empty_text_has_to_have_a_score) {
    const auto predict = [](Texts texts) {
        Matrix result = rows_of({0, 1})(texts);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (texts[i].empty()) result[i][0] = std::nanf("");
        }
        return result;
    };
    BOOST_TEST(breach(predict, rif::ScoreKind::logits) == "model.m gave nan for the text \"\"");
}

BOOST_AUTO_TEST_CASE(a_text_scores_alone_as_among_others_where_the_model_is_deterministic) {
    const auto by_company = [](Texts texts) { return rows_of({static_cast<float>(texts.size()), 0})(texts); };
    BOOST_TEST(breach(by_company, rif::ScoreKind::logits) == "model.m gave 1, 0 for a text alone and 3, 0 for it among three");
    BOOST_TEST(breach(by_company, rif::ScoreKind::logits, false) == "");
}

BOOST_AUTO_TEST_SUITE_END()
