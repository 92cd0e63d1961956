#include <rif/engine/facts.hpp>

#include <ctime>
#include <fstream>

#include <sys/utsname.h>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <rif/base/version.hpp>

namespace rif {

namespace {

std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    }
    return "unknown";
}

}  // namespace

std::map<std::string, std::string> machine_facts(std::size_t threads) {
    utsname names{};
    ::uname(&names);
    return {{"rifair", std::string(version())},
            {"host", names.nodename},
            {"system", fmt::format("{} {} {}", names.sysname, names.release, names.machine)},
            {"processor", processor()},
            {"threads", std::to_string(threads)},
            {"compiler", fmt::format("g++ {}", __VERSION__)},
            {"scoring", "exact"},
            {"device", "cpu"},
            {"written", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))}};
}

}  // namespace rif
