#include "support/test_data.hpp"

#include <cstdlib>
#include <iostream>

namespace rif::test {

namespace {

std::filesystem::path from_environment(const char* variable, const std::filesystem::path& otherwise) {
    const char* value = std::getenv(variable);
    return value && *value ? std::filesystem::path(value) : otherwise;
}

}  // namespace

std::filesystem::path source_folder() { return from_environment("RIFAIR_TEST_SOURCE", std::filesystem::current_path()); }
std::filesystem::path build_folder() { return from_environment("RIFAIR_TEST_BUILD", source_folder() / "build"); }

std::filesystem::path test_data(const std::string& name) {
    return from_environment("RIFAIR_TEST_DATA", source_folder() / ".." / "shared") / name;
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "rifair-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

boost::unit_test::decorator::base& needs_data(const std::string& name) {
    const auto there = [name](boost::unit_test::test_unit_id) {
        boost::test_tools::assertion_result result = std::filesystem::exists(test_data(name));
        if (!result) result.message() << "RIFAIR_TEST_DATA has no " << name;
        return result;
    };
    static std::vector<std::unique_ptr<boost::unit_test::decorator::precondition>> kept;
    kept.push_back(std::make_unique<boost::unit_test::decorator::precondition>(there));
    return *kept.back();
}

}  // namespace rif::test
