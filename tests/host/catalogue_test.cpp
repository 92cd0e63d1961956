#include <boost/test/unit_test.hpp>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include <rif/base/file.hpp>
#include <rif/host/catalogue.hpp>

#include "support/test_data.hpp"

namespace {

namespace fs = std::filesystem;
using rif::Catalogue;
using rif::Role;

struct Folders {
    rif::test::TemporaryFolder folder;

    /// A plugin's folder with nothing but its manifest.
    fs::path plugin(const std::string& where, const std::string& name, const std::string& summary = "s") const {
        const fs::path path = folder / where;
        fs::create_directories(path);
        rif::write_file(path / "manifest.toml", "role = \"similarity\"\nname = \"" + name + "\"\napi = 1\nsummary = \"" + summary +
                                                    "\"\nkind = \"score\"\nsame = 1\ninputs = [\"text\"]\n");
        return path;
    }

    std::shared_ptr<const Catalogue> search(std::vector<rif::SearchFolder> path, rif::Trust trust = {}) const {
        return rif::load_catalogue({std::move(path), std::move(trust), {}});
    }
    std::shared_ptr<const Catalogue> search(const std::string& where) const { return search({{folder / where, "test"}}); }
};

std::string only_fault(const Catalogue& catalogue) {
    BOOST_TEST_REQUIRE(catalogue.faults.size() == 1);
    return catalogue.faults.front().slug;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(catalogue, Folders)

BOOST_AUTO_TEST_CASE(plugins_are_found_by_role_and_name_as_their_own_folder_and_in_a_build_folder) {
    plugin("layout/similarity/one", "one");
    plugin("own", "two");
    plugin("build/plugins/similarity/three", "three");
    const auto found = search({{folder / "layout", "a"}, {folder / "own", "b"}, {folder / "build", "c"}, {folder / "nowhere", "d"}});
    BOOST_TEST(found->faults.empty());
    BOOST_TEST(found->names(Role::similarity) == (std::vector<std::string>{"one", "three", "two"}), boost::test_tools::per_element());
    BOOST_TEST(found->find(Role::similarity, "three")->origin == "c");
    BOOST_TEST(found->find(Role::similarity, "two")->library == folder / "own/two.so");
}

BOOST_AUTO_TEST_CASE(the_earlier_of_two_plugins_of_one_name_shadows_the_later) {
    plugin("first/similarity/edit", "edit", "mine");
    plugin("second/similarity/edit", "edit", "theirs");
    const auto found = search({{folder / "first", "a"}, {folder / "second", "b"}});
    BOOST_TEST_REQUIRE(found->plugins.size() == 1);
    BOOST_TEST(found->plugins.front().summary == "mine");
    BOOST_TEST_REQUIRE(found->shadowed.size() == 1);
    BOOST_TEST(found->shadowed.front().origin == "b");
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_named_twice_shadows_nothing) {
    plugin("p/similarity/edit", "edit");
    fs::create_directory_symlink(folder / "p", folder / "link");
    const auto found = search({{folder / "p", "a"}, {folder / "link", "b"}});
    BOOST_TEST(found->plugins.size() == 1);
    BOOST_TEST(found->shadowed.empty());
}

BOOST_AUTO_TEST_CASE(a_manifest_that_is_wrong_is_a_fault_and_the_others_stay) {
    plugin("p/similarity/good", "good");
    rif::write_file(plugin("p/similarity/bad", "bad") / "manifest.toml", "role = similarity\n");
    const auto found = search("p");
    BOOST_TEST(found->plugins.size() == 1);
    BOOST_TEST(only_fault(*found) == "manifest");
    BOOST_TEST(found->faults.front().place.start().line == 1);
}

BOOST_AUTO_TEST_CASE(a_folder_with_another_name_than_its_manifest_is_refused) {
    plugin("p/similarity/edit", "edti");
    const auto found = search("p");
    BOOST_TEST(found->plugins.empty());
    BOOST_TEST(only_fault(*found) == "plugin-folder");
}

BOOST_AUTO_TEST_CASE(a_library_without_a_manifest_is_said) {
    fs::create_directories(folder / "p/similarity/edit");
    rif::write_file(folder / "p/similarity/edit/edit.so", "");
    BOOST_TEST(only_fault(*search("p")) == "no-manifest");
}

BOOST_AUTO_TEST_CASE(a_manifest_for_another_interface_is_refused_without_opening_anything) {
    const fs::path path = plugin("p/similarity/edit", "edit") / "manifest.toml";
    std::string text = rif::read_file(path);
    rif::write_file(path, text.replace(text.find("api = 1"), 7, "api = 2"));
    const auto found = search("p");
    BOOST_TEST(only_fault(*found) == "plugin-api");
    BOOST_TEST(found->faults.front().message == "the manifest of similarity/edit is for plugin interface 2, this rif speaks 1");
}

BOOST_AUTO_TEST_CASE(what_others_may_write_to_is_refused_folder_manifest_and_library) {
    const fs::path path = plugin("p/similarity/edit", "edit");
    rif::write_file(path / "edit.so", "");
    for (const fs::path& open : {path, path / "manifest.toml", path / "edit.so"}) {
        fs::permissions(open, fs::perms::others_write, fs::perm_options::add);
        const auto found = search("p");
        BOOST_TEST(found->plugins.empty());
        BOOST_TEST(only_fault(*found) == "untrusted");
        BOOST_TEST(found->faults.front().message == open.string() + " is writable by others: not used");
        fs::permissions(open, fs::perms::others_write, fs::perm_options::remove);
    }
    BOOST_TEST(search("p")->plugins.size() == 1);
}

BOOST_AUTO_TEST_CASE(a_folder_that_the_site_trusts_is_used_though_others_may_write_there) {
    const fs::path path = plugin("p/similarity/edit", "edit");
    fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
    BOOST_TEST(search({{folder / "p", "test"}}, {{folder / "p"}})->plugins.size() == 1);
    BOOST_TEST(search({{folder / "p", "test"}}, {{(folder / "p").string() + "/"}})->plugins.size() == 1);
    BOOST_TEST(search({{folder / "p", "test"}}, {{folder / "p2"}})->plugins.empty());
}

BOOST_AUTO_TEST_CASE(a_refused_plugin_shadows_nothing) {
    fs::permissions(plugin("first/similarity/edit", "edit", "open"), fs::perms::others_write, fs::perm_options::add);
    plugin("second/similarity/edit", "edit", "safe");
    const auto found = search({{folder / "first", "a"}, {folder / "second", "b"}});
    BOOST_TEST_REQUIRE(found->plugins.size() == 1);
    BOOST_TEST(found->plugins.front().summary == "safe");
}

BOOST_AUTO_TEST_CASE(what_belongs_to_another_user_or_is_open_to_a_shared_group_is_refused,
                     *boost::unit_test::precondition([](boost::unit_test::test_unit_id) {
                         return boost::test_tools::assertion_result(::geteuid() == 0);
                     })) {
    constexpr uid_t k_daemon = 1;  // a user and a group that every system has
    const fs::path path = plugin("p/similarity/edit", "edit");
    BOOST_TEST_REQUIRE(::chown(path.c_str(), k_daemon, 0) == 0);
    BOOST_TEST(search("p")->faults.at(0).message == path.string() + " belongs to daemon: not used");
    BOOST_TEST_REQUIRE(::chown(path.c_str(), 0, k_daemon) == 0);
    BOOST_TEST(search("p")->plugins.size() == 1);
    BOOST_TEST_REQUIRE(::chmod(path.c_str(), 0775) == 0);
    BOOST_TEST(search("p")->faults.at(0).message == path.string() + " is writable by its group: not used");
}

BOOST_AUTO_TEST_SUITE_END()
