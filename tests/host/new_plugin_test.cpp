#include <boost/test/unit_test.hpp>

#include <fstream>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/blas.hpp>
#include <rif/host/manifest.hpp>
#include <rif/host/new_plugin.hpp>

#include "dsl/parse.hpp"
#include "support/test_data.hpp"

namespace {

namespace fs = std::filesystem;

std::string refusal(const std::string& name, const fs::path& folder) {
    try {
        rif::write_new_plugin(rif::Role::similarity, name, folder);
    } catch (const rif::Error& error) {
        return error.slug();
    }
    return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(new_plugin)

BOOST_AUTO_TEST_CASE(a_class_is_called_after_its_plugin) {
    BOOST_TEST(rif::class_name("edit") == "Edit");
    BOOST_TEST(rif::class_name("word_overlap2") == "WordOverlap2");
}

BOOST_AUTO_TEST_CASE(every_role_has_a_template_whose_manifest_and_example_are_right) {
    const rif::test::TemporaryFolder folder;
    for (const rif::Role role : rif::k_roles) {
        BOOST_TEST_CONTEXT(rif::role_name(role)) {
            const fs::path plugin = folder / ("own_" + std::string(rif::role_name(role)));
            BOOST_TEST(rif::write_new_plugin(role, "own", plugin).size() == 6);
            for (const char* file : {"CMakeLists.txt", "manifest.toml", "own.cpp", "own_test.cpp", "README.md", "example.rif"}) {
                BOOST_TEST(rif::read_file(plugin / file).find('@') == std::string::npos, file);
            }
            rif::Diagnostics diagnostics;
            const auto source = [&](const char* file) {
                return std::make_shared<const rif::Source>(rif::Source{file, rif::read_file(plugin / file), {}});
            };
            const auto entry = rif::parse_manifest(source("manifest.toml"), diagnostics);
            const rif::dsl::Document example = rif::dsl::parse(source("example.rif"), diagnostics);
            for (const rif::Diagnostic& diagnostic : diagnostics.all()) BOOST_ERROR(as_text(diagnostic));
            BOOST_TEST_REQUIRE(entry.has_value());
            BOOST_TEST(entry->full_name() == std::string(rif::role_name(role)) + "/own");
            BOOST_TEST(rif::dsl::format(example) == rif::read_file(plugin / "example.rif"));
        }
    }
}

BOOST_AUTO_TEST_CASE(names_that_are_none_and_folders_with_something_in_them_are_refused) {
    const rif::test::TemporaryFolder folder;
    for (const char* name : {"", "2fast", "a-b", "a/b", "../up", "like", "class", "_"})
        BOOST_TEST(refusal(name, folder / "new") == "command-line", name);
    BOOST_TEST(!fs::exists(folder / "new"));
    rif::write_file(folder / "mine", "precious");
    BOOST_TEST(refusal("good", folder / "mine") == "exists");
    BOOST_TEST(refusal("good", folder.path()) == "exists");
    BOOST_TEST(rif::read_file(folder / "mine") == "precious");
    fs::create_directory(folder / "empty");
    BOOST_TEST(refusal("good", folder / "empty") == "");
}

BOOST_AUTO_TEST_CASE(the_blas_of_this_machine_says_what_it_is) {
    const std::optional<rif::Blas> blas = rif::blas_in_use();
    if (!blas) return;  // a machine without one is allowed: `rif doctor` says so
    BOOST_TEST(fs::exists(blas->path));
    if (blas->name == "OpenBLAS") {
        BOOST_TEST(blas->version.find('.') != std::string::npos);
        BOOST_TEST(!blas->kernel.empty());
        BOOST_TEST(!blas->threading.empty());
    }
    BOOST_TEST((rif::Blas{"", "OpenBLAS", "0.3.21", "OpenMP", "Cooperlake"}.groups_exactly()));
    BOOST_TEST((rif::Blas{"", "OpenBLAS", "0.3.21", "OpenMP", "Cooperlake"}.better_kernel()) == "");
    BOOST_TEST((!rif::Blas{"", "OpenBLAS", "0.3.21", "OpenMP", "Haswell"}.groups_exactly()));
}

BOOST_AUTO_TEST_SUITE_END()
