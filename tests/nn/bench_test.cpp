// What `rif bench model` compares with is right itself, and every way that it measures is measured.
#include <boost/test/unit_test.hpp>

#include <rif/base/model_bench.hpp>
#include <rif/nn/bench/plain_forward.hpp>
#include <rif/nn/models/classifier.hpp>

#include "support/fixture.hpp"

extern "C" rif::RunModelBench rif_run_model_bench;

BOOST_AUTO_TEST_SUITE(model_bench)

BOOST_AUTO_TEST_CASE(the_plain_forward_pass_has_the_references_logits, *rif::test::needs_data("fixtures")) {
    const rif::test::Fixture expected = rif::test::fixture("bert_uncased_2label");
    const rif::nn::PlainForward plain(rif::nn::Checkpoint::open(expected.folder), rif::nn::read_config(expected.folder));
    std::vector<rif::nn::TokenIds> batch;
    std::vector<std::vector<float>> logits;
    for (const rif::test::FixtureCase& each : expected.cases) {
        if (each.is_pair) continue;  // it knows one type of token
        batch.push_back(each.input), logits.push_back(each.logits);
    }
    BOOST_REQUIRE(batch.size() >= 22U);
    const rif::Matrix found = plain.logits(batch);
    for (std::size_t i = 0; i < batch.size(); ++i) BOOST_TEST(rif::test::furthest(found[i], logits[i]) <= 1e-4);
}

BOOST_AUTO_TEST_CASE(every_way_has_its_turn) {
    const rif::test::TemporaryFolder folder;
    rif::ModelBench what;
    what.networks = {{2, 64}};
    what.tokens = {5};
    what.texts = {{"notes", {"The nurse has notes.", "", "Flu, fever and a tumor; all of them together."}}};
    what.workers = {1, 2};
    what.seconds = 0;
    what.starts_up = true;
    what.folder = folder.path();
    std::vector<std::string> seen;
    std::size_t started = 0;
    rif_run_model_bench(what, {[](const std::string& arithmetic) { BOOST_TEST(arithmetic.find("vectors") != std::string::npos); },
                               [&](const rif::ModelBenchLine& line) {
                                   seen.push_back(line.texts + " " + std::to_string(line.workers));
                                   BOOST_TEST(line.rates.size() == 6U);
                                   for (const auto& [name, rate] : line.rates) BOOST_TEST(rate > 0, name);
                                   BOOST_TEST(line.ratios.size() == 5U);
                               },
                               [&](const rif::ModelBenchStartUp& times) { started += times.load > 0 && times.first > 0; }});
    BOOST_TEST((seen == std::vector<std::string>{"5 tokens 1", "5 tokens 2", "notes 1", "notes 2"}));
    BOOST_TEST(started == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
