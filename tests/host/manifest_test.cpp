#include <boost/test/unit_test.hpp>

#include <algorithm>

#include <rif/host/manifest.hpp>

namespace {

using rif::Diagnostics;
using rif::PluginEntry;

const std::string k_whole = R"(role    = "similarity"
name    = "edit"
api     = 1
summary = "edit distance"
kind    = "score"
same    = 1
inputs  = ["text"]
)";

std::optional<PluginEntry> parsed(const std::string& text, Diagnostics& diagnostics) {
    return rif::parse_manifest(std::make_shared<const rif::Source>(rif::Source{"manifest.toml", text, {}}), diagnostics);
}

PluginEntry entry(const std::string& text) {
    Diagnostics diagnostics;
    const std::optional<PluginEntry> result = parsed(text, diagnostics);
    for (const rif::Diagnostic& diagnostic : diagnostics.all()) BOOST_TEST_MESSAGE(as_text(diagnostic));
    BOOST_TEST_REQUIRE(result.has_value());
    return *result;
}

/// "LINE:COLUMN: message" of the only fault.
std::string fault(const std::string& text) {
    Diagnostics diagnostics;
    BOOST_TEST(!parsed(text, diagnostics).has_value());
    BOOST_TEST_REQUIRE(diagnostics.all().size() == 1);
    const rif::Diagnostic& only = diagnostics.all().front();
    BOOST_TEST(only.slug == "manifest");
    return only.place.to_string() + ": " + only.message;
}

std::string with_parameter(const std::string& lines) { return k_whole + "[parameters.p]\n" + lines; }

rif::Parameter parameter(const std::string& lines) {
    const PluginEntry result = entry(with_parameter(lines + "help = \"h\"\n"));
    return *result.schema.find("p");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manifest)

BOOST_AUTO_TEST_CASE(the_head_of_a_manifest_is_read_whole) {
    const PluginEntry plugin = entry(k_whole + "source = \"Levenshtein\"\nlicence = \"MIT\"\nversion = \"2\"\ndeterministic = false\n");
    BOOST_TEST(plugin.full_name() == "similarity/edit");
    BOOST_TEST(plugin.summary == "edit distance");
    BOOST_TEST(plugin.source == "Levenshtein");
    BOOST_TEST(plugin.licence == "MIT");
    BOOST_TEST(plugin.version == "2");
    BOOST_TEST(plugin.kind == "score");
    BOOST_TEST(*plugin.same == 1);
    BOOST_TEST(plugin.takes("text"));
    BOOST_TEST(!plugin.takes("row"));
    BOOST_TEST(!plugin.deterministic);
}

BOOST_AUTO_TEST_CASE(a_parameter_that_has_no_default_and_is_not_required_is_refused_at_its_line) {
    BOOST_TEST(fault(with_parameter("type = \"text\"\nhelp = \"h\"\n")) ==
               "manifest.toml:8:13: parameter 'p' has no default and is not required");
}

BOOST_AUTO_TEST_CASE(an_unknown_key_is_refused_where_it_stands) {
    BOOST_TEST(fault(k_whole + "inputz = []\n") == "manifest.toml:8:1: the manifest has no key 'inputz'");
    BOOST_TEST(fault(with_parameter("type = \"text\"\nhelp = \"h\"\ndefault = \"\"\nunits = \"token\"\n")) ==
               "manifest.toml:12:1: parameter 'p' has no key 'units'");
}

BOOST_AUTO_TEST_CASE(columns_count_characters_before_a_fault) {
    BOOST_TEST(fault(k_whole + "source = \"\xC3\xA9\xE2\x82\xAC\" x\n").starts_with("manifest.toml:8:15: this is no TOML: "));
}

BOOST_AUTO_TEST_CASE(every_missing_part_has_its_sentence) {
    Diagnostics diagnostics;
    BOOST_TEST(!parsed("role = \"similarity\"\n", diagnostics).has_value());
    BOOST_TEST(diagnostics.all().size() >= 1);
    const auto drop = [](const std::string& key) {
        std::string text = k_whole;
        const std::size_t at = text.find(key + " ");
        return text.erase(at, text.find('\n', at) - at + 1);
    };
    for (const std::string key : {"role", "name", "api", "summary", "kind", "same", "inputs"}) {
        Diagnostics one;
        BOOST_TEST(!parsed(drop(key), one).has_value());
        BOOST_TEST_REQUIRE(!one.all().empty());
        if (key != "role") BOOST_TEST(one.all().front().message == "the manifest has no '" + key + "'");
    }
}

BOOST_AUTO_TEST_CASE(types_and_the_keys_that_belong_to_them) {
    BOOST_TEST(fault(with_parameter("type = \"numbre\"\nhelp = \"h\"\ndefault = 1\n")) ==
               "manifest.toml:9:8: 'type' of parameter 'p' is 'numbre'");
    BOOST_TEST(fault(with_parameter("type = \"text\"\nchoices = [\"a\"]\nhelp = \"h\"\ndefault = \"a\"\n")) ==
               "manifest.toml:10:1: parameter 'p' is a text and has no 'choices'");
    BOOST_TEST(fault(with_parameter("type = \"choice\"\nhelp = \"h\"\ndefault = \"a\"\nchoices = [\"b\"]\n")) ==
               "manifest.toml:11:11: the default of parameter 'p' is a text");
    BOOST_TEST(fault(with_parameter("type = \"count\"\nunit = \"parsec\"\nhelp = \"h\"\ndefault = 1\n")) ==
               "manifest.toml:10:8: 'parsec' is no unit");
    BOOST_TEST(fault(with_parameter("type = \"number\"\nrange = [1, 0]\nhelp = \"h\"\ndefault = 1\n")) ==
               "manifest.toml:10:9: 'range' of parameter 'p' is no pair of numbers in order");
    BOOST_TEST(fault(with_parameter("type = \"number\"\nrange = [0, 1]\nhelp = \"h\"\ndefault = 2\n")) ==
               "manifest.toml:12:11: the default of parameter 'p' is a number");
    BOOST_TEST(fault(with_parameter("type = \"count\"\nhelp = \"h\"\ndefault = 1.5\n")) ==
               "manifest.toml:11:11: the default of parameter 'p' is a number");
}

BOOST_AUTO_TEST_CASE(defaults_are_values_of_the_language) {
    const auto printed = [](const std::string& lines) { return print(*parameter(lines).default_value); };
    BOOST_TEST(printed("type = \"count\"\nunit = \"token\"\ndefault = 20\n") == "20 tokens");
    BOOST_TEST(printed("type = \"probability\"\ndefault = 0.8\n") == "0.8");
    BOOST_TEST(printed("type = \"switch\"\ndefault = true\n") == "on");
    BOOST_TEST(printed("type = \"path\"\ndefault = \"a b\"\n") == "\"a b\"");
    BOOST_TEST(printed("type = \"column\"\ndefault = \"hours-per-week\"\n") == "\"hours-per-week\"");
    BOOST_TEST(printed("type = \"column\"\ndefault = \"age\"\n") == "age");
    BOOST_TEST(printed("type = \"range\"\ndefault = [0, 1000]\n") == "0..1000");
    BOOST_TEST(printed("type = \"condition\"\non = \"score\"\ndefault = \"score >= 0.5\"\n") == "score >= 0.5");
    BOOST_TEST(printed("type = \"list\"\nof = \"text\"\ndefault = [\"a\", \"b\"]\n") == "[\"a\", \"b\"]");
    BOOST_TEST(printed("type = \"count\"\nor = \"none\"\ndefault = \"none\"\n") == "none");
    BOOST_TEST(printed("type = \"number\"\nunit = \"second\"\ndefault = 0.5\n") == "0.5 seconds");
}

BOOST_AUTO_TEST_CASE(a_bare_number_is_taken_for_what_is_counted_and_never_for_a_time_or_a_size) {
    const auto bare = [](const std::string& unit) {
        return parameter("type = \"number\"\nunit = \"" + unit + "\"\ndefault = 1\n").bare_number;
    };
    for (const char* unit : {"token", "word", "example", "query", "any"}) BOOST_TEST(bare(unit));
    for (const char* unit : {"second", "year", "MiB", "per year"}) BOOST_TEST(!bare(unit));
    BOOST_TEST(parameter("type = \"number\"\ndefault = 1\n").bare_number);
}

BOOST_AUTO_TEST_CASE(choices_may_say_what_each_does) {
    const rif::Parameter p = parameter("type = \"choice\"\nchoices = [\"a\", {name = \"b\", help = \"beta\"}]\ndefault = \"b\"\n");
    BOOST_TEST(p.choices == (std::vector<std::string>{"a", "b"}), boost::test_tools::per_element());
    BOOST_TEST(p.choice_help == (std::vector<std::string>{"", "beta"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(groups_have_parameters_of_their_own) {
    const PluginEntry plugin = entry(k_whole + R"([groups.feature]
repeats = true
labelled = true
[groups.feature.parameters.unit]
type = "unit"
required = true
help = "u"
[groups.feature.parameters.weight]
type = "number"
unit = "per {unit}"
range = [0, inf]
default = 1
help = "w"
)");
    const rif::GroupSchema* feature = plugin.schema.find_group("feature");
    BOOST_TEST_REQUIRE(feature);
    BOOST_TEST(feature->repeats);
    BOOST_TEST(feature->labelled);
    BOOST_TEST(feature->parameters.size() == 2);
    BOOST_TEST(feature->parameters[0].key == "unit");  // in the order written
    const rif::Parameter* weight = feature->find("weight");
    BOOST_TEST(weight->unit == "per {unit}");
    BOOST_TEST(!weight->bare_number);
    BOOST_TEST(*weight->low == 0);
    BOOST_TEST(!weight->high.has_value());
}

BOOST_AUTO_TEST_CASE(what_an_attack_reads_may_depend_on_a_choice) {
    const std::string head = "role = \"attack\"\nname = \"a\"\napi = 1\nsummary = \"s\"\n";
    const std::string source =
        "[parameters.source]\ntype = \"choice\"\nchoices = [\"run\", \"embedding\"]\ndefault = \"run\"\nhelp = \"h\"\n";
    const PluginEntry plugin = entry(head + "reads = [\"target\", {role = \"similarity\", when = \"source = embedding\"}]\n" + source);
    BOOST_TEST(plugin.reads.size() == 2);
    BOOST_TEST(plugin.reads_role("target"));
    BOOST_TEST(plugin.reads[1].when_key == "source");
    BOOST_TEST(plugin.reads[1].when_value == "embedding");
    BOOST_TEST(fault(head + "reads = [{role = \"similarity\", when = \"source = nothing\"}]\n" + source) ==
               "manifest.toml:5:39: 'source = nothing' names no choice of this manifest and one of its values");
    BOOST_TEST(fault(head + source) == "manifest.toml:1:1: the manifest has no 'reads'");
    BOOST_TEST(fault(head + "reads = [\"tarjet\"]\n") == "manifest.toml:5:10: 'reads' holds 'tarjet'");
}

BOOST_AUTO_TEST_CASE(what_every_plugin_of_a_role_takes_is_merged_in_and_not_declared_again) {
    const std::string head = "role = \"attack\"\nname = \"a\"\napi = 1\nsummary = \"s\"\nreads = []\n";
    const PluginEntry plugin = entry(head);
    const rif::Parameter* tokens = plugin.schema.find("tokens");
    BOOST_TEST_REQUIRE(tokens);
    BOOST_TEST(tokens->framework);
    BOOST_TEST(print(*tokens->default_value) == "20 tokens");
    BOOST_TEST(fault(head + "[parameters.tokens]\ntype = \"count\"\ndefault = 3\nhelp = \"h\"\n") ==
               "manifest.toml:6:13: parameter 'tokens' is the framework's, for every attack");
}

BOOST_AUTO_TEST_CASE(keys_of_run_that_cannot_change_a_result_are_marked) {
    const rif::Schema& run = rif::framework_settings().at("run");
    std::vector<std::string> unmarked;
    for (const rif::Parameter& parameter : run.parameters) {
        if (!parameter.changes_result) unmarked.push_back(parameter.key);
    }
    BOOST_TEST(unmarked == (std::vector<std::string>{"concurrency", "device", "max_cells"}), boost::test_tools::per_element());
    BOOST_TEST(run.find("target")->block_role == "target");
    BOOST_TEST(print(*run.find("max_cells")->default_value) == "100000");
}

BOOST_AUTO_TEST_CASE(the_settings_of_each_role_are_those_of_the_language_page) {
    const auto keys = [](const char* role) {
        auto result = rif::framework_settings().at(role).keys();
        std::ranges::sort(result);
        return result;
    };
    BOOST_TEST(keys("attack") == (std::vector<std::string>{"queries", "seconds", "tokens"}), boost::test_tools::per_element());
    BOOST_TEST(keys("dataset") == (std::vector<std::string>{"columns", "file", "limit", "order", "separator", "split"}),
               boost::test_tools::per_element());
    BOOST_TEST(keys("perturbation") == (std::vector<std::string>{"admit", "agreement", "candidates", "context", "dictionary", "phrases",
                                                                 "skip_stop_words", "vocabulary"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
