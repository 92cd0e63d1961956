// Output that does not arrive is an error of the machine, whatever the command.
#include <boost/test/unit_test.hpp>

#include <cstdlib>

#include <sys/wait.h>

#include <rif/base/file.hpp>

#include "support/command_line.hpp"
#include "support/test_data.hpp"

namespace rif::test {

BOOST_AUTO_TEST_SUITE(lost_output)

BOOST_AUTO_TEST_CASE(output_that_is_lost_ends_with_4_and_a_message) {
    const TemporaryFolder folder;
    const std::string errors = (folder / "errors").string(), program = (build_folder() / "bin/rif").string();
    write_file(folder / "long", "rif 1\n" + std::string(200'000, '#') + "\nrun { seed = 7 }\n");
    write_file(folder / "short", "rif 1\nrun { seed = 7 }\n");
    for (const std::string& arguments :
         {std::string("--version"), std::string("--help"), std::string("config"), std::string("plugins list"), std::string("doctor"),
          "fmt - < '" + (folder / "short").string() + "'", "fmt - < '" + (folder / "long").string() + "'"}) {
        BOOST_TEST_CONTEXT(arguments) {
            const int status = std::system(("'" + program + "' " + arguments + " > /dev/full 2> '" + errors + "'").c_str());
            BOOST_TEST(WIFEXITED(status));
            BOOST_TEST(WEXITSTATUS(status) == 4);
            BOOST_TEST(read_file(errors).find("error: not all of the output could be written") != std::string::npos, read_file(errors));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
