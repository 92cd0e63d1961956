// Every plugin of tests/host/bad_plugins is refused in its own sentence.
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <set>
#include <thread>

#include <rif/api/plugin_card.hpp>
#include <rif/api/similarity.hpp>
#include <rif/base/file.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/caught.hpp>
#include <rif/host/library.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace {

namespace fs = std::filesystem;
using rif::Error;
using rif::Role;

fs::path bad_plugins() { return rif::test::build_folder() / "tests" / "bad_plugins"; }

const rif::Catalogue& all_bad() {
    static const auto loaded = rif::load_catalogue({{{bad_plugins(), "test"}}, {}, {}});
    return *loaded;
}

std::shared_ptr<rif::Component> made(const rif::Catalogue& catalogue, const std::string& name) {
    const rif::PluginEntry* entry = catalogue.find(Role::similarity, name);
    BOOST_TEST_REQUIRE(entry, name);
    return rif::make(*entry, rif::test::arguments(entry->schema, ""));
}

/// The error of making it.
Error refused(const rif::Catalogue& catalogue, const std::string& name) {
    try {
        made(catalogue, name);
    } catch (const Error& error) {
        BOOST_TEST_MESSAGE(name << ": " << error.message() << "  [" << error.slug() << "]");
        return error;
    }
    return Error("", name + " was not refused");
}
Error refused(const std::string& name) { return refused(all_bad(), name); }

/// A copy of the good plugin that a test may tamper with.
struct Copy {
    rif::test::TemporaryFolder folder;
    fs::path plugin = folder / "similarity/good";

    Copy() {
        fs::create_directories(plugin.parent_path());
        fs::copy(bad_plugins() / "similarity/good", plugin);
    }
    std::shared_ptr<const rif::Catalogue> catalogue() const { return rif::load_catalogue({{{folder.path(), "test"}}, {}, {}}); }
};

const rif::Similarity& as_similarity(const std::shared_ptr<rif::Component>& component) {
    return dynamic_cast<const rif::Similarity&>(*component);
}

/// What an ask of n pairs throws, as the error of one individual.
Error error_of_call(const rif::Similarity& similarity, std::size_t n) {
    try {
        similarity.scores(std::vector<rif::TextPair>(n));
    } catch (...) {
        return rif::caught_error("similarity.subject");
    }
    return Error("", "nothing was thrown");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(library)

BOOST_AUTO_TEST_CASE(a_plugin_with_nothing_wrong_is_made_and_answers) {
    const auto good = made(all_bad(), "good");
    BOOST_TEST(as_similarity(good).scores(std::vector<rif::TextPair>(2)) == (std::vector<double>{0.5, 0.5}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_library_cut_short_is_refused_before_it_is_opened) {
    for (const std::uintmax_t kept : {std::uintmax_t{40}, std::uintmax_t{3000}, std::uintmax_t{9000}}) {
        const Copy copy;
        const fs::path library = copy.plugin / "good.so";
        const std::uintmax_t whole = fs::file_size(library);
        BOOST_TEST_REQUIRE(whole > kept);
        fs::resize_file(library, kept);
        const Error error = refused(*copy.catalogue(), "good");
        BOOST_TEST(error.slug() == "not-a-library");
        BOOST_TEST(error.message().ends_with("and the file has " + std::to_string(kept)));
    }
    const Copy last_byte;
    fs::resize_file(last_byte.plugin / "good.so", fs::file_size(last_byte.plugin / "good.so") - 1);
    BOOST_TEST(refused(*last_byte.catalogue(), "good").slug() == "not-a-library");
}

BOOST_AUTO_TEST_CASE(a_missing_symbol_is_named) {
    const Error error = refused("missing_symbol");
    BOOST_TEST(error.slug() == "plugin-open");
    BOOST_TEST(error.message().ends_with("missing_symbol.so: undefined symbol: _ZN3rif19nowhere_to_be_foundEd"));
}

BOOST_AUTO_TEST_CASE(older_and_newer_interfaces_have_different_sentences) {
    BOOST_TEST(refused("old_api").message() == "similarity/old_api was built for plugin interface 0, this rif speaks 1");
    BOOST_TEST(refused("new_api").message() == "similarity/new_api was built for plugin interface 2, this older rif speaks 1");
    BOOST_TEST(refused("old_api").slug() == "plugin-api");
    BOOST_TEST(refused("new_api").slug() == "plugin-api");
}

BOOST_AUTO_TEST_CASE(another_build_shows_both_sides) {
    BOOST_TEST(refused("other_compiler").slug() == "plugin-build");
    BOOST_TEST(refused("other_compiler").message() ==
               "similarity/other_compiler was built as 'msvc,cxx11abi=0', this rif as 'gcc,cxx11abi=1'");
    BOOST_TEST(refused("other_torch").slug() == "plugin-build");
    BOOST_TEST(refused("other_torch").message().starts_with("similarity/other_torch was built with libtorch 0.4.1, this rif "));
}

BOOST_AUTO_TEST_CASE(what_is_no_card_or_too_short_a_card_is_refused) {
    BOOST_TEST(refused("no_card").slug() == "no-card");
    BOOST_TEST(refused("other_magic").slug() == "card-magic");
    BOOST_TEST(refused("short_card").slug() == "card-size");
    BOOST_TEST(refused("short_card").message().find("has 16 bytes, this rif reads " + std::to_string(sizeof(rif::PluginCard))) !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_library_that_says_it_is_another_plugin_is_refused) {
    BOOST_TEST(refused("other_name").message() == "similarity/other_name: its library says that it is similarity/edit");
    BOOST_TEST(refused("other_role").message() == "similarity/other_role: its library says that it is attack/other_role");
}

BOOST_AUTO_TEST_CASE(what_a_constructor_throws_becomes_an_error_whatever_its_type) {
    BOOST_TEST(refused("throws_standard").slug() == "plugin-threw");
    BOOST_TEST(refused("throws_standard").message() == "making test.subject (similarity/throws_standard) failed: no such row: 17");
    BOOST_TEST(refused("throws_number").slug() == "plugin-threw");
    BOOST_TEST(refused("throws_number").message() == "making test.subject (similarity/throws_number) failed: it threw a value of type int");
    BOOST_TEST(static_cast<bool>(refused("throws_number").place()));
}

BOOST_AUTO_TEST_CASE(an_error_of_ours_passes_with_its_slug_help_and_place) {
    const Error error = refused("throws_error");
    BOOST_TEST(error.slug() == "out-of-range");
    BOOST_TEST(error.message() == "value is too even");
    BOOST_TEST(error.help() == "value = 0.3");
    BOOST_TEST(static_cast<bool>(error.place()));
}

BOOST_AUTO_TEST_CASE(a_factory_that_makes_nothing_or_something_else_is_refused) {
    BOOST_TEST(refused("makes_nothing").slug() == "made-nothing");
    BOOST_TEST(refused("other_class").slug() == "wrong-class");
    BOOST_TEST(refused("other_class").message() == "similarity/other_class: what its factory makes is no similarity");
}

BOOST_AUTO_TEST_CASE(what_a_call_throws_becomes_an_error_whatever_its_type) {
    const auto plugin = made(all_bad(), "throws_in_call");
    const rif::Similarity& thrower = as_similarity(plugin);
    BOOST_TEST(error_of_call(thrower, 1).message() == "similarity.subject failed: the weights are gone");
    BOOST_TEST(
        error_of_call(thrower, 2).message().starts_with("similarity.subject failed: it threw a value of type std::__cxx11::basic_string"));
    BOOST_TEST(error_of_call(thrower, 3).slug() == "too-long");
    BOOST_CHECK_THROW(error_of_call(thrower, 4), rif::BudgetSpent);  // the end of a search, no error
}

BOOST_FIXTURE_TEST_CASE(a_manifest_that_changed_since_the_library_was_built_is_stale_and_both_lines_are_shown, Copy) {
    std::string text = rif::read_file(plugin / "manifest.toml");
    rif::write_file(plugin / "manifest.toml", text.replace(text.find("wrong on purpose"), 16, "right by chance"));
    const Error error = refused(*catalogue(), "good");
    BOOST_TEST(error.slug() == "stale-manifest");
    BOOST_TEST(error.message() ==
               "similarity/good: its library says summary = \"wrong on purpose\", its manifest.toml says summary = \"right by chance\"");
}

BOOST_FIXTURE_TEST_CASE(a_missing_library_a_text_and_a_torn_library_are_told_apart, Copy) {
    const std::string library = rif::read_file(plugin / "good.so");
    fs::remove(plugin / "good.so");
    BOOST_TEST(refused(*catalogue(), "good").slug() == "plugin-missing");
    rif::write_file(plugin / "good.so", "#!/bin/sh\n");
    BOOST_TEST(refused(*catalogue(), "good").slug() == "not-a-library");
    rif::write_file(plugin / "good.so", "");
    BOOST_TEST(refused(*catalogue(), "good").slug() == "not-a-library");
    rif::write_file(plugin / "good.so", library.substr(0, 200));
    BOOST_TEST(refused(*catalogue(), "good").slug() == "not-a-library");
    rif::write_file(plugin / "good.so", library);
    BOOST_TEST(refused(*catalogue(), "good").message() == "good was not refused");
}

BOOST_AUTO_TEST_CASE(no_two_refusals_share_a_sentence) {
    std::set<std::string> sentences;
    std::size_t refusals = 0;
    for (const rif::PluginEntry& entry : all_bad().plugins) {
        if (entry.name.starts_with("breaks_")) continue;  // these are made, and break their contract
        if (entry.name == "good" || entry.name == "throws_in_call") continue;
        std::string sentence = refused(entry.name).message();
        for (std::size_t at; (at = sentence.find(entry.name)) != std::string::npos;) sentence.erase(at, entry.name.size());
        BOOST_TEST(sentences.insert(sentence).second, sentence);
        ++refusals;
    }
    BOOST_TEST(refusals >= 12);
}

BOOST_AUTO_TEST_CASE(many_threads_may_make_components_at_once) {
    std::vector<std::shared_ptr<rif::Component>> results(8);
    std::vector<std::thread> threads;
    const rif::Arguments arguments = rif::test::arguments(all_bad().find(Role::similarity, "good")->schema, "value = 0.25");
    for (auto& result : results) threads.emplace_back([&] { result = rif::make(*all_bad().find(Role::similarity, "good"), arguments); });
    for (std::thread& thread : threads) thread.join();
    for (const auto& result : results) BOOST_TEST(as_similarity(result).scores(std::vector<rif::TextPair>(1)).at(0) == 0.25);
}

BOOST_AUTO_TEST_SUITE_END()
