// The house keeps its own rules; and each rule finds what breaks it, tried on small bad trees.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <map>

#include "house/house.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::house::Fault;

namespace {

using Files = std::map<std::string, std::string>;

/// A small tree of the given files, by relative path.
class SmallTree {
public:
    explicit SmallTree(const Files& files) {
        for (const auto& [path, text] : files) {
            fs::create_directories((folder_ / path).parent_path());
            std::ofstream(folder_ / path, std::ios::binary) << text;
        }
    }
    const fs::path& path() const { return folder_.path(); }

private:
    rif::test::TemporaryFolder folder_;
};

Files whole_plugin() {
    return {{"plugins/CMakeLists.txt", "rif_plugin(similarity/same)\n"},
            {"plugins/similarity/same/manifest.toml", "role    = \"similarity\"\nname    = \"same\"\nsummary = \"Equal or not\"\n"},
            {"plugins/similarity/same/same.cpp", "// similarity/same: 1 for equal texts, else 0.\nRIF_PLUGIN(Same)\n"},
            {"plugins/similarity/same/same_test.cpp", "// tested\n"},
            {"plugins/similarity/same/README.md", "Equal or not.\n"},
            {"plugins/similarity/same/example.rif", "rif 1\nsimilarity equal = same\n"}};
}

Files eight_names() {
    return {{"CMakeLists.txt", ""}, {"README.md", ""},     {"framework/a", ""}, {"dsl/a", ""},
            {"plugins/a", ""},      {"experiments/a", ""}, {"tests/a", ""},     {"share/a", ""}};
}

std::vector<std::string> rules(const std::vector<Fault>& faults) {
    std::vector<std::string> result;
    for (const Fault& fault : faults) result.push_back(fault.rule);
    return result;
}

/// One file with one include, and the rule that it breaks ("" for none).
std::string rule_broken_by(const std::string& file, const std::string& include) {
    const SmallTree tree(Files{{file, "// head\n\n#include " + include + "\n"}});
    const std::vector<Fault> faults = rif::house::include_faults(tree.path());
    BOOST_TEST(faults.size() <= 1);
    if (!faults.empty()) BOOST_TEST(faults.front().line == 3);
    return faults.empty() ? "" : faults.front().rule;
}

void expect_none(const std::vector<Fault>& faults) {
    for (const Fault& fault : faults) BOOST_ERROR(fault);
}

const std::vector<std::string> k_none = {};

}  // namespace

BOOST_AUTO_TEST_SUITE(this_house)

BOOST_AUTO_TEST_CASE(has_the_eight_names_at_the_top_and_no_other) { expect_none(rif::house::top_faults(rif::test::source_folder())); }
BOOST_AUTO_TEST_CASE(includes_downwards_only_and_heavy_headers_at_their_address) {
    expect_none(rif::house::include_faults(rif::test::source_folder()));
}
BOOST_AUTO_TEST_CASE(has_whole_plugins_each_listed_once) { expect_none(rif::house::plugin_faults(rif::test::source_folder())); }
BOOST_AUTO_TEST_CASE(names_no_folder_or_host_of_one_machine) { expect_none(rif::house::machine_faults(rif::test::source_folder())); }
BOOST_AUTO_TEST_CASE(says_at_the_head_of_each_header_what_it_is) { expect_none(rif::house::header_faults(rif::test::source_folder())); }
BOOST_AUTO_TEST_CASE(has_slugs_of_one_form) { expect_none(rif::house::slug_faults(rif::test::source_folder())); }
BOOST_AUTO_TEST_CASE(has_scripts_that_can_be_run) { expect_none(rif::house::script_faults(rif::test::source_folder())); }
BOOST_AUTO_TEST_CASE(has_links_that_lead_somewhere) { expect_none(rif::house::link_faults(rif::test::source_folder())); }

BOOST_AUTO_TEST_CASE(is_read_at_all) {
    const auto files = rif::house::files_of(rif::test::source_folder());
    BOOST_TEST(std::count_if(files.begin(), files.end(), rif::house::is_code) > 40);
    BOOST_TEST(std::none_of(files.begin(), files.end(), [](const fs::path& file) { return rif::house::matches(file.string(), "build*"); }));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rules_of_the_house)

BOOST_AUTO_TEST_CASE(a_ninth_name_at_the_top_is_found_and_a_missing_one) {
    auto files = eight_names();
    BOOST_TEST(rif::house::top_faults(SmallTree(files).path()).empty());
    files["Makefile"] = "";
    files[".editorconfig"] = "";
    files["build-fast/x"] = "";
    files.erase("dsl/a");
    const std::vector<Fault> faults = rif::house::top_faults(SmallTree(files).path());
    BOOST_REQUIRE(faults.size() == 2u);
    BOOST_TEST(faults[0].file == "Makefile");
    BOOST_TEST(faults[1].file == "dsl");
}

BOOST_AUTO_TEST_CASE(each_room_may_include_the_rooms_below_it) {
    for (const auto& [file, include] : std::vector<std::pair<std::string, std::string>>{
             {"framework/base/place.cpp", "<rif/base/place.hpp>"},
             {"framework/api/model.hpp", "<rif/base/matrix.hpp>"},
             {"dsl/check.cpp", "\"dsl/experiment.hpp\""},
             {"dsl/check.cpp", "<rif/base/catalogue.hpp>"},
             {"framework/host/load.cpp", "<rif/api/component.hpp>"},
             {"framework/engine/plan.cpp", "\"dsl/experiment.hpp\""},
             {"framework/cli/command_run.cpp", "<rif/engine/run.hpp>"},
             {"framework/nn/layers/linear.cpp", "<rif/nn/ops/matmul.hpp>"},
             {"plugins/model/bag/bag.cpp", "<rif/nn/train/train.hpp>"},
             {"plugins/model/bag/bag_test.cpp", "\"support/component.hpp\""},
             {"tests/engine/plan_test.cpp", "<rif/engine/plan.hpp>"},
             {"framework/base/place.hpp", "<vector>"},
             {"framework/base/place.cpp", "<fmt/core.h>"},
             {"framework/base/file.cpp", "<unistd.h>"},
         }) {
        BOOST_TEST_CONTEXT(file << " includes " << include) BOOST_TEST(rule_broken_by(file, include) == "");
    }
}

BOOST_AUTO_TEST_CASE(no_room_may_include_a_room_above_or_beside_it) {
    for (const auto& [file, include] : std::vector<std::pair<std::string, std::string>>{
             {"framework/base/place.cpp", "<rif/api/model.hpp>"},
             {"framework/api/model.hpp", "<rif/host/library.hpp>"},
             {"framework/api/model.hpp", "\"dsl/parse.hpp\""},
             {"dsl/check.cpp", "<rif/api/arguments.hpp>"},
             {"dsl/check.cpp", "<rif/host/manifest.hpp>"},
             {"framework/host/load.cpp", "\"dsl/experiment.hpp\""},
             {"framework/host/load.cpp", "<rif/engine/run.hpp>"},
             {"framework/engine/plan.cpp", "<rif/cli/command.hpp>"},
             {"framework/engine/plan.cpp", "<rif/nn/tensor.hpp>"},
             {"framework/cli/command_run.cpp", "<rif/nn/tensor.hpp>"},
             {"framework/nn/layers/linear.cpp", "<rif/host/library.hpp>"},
             {"plugins/model/bag/bag.cpp", "<rif/engine/run.hpp>"},
             {"plugins/model/bag/bag.cpp", "<rif/host/library.hpp>"},
             {"plugins/model/bag/bag.cpp", "\"dsl/experiment.hpp\""},
             {"plugins/model/bag/bag.cpp", "\"tests/support/component.hpp\""},
         }) {
        BOOST_TEST_CONTEXT(file << " includes " << include) BOOST_TEST(rule_broken_by(file, include) == "who-may-include");
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_may_include_its_own_folder_and_no_other_plugins) {
    const SmallTree tree(
        Files{{"plugins/attack/a/a.cpp", "#include \"steps.hpp\"\n#include \"../b/b.hpp\"\n#include \"plugins/attack/b/b.hpp\"\n"},
              {"plugins/attack/a/steps.hpp", "// what a does\n"},
              {"plugins/attack/b/b.hpp", "// what b does\n"}});
    const std::vector<Fault> faults = rif::house::include_faults(tree.path());
    BOOST_REQUIRE(faults.size() == 2u);
    BOOST_TEST(faults[0].line == 2u);
    BOOST_TEST(faults[1].line == 3u);
}

BOOST_AUTO_TEST_CASE(heavy_headers_are_found_away_from_their_address_and_so_are_unknown_ones) {
    for (const auto& [file, include] : std::vector<std::pair<std::string, std::string>>{
             {"dsl/check.cpp", "<boost/spirit/home/x3.hpp>"},
             {"framework/host/search_path.cpp", "<boost/dll/shared_library.hpp>"},
             {"framework/engine/run.cpp", "<boost/program_options.hpp>"},
             {"framework/base/value.cpp", "<toml++/toml.h>"},
             {"framework/base/unit.cpp", "<unicode/brkiter.h>"},
             {"framework/base/json.hpp", "<boost/json/value.hpp>"},
             {"framework/nn/tensor.hpp", "<torch/torch.h>"},
             {"framework/engine/run.cpp", "<ATen/core/Tensor.h>"},
             {"framework/api/model.cpp", "<boost/test/unit_test.hpp>"},
             {"framework/base/place.hpp", "<unistd.h>"},
             {"framework/engine/run.cpp", "<boost/asio.hpp>"},
         }) {
        BOOST_TEST_CONTEXT(file << " includes " << include) BOOST_TEST(rule_broken_by(file, include) == "heavy-header");
    }
    BOOST_TEST(rule_broken_by("dsl/grammar.cpp", "<boost/spirit/home/x3.hpp>") == "");
    BOOST_TEST(rule_broken_by("framework/base/text_case.cpp", "<unicode/uchar.h>") == "");
}

BOOST_AUTO_TEST_CASE(a_whole_plugin_passes_and_each_missing_file_is_named) {
    const auto whole = whole_plugin();
    BOOST_TEST(rules(rif::house::plugin_faults(SmallTree(whole).path())) == k_none, boost::test_tools::per_element());
    for (const auto& [missing, text] : whole) {
        if (missing == "plugins/CMakeLists.txt") continue;
        auto files = whole;
        files.erase(missing);
        const std::vector<Fault> faults = rif::house::plugin_faults(SmallTree(files).path());
        BOOST_TEST_CONTEXT("without " << missing) {
            BOOST_REQUIRE(!faults.empty());
            BOOST_TEST(faults.front().file == missing);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_that_says_another_name_or_does_not_end_with_its_export_is_found) {
    const auto broken = [](const std::string& file, const std::string& text) {
        auto files = whole_plugin();
        files["plugins/similarity/same/" + file] = text;
        return rif::house::plugin_faults(SmallTree(files).path()).size();
    };
    BOOST_TEST(broken("manifest.toml", "role = \"similarity\"\nname = \"other\"\nsummary = \"x\"\n") == 1u);
    BOOST_TEST(broken("manifest.toml", "role = \"model\"\nname = \"same\"\nsummary = \"x\"\n") == 1u);
    BOOST_TEST(broken("manifest.toml", "role = \"similarity\"\nname = \"same\"\n") == 1u);
    BOOST_TEST(broken("same.cpp", "// similarity/same: no export.\n") == 1u);
    BOOST_TEST(broken("same.cpp", "// something\nRIF_PLUGIN(Same)\n") == 1u);
    BOOST_TEST(broken("example.rif", "rif 1\nsimilarity equal = edit\n") == 1u);
}

BOOST_AUTO_TEST_CASE(a_plugin_without_a_line_a_line_without_a_plugin_and_a_doubled_line_are_found) {
    auto files = whole_plugin();
    files["plugins/CMakeLists.txt"] = "# none\n";
    BOOST_TEST(rules(rif::house::plugin_faults(SmallTree(files).path())) == std::vector<std::string>{"plugin-listed"},
               boost::test_tools::per_element());
    files["plugins/CMakeLists.txt"] = "rif_plugin(similarity/same)\nrif_plugin(similarity/gone NN)\n";
    BOOST_TEST(rules(rif::house::plugin_faults(SmallTree(files).path())) == std::vector<std::string>{"plugin-listed"},
               boost::test_tools::per_element());
    files["plugins/CMakeLists.txt"] = "rif_plugin(similarity/same)\nrif_plugin(similarity/same)\n";
    BOOST_TEST(rules(rif::house::plugin_faults(SmallTree(files).path())) == std::vector<std::string>{"plugin-listed"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_no_role_is_found) {
    const SmallTree tree(Files{{"plugins/CMakeLists.txt", ""}, {"plugins/attacks/x/x.cpp", ""}});
    const std::vector<Fault> faults = rif::house::plugin_faults(tree.path());
    BOOST_REQUIRE(!faults.empty());
    BOOST_TEST(faults.front().message == "'attacks' is no role");
}

BOOST_AUTO_TEST_CASE(paths_of_one_machine_are_found_and_relative_ones_pass) {
    const std::string slash = "/";
    const SmallTree tree(Files{{"share/doc/a.md", "see " + slash + "root/x\n"},
                               {"framework/base/a.cpp", "open(\"" + slash + "tmp/x\");\n"},
                               {"share/scripts/a", "cd " + slash + "work/rifair\n"},
                               {"share/doc/b.md", "from registry." + std::string("npmjs") + ".org\n"},
                               {"share/doc/fine.md", "the framework/base room, $TMPDIR/x, ../shared, /etc/rifair.toml, root/x, ~/work/x\n"},
                               {"build/CMakeCache.txt", slash + "work/x\n"}});
    const std::vector<Fault> faults = rif::house::machine_faults(tree.path());
    BOOST_TEST(faults.size() == 4u);
    for (const Fault& fault : faults) BOOST_TEST(fault.file != "share/doc/fine.md");
}

BOOST_AUTO_TEST_CASE(a_header_without_a_first_comment_is_found) {
    const SmallTree tree(Files{{"framework/base/a.hpp", "#pragma once\n"},
                               {"framework/base/b.hpp", "// b\n#pragma once\n"},
                               {"framework/base/c.hpp", "// What c is, in one sentence.\n#pragma once\n"}});
    BOOST_TEST(rif::house::header_faults(tree.path()).size() == 2u);
}

BOOST_AUTO_TEST_CASE(slugs_of_another_form_are_found) {
    const SmallTree tree(Files{
        {"framework/base/a.cpp",
         "throw Error(\"cannot-read\", \"x\");\nthrow Error(\"Cannot read\", \"x\");\ndiagnostics.error(\"wrong_role\", place, \"x\");\n"
         "diagnostics.warning(\n    \"unused-block\", place);\nthrow arguments.error(\"max_tokens\", \"out-of-range\", \"x\");\n"
         "throw arguments.error(\"tokens\", \"OutOfRange\", \"x\");\n"}});
    const std::vector<Fault> faults = rif::house::slug_faults(tree.path());
    BOOST_REQUIRE(faults.size() == 3u);
    BOOST_TEST(faults[0].line == 2u);
    BOOST_TEST(faults[1].line == 3u);
    BOOST_TEST(faults[2].line == 7u);
}

BOOST_AUTO_TEST_CASE(scripts_that_cannot_be_run_are_found) {
    const SmallTree tree(
        Files{{".ci/run", "#!/bin/bash\n"}, {"share/scripts/setup", "#!/bin/bash\n"}, {"share/scripts/common", "# shared\n"}});
    fs::permissions(tree.path() / "share/scripts/setup", fs::perms::owner_all);
    const std::vector<Fault> faults = rif::house::script_faults(tree.path());
    BOOST_REQUIRE(faults.size() == 1u);
    BOOST_TEST(faults[0].file == ".ci/run");
}

BOOST_AUTO_TEST_CASE(links_that_lead_nowhere_are_found) {
    const SmallTree tree(Files{{"share/doc/a.md", "[b](b.md#x), [c](c.md)\n[d](../d), [e](../e) and [web](https://example.org/x)\n"},
                               {"share/doc/b.md", ""},
                               {"share/d/x", ""}});
    const std::vector<Fault> faults = rif::house::link_faults(tree.path());
    BOOST_REQUIRE(faults.size() == 2u);
    BOOST_TEST(faults[0].message == "leads nowhere: c.md");
    BOOST_TEST(faults[1].line == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
