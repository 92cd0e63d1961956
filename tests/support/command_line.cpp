#include "support/command_line.hpp"

#include <cstdlib>

#include <sys/wait.h>

#include <fmt/core.h>

#include <rif/base/file.hpp>

#include "support/test_data.hpp"

namespace rif::test {

Ran run_rif(const std::string& arguments, const std::string& input, const std::string& environment) {
    const TemporaryFolder folder;
    write_file(folder / "input", input);
    const std::string command =
        fmt::format("{} '{}' {} < '{}' > '{}' 2> '{}'", environment, (build_folder() / "bin/rif").string(), arguments,
                    (folder / "input").string(), (folder / "out").string(), (folder / "errors").string());
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder / "out"), read_file(folder / "errors")};
}

}  // namespace rif::test
