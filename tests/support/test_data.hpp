// Where tests find data that is not in the repository, and how a case is skipped by name where it is not there.
#pragma once

#include <filesystem>
#include <string>

#include <boost/test/unit_test.hpp>

namespace rif::test {

/// A file or folder below RIFAIR_TEST_DATA (default: ../shared beside the source tree): test_data("data/bios/per_profession").
std::filesystem::path test_data(const std::string& name);
/// The source and build folder of this tree.
std::filesystem::path source_folder();
std::filesystem::path build_folder();
/// A new empty folder, removed with everything in it when the object ends.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

/// Decorator: BOOST_AUTO_TEST_CASE(name, *rif::test::needs_data("data/sst2")).
boost::unit_test::decorator::base& needs_data(const std::string& name);

}  // namespace rif::test
