// Wrong programs by theme, tests/dsl/bad/THEME/NAME.rif, each with what rifair says of it beside it in NAME.txt; right ones in
// tests/dsl/good. RIF_ACCEPT=1 rewrites the transcripts: read the difference like prose.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <rif/base/file.hpp>

#include "dsl/diagnose.hpp"
#include "support/test_data.hpp"

namespace rif::test {

namespace {

std::vector<std::filesystem::path> programs(const char* folder) {
    std::vector<std::filesystem::path> result;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "tests/dsl" / folder)) {
        if (entry.path().extension() == ".rif") result.push_back(entry.path());
    }
    std::sort(result.begin(), result.end());
    return result;
}

bool accepts() {
    const char* value = std::getenv("RIF_ACCEPT");
    return value && *value;
}

std::string transcript_of(const std::filesystem::path& program) {
    std::filesystem::path transcript = program;
    transcript.replace_extension(".txt");
    return std::filesystem::exists(transcript) ? read_file(transcript) : "";
}

/// A fragment that other programs of its folder include is named `_NAME.rif` and has no transcript of its own.
bool is_fragment(const std::filesystem::path& program) { return program.filename().string().starts_with('_'); }

}  // namespace

BOOST_AUTO_TEST_SUITE(transcripts)

BOOST_AUTO_TEST_CASE(each_wrong_program_gets_the_diagnostics_of_its_transcript) {
    for (const std::filesystem::path& program : programs("bad")) {
        if (is_fragment(program)) continue;
        const std::string said = diagnose(program);
        BOOST_TEST(!said.empty(), program.string() << " is wrong, and nothing is said of it");
        if (accepts()) write_file(std::filesystem::path(program).replace_extension(".txt"), said);
        BOOST_TEST(said == transcript_of(program), program.string() << "\n--- transcript\n"
                                                                    << transcript_of(program) << "--- said\n"
                                                                    << said);
    }
}

BOOST_AUTO_TEST_CASE(a_right_program_gets_no_diagnostics) {
    for (const std::filesystem::path& program : programs("good")) {
        if (!is_fragment(program)) BOOST_TEST(diagnose(program) == "", program.string() << "\n" << diagnose(program));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
