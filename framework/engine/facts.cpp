#include <rif/engine/facts.hpp>

#include <ctime>
#include <fstream>
#include <optional>

#include <sys/utsname.h>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <rif/base/version.hpp>
#include <rif/base/blas.hpp>
#include <rif/engine/computing.hpp>

namespace rif {

namespace {

std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    }
    return "unknown";
}

/// The BLAS that plugins of this process compute with; nothing where none of them brought one.
std::optional<Blas> loaded_blas() {
    std::ifstream in("/proc/self/maps");
    for (std::string line; std::getline(in, line);) {
        if (line.find("/libblas.so") != std::string::npos || line.find("openblas") != std::string::npos) return blas_in_use();
    }
    return std::nullopt;
}

}  // namespace

std::map<std::string, std::string> machine_facts(std::size_t threads, const Computing& computing) {
    utsname names{};
    ::uname(&names);
    std::map<std::string, std::string> facts = {{"rifair", std::string(version())},
                                                {"host", names.nodename},
                                                {"system", fmt::format("{} {} {}", names.sysname, names.release, names.machine)},
                                                {"processor", processor()},
                                                {"threads", std::to_string(threads)},
                                                {"compiler", fmt::format("g++ {}", __VERSION__)},
                                                {"scoring", scoring_name(computing)},
                                                {"device", computing.device},
                                                {"written", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))}};
    if (const std::optional<Blas> blas = loaded_blas()) {
        facts["blas"] = fmt::format("{} {} ({})", blas->name, blas->version, blas->threading);
        facts["blas.kernel"] = blas->kernel;
        facts.emplace("blas.threads", "1");
    }
    return facts;
}

}  // namespace rif
