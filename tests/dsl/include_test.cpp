// Includes: where they are found, what they may hold, circles and limits.
#include <boost/test/unit_test.hpp>

#include "dsl/include.hpp"
#include "dsl/loaded.hpp"
#include "dsl/parse.hpp"

namespace rif::test {

namespace {

dsl::CheckOptions as_include() {
    dsl::CheckOptions options;
    options.may_be_include = true;
    return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(includes)

BOOST_AUTO_TEST_CASE(blocks_of_an_included_file_are_there_and_marked) {
    const Loaded loaded = load(
        {{"x.rif", "include \"shared/models.rif\"\nmodel bag = embedding_bag\n"}, {"shared/models.rif", "model other = embedding_bag\n"}},
        as_include());
    BOOST_TEST(loaded.slugs() == "");
    BOOST_TEST(loaded.block("model.other").included);
    BOOST_TEST(!loaded.block("model.bag").included);
}

BOOST_AUTO_TEST_CASE(paths_in_an_included_file_are_looked_up_beside_it) {
    const Loaded loaded = load({{"x.rif", "include \"shared/data.rif\"\n"},
                                {"shared/data.rif", "dataset d = table { file = \"rows.csv\", text = text, label = label }\n"},
                                {"shared/rows.csv", "text,label\n"},
                                {"rows.csv", "another\n"}},
                               as_include());
    BOOST_TEST(loaded.slugs() == "");
    BOOST_TEST(loaded.block("dataset.d").settings->find("file")->resolved_path.ends_with("/shared/rows.csv"));
}

BOOST_AUTO_TEST_CASE(a_path_of_an_included_block_has_to_be_there_only_where_the_block_is_used) {
    const std::string others = "model other = transformer { checkpoint = \"nowhere\" }\n";
    dsl::CheckOptions options;
    options.missing_path_is_error = true;
    const Loaded unused = load({{"x.rif", "include \"shared.rif\"\n" + whole_experiment()}, {"shared.rif", others}}, options);
    BOOST_TEST(unused.text().find("nowhere") == std::string::npos);
    BOOST_TEST(!unused.block("model.other").used);
    BOOST_TEST(unused.block("attack.rifair").used);
    options.sets = {"run.model=other"};
    const Loaded used = load({{"x.rif", "include \"shared.rif\"\n" + whole_experiment()}, {"shared.rif", others}}, options);
    BOOST_TEST(used.slugs().find("missing-file") != std::string::npos);
    BOOST_TEST(!used.experiment.has_value());
    const Loaded alone = load({{"x.rif", "include \"shared.rif\"\n"}, {"shared.rif", others}}, as_include());
    BOOST_TEST(alone.slugs() == "missing-file?");
}

BOOST_AUTO_TEST_CASE(an_include_of_an_include_is_found_beside_its_own_includer_and_places_name_the_chain) {
    const Loaded loaded = load(
        {{"x.rif", "include \"a/one.rif\"\n"}, {"a/one.rif", "include \"b/two.rif\"\n"}, {"a/b/two.rif", "model m = no_such_plugin\n"}},
        as_include());
    BOOST_REQUIRE(loaded.slugs() == "unknown-plugin");
    const Source& source = *loaded.diagnostics.all().front().place.source;
    BOOST_TEST(source.name == "a/b/two.rif");
    BOOST_TEST(source.includers == (std::vector<std::string>{"a/one.rif:2", "x.rif:2"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_file_included_by_two_others_is_read_once) {
    const Loaded loaded = load({{"x.rif", "include \"a.rif\"\ninclude \"b.rif\"\n"},
                                {"a.rif", "include \"./c.rif\"\n"},
                                {"b.rif", "include \"c.rif\"\n"},
                                {"c.rif", "model m = embedding_bag\n"}},
                               as_include());
    BOOST_TEST(loaded.slugs() == "");
    BOOST_TEST(loaded.experiment->blocks.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_circle_is_an_error_that_prints_the_chain) {
    const Loaded loaded = load({{"x.rif", "include \"a.rif\"\n"}, {"a.rif", "include \"b.rif\"\n"}, {"b.rif", "include \"a.rif\"\n"}});
    BOOST_REQUIRE(loaded.slugs() == "include-cycle");
    BOOST_TEST(loaded.diagnostics.all().front().message == "this include goes round in a circle: a.rif -> b.rif -> a.rif");
    BOOST_TEST(load({{"x.rif", "include \"x.rif\"\n"}}).slugs() == "include-cycle");
    BOOST_TEST(load({{"x.rif", "include \"sub/../x.rif\"\n"}, {"sub/y.rif", ""}}).slugs() == "include-cycle");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_an_error_at_its_include) {
    const Loaded loaded = load({{"x.rif", "include \"gone.rif\"\ninclude \"sub\"\n"}, {"sub/a.rif", ""}});
    BOOST_TEST(loaded.slugs() == "missing-file not-a-file");
    BOOST_TEST(load({{"y.rif", ""}}).slugs() == "missing-file");  // the file that was asked for
}

BOOST_AUTO_TEST_CASE(run_and_sweep_stand_only_in_the_file_itself) {
    BOOST_TEST(load({{"x.rif", "include \"a.rif\"\n"}, {"a.rif", "run { seed = 1 }\nsweep { run.seed in [1, 2] }\n"}}).slugs() ==
               "include include");
}

BOOST_AUTO_TEST_CASE(one_include_more_than_allowed_is_an_error_with_the_number) {
    const auto slugs = [](std::size_t count) {
        std::map<std::string, std::string> files;
        for (std::size_t i = 0; i < count; ++i) {
            files["x.rif"] += "include \"f" + std::to_string(i) + ".rif\"\n";
            files["f" + std::to_string(i) + ".rif"] = "";
        }
        const Loaded loaded = load(files, as_include());
        return loaded.slugs() + (loaded.slugs().empty() ? "" : loaded.diagnostics.all().front().message);
    };
    BOOST_TEST(slugs(dsl::k_most_includes) == "");
    BOOST_TEST(slugs(dsl::k_most_includes + 1) == "too-many-includesthis is one include too many: at most 64 files");
}

BOOST_AUTO_TEST_CASE(a_file_above_one_mebibyte_is_refused_with_the_number) {
    const std::string comment = "#" + std::string(dsl::k_most_bytes, 'x') + "\n";
    const Loaded loaded = load({{"x.rif", "include \"a.rif\"\n"}, {"a.rif", comment}});
    BOOST_REQUIRE(loaded.slugs() == "too-large");
    BOOST_TEST(loaded.diagnostics.all().front().message.find("1048576") != std::string::npos);
    BOOST_TEST(loaded.diagnostics.all().front().place.to_string() == "x.rif:2:9");
}

BOOST_AUTO_TEST_CASE(one_name_in_two_files_is_an_error_that_shows_both) {
    const Loaded loaded =
        load({{"x.rif", "include \"a.rif\"\nmodel m = embedding_bag\n"}, {"a.rif", "model m = embedding_bag\n"}}, as_include());
    BOOST_REQUIRE(loaded.slugs() == "duplicate-name");
    BOOST_TEST(loaded.diagnostics.all().front().place.source->name == "a.rif");
    BOOST_TEST(loaded.diagnostics.all().front().related.front().place.source->name == "x.rif");
}

BOOST_AUTO_TEST_CASE(an_unused_block_of_an_included_file_is_no_warning) {
    const Loaded loaded = load({{"x.rif", "include \"a.rif\"\n" + whole_experiment()},
                                {"a.rif", "model spare = embedding_bag\ntarget UF { alpha = [-1, -1], beta = +1 }\n"}});
    BOOST_TEST(loaded.slugs() == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
