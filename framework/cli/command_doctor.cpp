// rif doctor [--json]: what this machine has, whether it serves, and what to change.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <dlfcn.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/installation.hpp>
#include <rif/base/json.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/failure.hpp>
#include <rif/engine/kept_folder.hpp>
#include <rif/engine/threads.hpp>
#include <rif/base/blas.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/library.hpp>

namespace rif::cli {

namespace {

namespace fs = std::filesystem;

constexpr double k_gibibyte = 1024.0 * 1024 * 1024;
constexpr double k_nearly_full = 0.9;

struct Finding {
    const char* state;  // "ok", "warn", "fail"
    std::string what, text, help;
};
using Findings = std::vector<Finding>;

void look_at_blas(Findings& findings) {
    const std::optional<Blas> blas = blas_in_use();
    const std::string install = "apt-get install libopenblas0-openmp";
    if (!blas) return findings.push_back({"fail", "BLAS", "there is no libblas.so.3: nothing that needs libtorch runs", install});
    if (blas->name != "OpenBLAS")
        return findings.push_back(
            {"warn", "BLAS", fmt::format("{} ({}): some 25 times slower than OpenBLAS", blas->name, blas->path), install});
    const std::string text = fmt::format("OpenBLAS {} ({}), kernel {}, exact grouping: {}", blas->version, blas->threading, blas->kernel,
                                         blas->groups_exactly() ? "yes" : "no, texts are scored one by one");
    if (const std::string better = blas->better_kernel(); !better.empty()) {
        return findings.push_back(
            {"warn", "BLAS", text + ": it does not know this processor, which can do better", "export OPENBLAS_CORETYPE=" + better});
    }
    if (blas->threading == "OpenMP") return findings.push_back({"ok", "BLAS", text, ""});
    findings.push_back({"warn", "BLAS", text + ": its threads get in the way of libtorch's",
                        install + " && update-alternatives --config libblas.so.3-x86_64-linux-gnu"});
}

void look_at_threads(const SiteConfig& site, Findings& findings) {
    const long cores = std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN));
    const std::string most = site.most_jobs() ? fmt::format(", at most {} searches at once (limits.jobs)", *site.most_jobs()) : "";
    findings.push_back({"ok", "threads", fmt::format("{} of {} cores allowed{}", usable_cores(), cores, most), ""});
}

void look_at_device(const SiteConfig& site, Findings& findings) {
    if (site.device() == "auto" || site.device() == "cpu") return;
    findings.push_back({"fail", "device", fmt::format("run.device is {}, and this version computes on the processor alone", site.device()),
                        "rif config run.device"});
}

/// The file that a library was loaded from, by a part of its name; "" where none was.
std::string loaded_file(const std::string& part) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::size_t path = line.find('/');
        if (path != std::string::npos && line.find(part, path) != std::string::npos) return line.substr(path);
    }
    return {};
}

/// Opens our neural library, and libtorch with it, as a neural plugin would.
void look_at_torch(Findings& findings) {
    const fs::path library = installation_root() / "lib" / "librif_nn.so";
    std::error_code ignored;
    if (!fs::exists(library, ignored))
        return findings.push_back({"warn", "torch", "this rifair was built without libtorch: no neural models", "cmake -DRIFAIR_NN=ON"});
    if (!::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        return findings.push_back(
            {"fail", "torch", fmt::format("libtorch cannot be opened: {}", ::dlerror()), "apt-get install libtorch-dev, and build again"});
    }
    const std::string built_with = RIFAIR_TORCH_VERSION;
    const bool has_cuda = !loaded_file("libtorch_cuda").empty();
    findings.push_back(
        {"ok", "torch", fmt::format("{}, {} ({})", built_with, has_cuda ? "with CUDA" : "no CUDA", loaded_file("libtorch_cpu")), ""});
}

void look_at_plugins(const Catalogue& catalogue, Findings& findings) {
    std::size_t good = 0;
    for (const Diagnostic& fault : catalogue.faults) {
        const std::string place = fault.place.to_string();
        findings.push_back(
            {"fail", "plugins", (place.empty() ? "" : place + ": ") + fault.message, fault.help.empty() ? fault.label : fault.help});
    }
    for (const PluginEntry& plugin : catalogue.plugins) {
        try {
            shake_hands(plugin);
            ++good;
        } catch (const Error& error) {
            findings.push_back({"fail", "plugins", error.message(), error.help()});
        }
    }
    findings.push_back({good > 0 ? "ok" : "fail", "plugins", fmt::format("{} of {} can be used", good, catalogue.plugins.size()),
                        good > 0 ? "" : "cmake --build build"});
}

/// The folder, or the nearest one above it that is there.
fs::path nearest_there(fs::path folder) {
    std::error_code ignored;
    while (!fs::exists(folder, ignored) && folder.has_parent_path() && folder != folder.parent_path()) folder = folder.parent_path();
    return folder;
}

void look_at_cache(const SiteConfig& site, Findings& findings) {
    const fs::path folder = site.cache_folder() / "models";
    if (::access(nearest_there(folder).c_str(), W_OK) != 0) {
        return findings.push_back({"fail", "cache",
                                   fmt::format("{} cannot be written to: every run trains its models anew", folder.string()),
                                   "rif config cache.folder"});
    }
    const double used = static_cast<double>(bytes_below(folder)), limit = static_cast<double>(site.cache_bytes());
    const std::string text = fmt::format("{} is {:.1f} of {:.1f} GiB", folder.string(), used / k_gibibyte, limit / k_gibibyte);
    if (used < k_nearly_full * limit) return findings.push_back({"ok", "cache", text, ""});
    findings.push_back({"warn", "cache", text + ": at the end of a run the models not used for longest go first", "rif config cache.size"});
}

void look_at_site(Findings& findings) {
    const char* given = std::getenv("RIFAIR_SITE_CONFIG");
    std::error_code ignored;
    if (given && *given && !fs::exists(given, ignored))
        findings.push_back(
            {"warn", "site", fmt::format("RIFAIR_SITE_CONFIG names '{}', which is not there", given), "unset it, or write the file"});
}

void look_at_data(const Catalogue& catalogue, Findings& findings) {
    std::error_code ignored;
    for (const fs::path& folder : catalogue.data_path) {
        if (!fs::is_directory(folder, ignored))
            findings.push_back(
                {"warn", "data", fmt::format("{} of the data path is no folder", folder.string()), "RIFAIR_DATA, or rif config data.path"});
    }
}

void print(const Finding& finding, bool json) {
    if (json) {
        fmt::print("{{\"state\":{},\"what\":{},\"text\":{},\"help\":{}}}\n", json_string(finding.state), json_string(finding.what),
                   json_string(finding.text), json_string(finding.help));
        return;
    }
    fmt::print("{:<5} {:<9} {}{}\n", finding.state, finding.what, finding.text, finding.help.empty() ? "" : " (" + finding.help + ")");
}

int exit_code(const Findings& findings) {
    int result = 0;
    for (const Finding& finding : findings) {
        if (std::string_view(finding.state) == "fail") result = std::max(result, finding.what == "plugins" ? 3 : 4);
    }
    return result;
}

}  // namespace

int command_doctor(const Arguments& arguments) {
    return guarded([&] {
        const bool json = !arguments.empty() && arguments.front() == "--json";
        if (!arguments.empty() && !json) {
            const bool help = arguments.front() == "--help" || arguments.front() == "-h";
            fmt::print(help ? stdout : stderr,
                       "usage: rif doctor [--json]\n\nWhat this machine has, whether it serves, and what to change.\nExit code 3: a plugin "
                       "is wrong; 4: the machine is.\n");
            return help ? 0 : 2;
        }
        const auto catalogue = load_catalogue();
        const SiteConfig site = load_site_config();
        Findings findings;
        look_at_blas(findings);
        look_at_threads(site, findings);
        look_at_device(site, findings);
        look_at_torch(findings);
        look_at_plugins(*catalogue, findings);
        look_at_site(findings);
        look_at_cache(site, findings);
        look_at_data(*catalogue, findings);
        for (const Finding& finding : findings) print(finding, json);
        return exit_code(findings);
    });
}

}  // namespace rif::cli
