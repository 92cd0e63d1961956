#include <rif/cli/failure.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include <unistd.h>

#include <fmt/core.h>

namespace rif::cli {

namespace {

using namespace std::string_view_literals;

constexpr int k_users = 2, k_plugins = 3, k_machines = 4, k_interrupted = 130;

constexpr std::array k_plugin_slugs = {"plugin-missing"sv, "not-a-library"sv, "plugin-open"sv,  "no-card"sv,     "card-magic"sv,
                                       "card-size"sv,      "plugin-api"sv,    "plugin-build"sv, "plugin-name"sv, "stale-manifest"sv,
                                       "plugin-threw"sv,   "made-nothing"sv,  "wrong-class"sv,  "manifest"sv};
constexpr std::array k_machine_slugs = {
    "missing-file"sv,    "cannot-read"sv,      "cannot-write"sv,     "not-a-file"sv,       "disk-full"sv,         "read-only"sv,
    "results-in-use"sv,  "results-database"sv, "no-results"sv,       "newer-results"sv,    "no-threads"sv,        "missing-weights"sv,
    "damaged-weights"sv, "missing-tensor"sv,   "wrong-tensor"sv,     "damaged-config"sv,   "damaged-tokenizer"sv, "no-tokenizer"sv,
    "missing-wordnet"sv, "damaged-wordnet"sv,  "output-lost"sv,      "program-start"sv,    "program-ended"sv,     "program-slow"sv,
    "program-answer"sv,  "model-output"sv,     "model-contract"sv,   "http-unreachable"sv, "http-status"sv,       "http-answer"sv,
    "missing-key"sv,     "damaged-module"sv,   "module-signature"sv, "module-failed"sv};

template <class Slugs>
bool holds(const Slugs& slugs, const std::string& slug) {
    return std::find(slugs.begin(), slugs.end(), slug) != slugs.end();
}

int code_of(const std::string& slug) {
    if (holds(k_plugin_slugs, slug)) return k_plugins;
    if (holds(k_machine_slugs, slug)) return k_machines;
    return k_users;
}

}  // namespace

int exit_code(const Error& error) { return code_of(error.slug()); }

int exit_code(const Diagnostics& diagnostics) {
    int code = 0;
    for (const Diagnostic& each : diagnostics.all()) {
        if (each.severity == Severity::error) code = std::max(code, each.place ? code_of(each.slug) : k_users);
    }
    return code;
}

bool wants_colour(int descriptor) {
    const char* off = std::getenv("NO_COLOR");
    return ::isatty(descriptor) && !(off && *off);
}

int print_error(const Error& error) {
    const Diagnostic diagnostic{Severity::error, error.slug(), error.place(), error.message(), {}, error.help()};
    fmt::print(stderr, "{}", as_text(diagnostic, wants_colour(STDERR_FILENO)));
    return exit_code(error);
}

int print_diagnostics(const Diagnostics& diagnostics, bool json) {
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        if (json)
            fmt::print("{}", as_json(diagnostic));
        else
            fmt::print(stderr, "{}", as_text(diagnostic, wants_colour(STDERR_FILENO)));
    }
    return diagnostics.has_errors() ? k_users : 0;
}

int guarded(const std::function<int()>& command) {
    try {
        return command();
    } catch (const Error& error) {
        return print_error(error);
    } catch (const Cancelled&) {
        fmt::print(stderr, "interrupted\n");
        return k_interrupted;
    } catch (const std::bad_alloc&) {
        return print_error(Error("no-memory", "there is not enough memory", "run fewer searches at once: --jobs 1")), k_machines;
    } catch (const std::system_error& error) {
        if (std::ferror(stdout)) return k_machines;  // main() says that output is lost
        return print_error(Error("unexpected", error.what(), "please report it with the command that you ran")), k_machines;
    } catch (const std::exception& error) {
        return print_error(Error("unexpected", error.what(), "please report it with the command that you ran")), k_machines;
    } catch (...) {
        return print_error(Error("unexpected", "a plugin threw something that is no exception", "rif plugins test FOLDER")), k_plugins;
    }
}

}  // namespace rif::cli
