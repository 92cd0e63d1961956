#include "support/checkpoints.hpp"

#include <boost/test/unit_test.hpp>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

#include "support/test_data.hpp"

namespace rif::test {

namespace fs = std::filesystem;

std::string checkpoint_setting(const fs::path& folder) { return "checkpoint = \"" + folder.string() + "\""; }

void copy_checkpoint(const std::string& name, const fs::path& folder) {
    fs::copy(source_folder() / "share/checkpoints" / name, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}

void replace_in(const fs::path& file, const std::string& old, const std::string& now) {
    std::string text = read_file(file);
    const std::size_t at = text.find(old);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, file << " does not say " << old);
    write_file(file, text.replace(at, old.size(), now));
}

std::string slug_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        BOOST_TEST(!error.message().empty());
        BOOST_TEST(error.message().find('\n') == std::string::npos, error.message());
        return error.slug();
    }
    return "";
}

}  // namespace rif::test
