// Scores in JSON as other processes send them: every form, labels by name, numbers that are none, and what is refused.
#include <boost/test/unit_test.hpp>

#include <cmath>

#include <rif/api/score_reply.hpp>
#include <rif/base/error.hpp>

namespace {

using rif::Matrix;
using rif::ReplyForm;

const ReplyForm k_form{"model.m", {"negative", "positive"}, rif::ScoreKind::probabilities};

std::vector<float> values(const Matrix& matrix) { return {matrix.values().begin(), matrix.values().end()}; }

std::string refused(const std::string& reply, std::size_t texts = 1, const ReplyForm& form = k_form) {
    try {
        rif::scores_of_reply(reply, texts, form);
    } catch (const rif::Error& error) {
        BOOST_TEST(error.slug() == "model-output");
        return error.message();
    }
    return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(score_reply)

BOOST_AUTO_TEST_CASE(texts_go_out_on_one_line_of_json) {
    const std::vector<std::string> texts = {"a \"b\"\n", "\xFF"};
    BOOST_TEST(rif::texts_as_json(texts) == "{\"texts\":[\"a \\\"b\\\"\\n\",\"\xEF\xBF\xBD\"]}");
    BOOST_TEST(rif::texts_as_json({}) == "{\"texts\":[]}");
}

BOOST_AUTO_TEST_CASE(rows_come_in_several_forms_and_columns_go_by_name) {
    const std::vector<float> expected = {0.25f, 0.75f, 1, 0};
    for (
        const char* reply : {
            R"([[0.25,0.75],[1,0]])",
            R"({"probabilities":[[0.25,0.75],[1,0]]})",
            R"({"scores":[[0.25,0.75],[1,0]],"time":3})",
            R"({"labels":["positive","negative"],"probabilities":[[0.75,0.25],[0,1]]})",
            R"([{"positive":0.75,"negative":0.25},{"negative":1,"positive":0}])",
            R"([[{"label":"positive","score":0.75},{"label":"negative","score":0.25}],[{"label":"negative","score":1},{"label":"positive","score":0}]])",
        })
        BOOST_TEST((values(rif::scores_of_reply(reply, 2, k_form)) == expected), reply);
    BOOST_TEST((values(rif::scores_of_reply(R"([{"label":"positive","score":0.75},{"label":"negative","score":0.25}])", 1, k_form)) ==
                std::vector<float>{0.25f, 0.75f}));
    BOOST_TEST((values(rif::scores_of_reply(R"({"logits":[[-2,3e0]]})", 1, {"m", {"a", "b"}, rif::ScoreKind::logits})) ==
                std::vector<float>{-2, 3}));
    BOOST_TEST(rif::scores_of_reply("[]", 0, k_form).rows() == 0u);
}

BOOST_AUTO_TEST_CASE(a_number_that_is_none_is_the_error_of_its_own_text) {
    for (const char* reply :
         {"[[NaN,1],[0,1]]", "[[null,1],[0,1]]", "[[-Infinity,1],[0,1]]", R"({"note":"NaN \" Infinity","scores":[[Infinity,1],[0,1]]})"}) {
        const Matrix scores = rif::scores_of_reply(reply, 2, k_form);
        BOOST_TEST(std::isnan(scores[0][0]), reply);
        BOOST_TEST((scores[0][1] == 1 && scores[1][0] == 0 && scores[1][1] == 1), reply);
    }
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_says_what_was_found_and_what_was_expected) {
    BOOST_TEST(refused("<html>502 Bad Gateway</html>") == "model.m: its answer is no JSON: \"<html>502 Bad Gateway</html>\"");
    BOOST_TEST(refused("") == "model.m: its answer is no JSON: \"\"");
    BOOST_TEST(refused("3") == "model.m answers without rows of scores: \"3\"");
    BOOST_TEST(refused("{\"probabilities\":1}") == "model.m answers without rows of scores: \"{\\\"probabilities\\\":1}\"");
    BOOST_TEST(refused("[[0.5,0.5]]", 3) == "model.m answers 1 texts where 3 were asked");
    BOOST_TEST(refused("[0.5]") == "model.m answers no list of scores for text 1 of 1");
    BOOST_TEST(refused("[[0.5]]") == "model.m answers 1 scores for text 1 of 1, and there are 2 labels");
    BOOST_TEST(refused(R"([{"positive":0.5,"neutral":0.5}])") ==
               "model.m answers a label 'neutral'; the labels of the experiment are negative, positive");
    BOOST_TEST(refused(R"([[{"label":"positive","score":1},{"label":"positive","score":0}]])") ==
               "model.m answers scores of positive, positive; the labels of the experiment are negative, positive");
    BOOST_TEST(refused(R"({"labels":["positive"],"scores":[[1]]})") ==
               "model.m answers scores of positive; the labels of the experiment are negative, positive");
    BOOST_TEST(refused(R"([{"label":"positive","score":1},{"label":"negative","score":1}])", 2) ==
               "model.m answers the best label alone for text 1 of 2");
    BOOST_TEST(refused(R"([["a","b"]])") == "model.m answers \"\\\"a\\\"\" where a score of text 1 of 1 is due");
    BOOST_TEST(refused(R"({"error":{"type":"overloaded"}})") == "model.m answers that it failed: {\"type\":\"overloaded\"}");
    BOOST_TEST(refused(R"({"logits":[[1,2]]})") == "model.m answers logits, and the experiment says probabilities");
}

BOOST_AUTO_TEST_CASE(a_hostile_reply_is_one_sentence) {
    BOOST_TEST(refused(std::string(100000, '[')).size() < 200u);
    BOOST_TEST(refused("[[" + std::string(1000, '\xC3')).size() < 600u);
    BOOST_TEST(refused("[[1e999999,0]]").find("due") == std::string::npos);  // an infinity, which the scorer refuses
    BOOST_TEST(refused("[[0.5,0.5]] [[0.5,0.5]]") != "");
}

BOOST_AUTO_TEST_CASE(labels_are_read_where_a_reply_names_them) {
    BOOST_TEST((rif::labels_of_reply(R"({"labels":["b","a"],"probabilities":[]})", "m") == std::vector<std::string>{"b", "a"}));
    for (const char* reply : {"[]", R"({"probabilities":[]})", R"({"labels":[]})", R"({"labels":"a"})", R"({"labels":["a",1]})"})
        BOOST_CHECK_EXCEPTION(rif::labels_of_reply(reply, "m"), rif::Error, [](const rif::Error& e) { return e.slug() == "model-output"; });
}

BOOST_AUTO_TEST_SUITE_END()
