// Runs the program as a user does.
#pragma once

#include <string>

namespace rif::test {

struct Ran {
    int code = 0;
    std::string out, errors;
};

/// `rif ARGUMENTS`, through the shell, with `input` on standard input. environment: "NAME='value'" in front of it.
Ran run_rif(const std::string& arguments, const std::string& input = {}, const std::string& environment = {});

}  // namespace rif::test
