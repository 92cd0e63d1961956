#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>

#include <sys/stat.h>

#include <rif/base/file.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/endpoint_access.hpp>
#include <rif/host/site_config.hpp>

#include "support/test_data.hpp"

namespace {

using rif::SiteConfig;

struct TwoFiles {
    rif::test::TemporaryFolder folder;

    SiteConfig load(const std::string& site, const std::string& user) const {
        rif::write_file(folder / "site.toml", site);
        rif::write_file(folder / "user.toml", user);
        return rif::load_site_config({folder / "site.toml", folder / "user.toml"});
    }
};

std::string faults(const SiteConfig& config) {
    std::string result;
    for (const rif::Diagnostic& fault : config.faults()) result += fault.message + "\n";
    return result;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(site_config, TwoFiles)

BOOST_AUTO_TEST_CASE(without_any_file_everything_has_its_default) {
    const SiteConfig config = rif::load_site_config({folder / "none.toml", folder / "none.toml"});
    BOOST_TEST(config.faults().empty());
    BOOST_TEST(config.device() == "auto");
    BOOST_TEST(config.cache_bytes() == 10ull << 30);
    BOOST_TEST(!config.most_jobs().has_value());
    BOOST_TEST(config.find("cache.folder")->origin == "default");
}

BOOST_AUTO_TEST_CASE(the_users_file_wins_but_for_what_the_site_locks) {
    const SiteConfig config = load("locked = [\"limits\"]\n[limits]\njobs = 4\n[cache]\nsize = \"1 GiB\"\n",
                                   "[limits]\njobs = 64\n[cache]\nsize = \"512 MiB\"\n");
    BOOST_TEST(config.most_jobs().value() == 4);
    BOOST_TEST(config.find("limits.jobs")->locked);
    BOOST_TEST(config.find("limits.jobs")->origin.ends_with("site.toml:3"));
    BOOST_TEST(config.cache_bytes() == 512ull << 20);
    BOOST_TEST(config.find("cache.size")->origin.ends_with("user.toml:4"));
    BOOST_TEST(faults(config) == "the site has locked 'limits.jobs'\n");
}

BOOST_AUTO_TEST_CASE(only_the_site_trusts_folders_and_locks_settings) {
    const SiteConfig config =
        load("[plugins]\ntrust = [\"/lab\"]\n", "locked = [\"cache\"]\n[plugins]\ntrust = [\"/elsewhere\"]\npath = \"/mine\"\n");
    BOOST_TEST(config.trusted_folders().size() == 1);
    BOOST_TEST(config.trusted_folders().front() == "/lab");
    BOOST_TEST(config.plugin_path().front() == "/mine");
    BOOST_TEST(faults(config) == "a user's configuration trusts no folders\na user's configuration locks nothing\n");
}

BOOST_AUTO_TEST_CASE(variables_are_put_in_and_others_are_refused) {
    ::setenv("SLURM_TMPDIR", "/scratch/job7", 1);
    const SiteConfig config = load("[cache]\nfolder = \"$SLURM_TMPDIR/rifair\"\n[data]\npath = [\"$HOME/data\", \"$SECRET/data\"]\n", "");
    ::unsetenv("SLURM_TMPDIR");
    BOOST_TEST(config.cache_folder() == "/scratch/job7/rifair");
    BOOST_TEST(config.data_path().empty());
    BOOST_TEST(faults(config) == "'$SECRET/data' names a variable that is not put in\n");
    BOOST_TEST(rif::with_variables("$TMPDIR/a").value() == std::string(std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp") + "/a");
}

BOOST_AUTO_TEST_CASE(wrong_values_name_their_place_and_keep_what_was_there) {
    const SiteConfig config = load("[cache]\nsize = \"ten\"\n[run]\ndevice = \"gpu\"\n[limits]\njobs = 0\njbos = 4\n[colour]\n", "");
    BOOST_TEST(config.cache_bytes() == 10ull << 30);
    BOOST_TEST(config.device() == "auto");
    BOOST_TEST(config.faults().size() == 5);
    BOOST_TEST(config.faults().at(0).place.to_string().ends_with("site.toml:2:8"));
    BOOST_TEST(config.faults().at(0).label == "expected a size: \"10 GiB\"");
    BOOST_TEST(config.faults().at(3).message == "[limits] has no key 'jbos'");
    BOOST_TEST(config.faults().at(3).label == "did you mean 'jobs'?");
}

BOOST_AUTO_TEST_CASE(endpoints_have_names_and_say_where_their_key_is) {
    const SiteConfig config = load("[endpoints.lab]\nurl = \"http://llm:8000/v1\"\nkey_file = \"$HOME/key\"\n",
                                   "[endpoints.lab]\nkey_variable = \"LAB_KEY\"\n[endpoints.bad]\nurl = \"llm:8000\"\n");
    const rif::Endpoint lab = config.endpoints().at("lab");
    BOOST_TEST(lab.url == "http://llm:8000/v1");
    BOOST_TEST(lab.key_variable == "LAB_KEY");
    BOOST_TEST(!lab.key_file.empty());
    BOOST_TEST(config.endpoints().count("bad") == 0);
}

BOOST_AUTO_TEST_CASE(the_values_of_headers_are_kept_and_not_shown) {
    const SiteConfig config = load(
        "[endpoints.lab]\nurl = \"http://x/\"\nheaders = [\"X-Team: seven\", \"X-Pass: hidden\"]\nkey_header = \"api-key\"\n"
        "certificates = \"/lab.pem\"\n[endpoints.bad]\nurl = \"http://y/\"\nheaders = [\"hidden\"]\nkey_header = \"a: b\"\n",
        "");
    const rif::Endpoint lab = config.endpoints().at("lab");
    BOOST_TEST((lab.headers == std::vector<std::string>{"X-Team: seven", "X-Pass: hidden"}));
    BOOST_TEST(lab.key_header == "api-key");
    BOOST_TEST(lab.certificates == "/lab.pem");
    const std::vector<std::string> shown = config.find("endpoints.lab.headers")->shown();
    BOOST_TEST((shown == std::vector<std::string>{"X-Team: (not shown)", "X-Pass: (not shown)"}));
    BOOST_TEST(config.find("endpoints.lab.url")->shown().front() == "http://x/");
    BOOST_TEST(config.endpoints().at("bad").headers.empty());
    BOOST_TEST(faults(config) == "'key_header' of [endpoints.bad] is 'a: b'\n'headers' of [endpoints.bad] is no header\n");
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_is_not_there_names_those_that_are) {
    const auto refusal = [](const SiteConfig& config, const char* name) {
        try {
            rif::endpoint_access(config, name, {});
        } catch (const rif::Error& error) {
            return error.slug() + ": " + error.message();
        }
        return std::string();
    };
    BOOST_TEST(refusal(load("", ""), "lab") == "unknown-endpoint: the site configuration has no endpoint 'lab', nor any other");
    const SiteConfig config = load("[endpoints.lab]\nurl = \"http://x/\"\n[endpoints.half]\nkey_variable = \"RIF_NO_SUCH_KEY\"\n", "");
    BOOST_TEST(refusal(config, "lap") == "unknown-endpoint: the site configuration has no endpoint 'lap'; it has half, lab");
    BOOST_TEST(refusal(config, "half").starts_with("unknown-endpoint"));  // without an address
    BOOST_TEST(rif::endpoint_access(config, "lab", {}).headers.empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_others_may_write_to_is_not_read) {
    rif::write_file(folder / "site.toml", "[plugins]\ntrust = [\"/\"]\n");
    ::chmod((folder / "site.toml").c_str(), 0666);
    const SiteConfig config = rif::load_site_config({folder / "site.toml", folder / "none.toml"});
    BOOST_TEST(config.trusted_folders().empty());
    BOOST_TEST(config.faults().front().slug == "untrusted");
}

BOOST_AUTO_TEST_CASE(the_example_in_the_documents_is_a_whole_and_faultless_configuration) {
    const SiteConfig config = rif::load_site_config({rif::test::source_folder() / "share/doc/rifair.toml", {}});
    BOOST_TEST(faults(config) == "");
    // Uncommented, it sets every key that there is.
    std::string text;
    std::istringstream lines(rif::read_file(rif::test::source_folder() / "share/doc/rifair.toml"));
    for (std::string line; std::getline(lines, line);) text += (line.starts_with("#: ") ? line.substr(3) : line) + "\n";
    const SiteConfig whole = load(text, "");
    BOOST_TEST(faults(whole) == "");
    for (const rif::ConfigEntry& entry : whole.entries()) BOOST_TEST(entry.origin != "default", entry.address);
}

BOOST_AUTO_TEST_CASE(the_search_path_has_the_users_folder_before_the_sites_before_the_installed_one) {
    ::setenv("RIFAIR_PLUGIN_PATH", "/first:/second", 1);
    ::setenv("RIFAIR_DATA", "/data/first", 1);
    const rif::CatalogueOptions options =
        rif::catalogue_options(load("[plugins]\npath = [\"/site\"]\n[data]\npath = \"/data/site\"\n", ""));
    ::unsetenv("RIFAIR_PLUGIN_PATH");
    ::unsetenv("RIFAIR_DATA");
    std::vector<std::string> origins;
    for (const rif::SearchFolder& one : options.search_path) origins.push_back(one.origin);
    BOOST_TEST(origins == (std::vector<std::string>{"RIFAIR_PLUGIN_PATH", "RIFAIR_PLUGIN_PATH", "user", "site", "installed", "build"}),
               boost::test_tools::per_element());
    BOOST_TEST_REQUIRE(options.data_path.size() == 3);
    BOOST_TEST(options.data_path[0] == "/data/first");
    BOOST_TEST(options.data_path[1] == "/data/site");
}

BOOST_AUTO_TEST_SUITE_END()
