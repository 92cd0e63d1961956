#include <boost/test/unit_test.hpp>

#include <algorithm>

#include <boost/json.hpp>

#include <rif/base/text.hpp>
#include <rif/host/describe.hpp>
#include <rif/host/manifest.hpp>

namespace {

const std::string k_manifest = R"(role = "attack"
name = "greedy"
api = 1
summary = "The best substitution for each token"
source = "Doe 2024"
reads = ["target", {role = "similarity", when = "source = embedding"}]
needs = "probabilities"
[parameters.source]
type = "choice"
choices = [{name = "run", help = "from the run"}, "embedding"]
default = "run"
help = "Where candidates come from."
[parameters.patience]
type = "number"
unit = "second"
range = [0.5, 10]
default = 2
help = "How long."
[parameters.victim]
type = "block:model"
required = true
help = "Whom."
[groups.stage]
labelled = true
repeats = true
help = "A stage of the search."
[groups.stage.parameters.share]
type = "probability"
default = 0.5
help = "Of the tokens."
)";

rif::PluginEntry greedy() {
    rif::Diagnostics diagnostics;
    auto entry = rif::parse_manifest(std::make_shared<const rif::Source>(rif::Source{"manifest.toml", k_manifest, {}}), diagnostics);
    BOOST_TEST_REQUIRE(entry.has_value());
    entry->origin = "build";
    return *entry;
}

bool holds(const std::string& text, const std::string& part) {
    if (text.find(part) != std::string::npos) return true;
    BOOST_TEST_MESSAGE(text);
    return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(describe)

BOOST_AUTO_TEST_CASE(a_manual_page_says_everything_that_the_manifest_says) {
    const std::string text = rif::described_as_text(greedy(), 140);
    BOOST_TEST(
        text.starts_with("attack/greedy  (plugin interface 1, built in)\nThe best substitution for each token. Source: Doe 2024.\n"));
    BOOST_TEST(holds(text, "reads target, similarity (with source = embedding) · needs probabilities\n"));
    BOOST_TEST(holds(text, "  source    run | embedding"));
    BOOST_TEST(holds(text, "Where candidates come from. run: from the run.\n"));
    BOOST_TEST(holds(text, "  number 0.5..10 [second]  "));
    BOOST_TEST(holds(text, "  2 seconds  "));
    BOOST_TEST(holds(text, "  victim    model "));
    BOOST_TEST(holds(text, "  required   Whom.\n"));
    BOOST_TEST(holds(text, "(run) Ranked tokens that one search may try."));
    BOOST_TEST(
        holds(text, "  stage NAME { … }   any number of times\n  A stage of the search.\n    share  probability  0.5  Of the tokens.\n"));
}

BOOST_AUTO_TEST_CASE(lines_keep_to_the_width_of_the_terminal) {
    for (const std::size_t width : {60, 80, 120}) {
        std::istringstream lines(rif::described_as_text(greedy(), width));
        for (std::string line; std::getline(lines, line);) BOOST_TEST(rif::display_width(line) <= width, line);
    }
}

BOOST_AUTO_TEST_CASE(the_same_is_one_line_of_json) {
    const std::string text = rif::described_as_json(greedy());
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 1);
    const boost::json::object page = boost::json::parse(text).as_object();
    BOOST_TEST(page.at("role").as_string() == "attack");
    const boost::json::array& parameters = page.at("parameters").as_array();
    BOOST_TEST(parameters.size() == 3 + 3);  // its own, then tokens, queries, seconds
    BOOST_TEST(parameters.at(2).at("type").as_string() == "block:model");
    BOOST_TEST(parameters.at(3).at("framework").as_bool());
    BOOST_TEST(page.at("reads").at(1).at("when").as_string() == "source = embedding");
    BOOST_TEST(page.at("groups").at(0).at("parameters").at(0).at("default").as_string() == "0.5");
}

BOOST_AUTO_TEST_SUITE_END()
