// rif fmt [--check|--upgrade] [--json] FILE…: the one canonical layout, comments kept. `-` reads standard input and writes standard output.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/file.hpp>
#include <rif/base/json.hpp>
#include <rif/base/shell.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>

#include "dsl/parse.hpp"

namespace rif::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_read = 64 * dsl::k_most_bytes;  // beyond that not even the diagnostic of a file that is too large
constexpr const char* k_standard_input = "-";
constexpr int k_done = 0, k_would_change = 1, k_wrong_file = 2;

/// The file that the command line names cannot be read.
struct WrongFile : Error {
    using Error::Error;
    explicit WrongFile(const Error& error) : Error(error) {}
};

struct Options {
    bool check = false, upgrade = false, json = false;
};

std::string read_source(const std::string& file) {
    if (file == k_standard_input) return {std::istreambuf_iterator<char>(std::cin), {}};
    try {
        return read_file(file, {}, k_most_read);
    } catch (const Error& error) {  // as the commands that check it say it, and with their exit code
        const bool is_missing = error.slug() == "cannot-read" && !fs::exists(file);
        throw is_missing ? WrongFile("missing-file", fmt::format("'{}' is not there", file)) : WrongFile(error);
    }
}

/// Through links to the file itself, which keeps its permissions.
void replace(const std::string& file, const std::string& text) {
    const fs::path path = fs::canonical(file);
    if (::access(path.c_str(), W_OK) != 0) {
        throw Error("cannot-write", fmt::format("cannot write '{}': it is read-only", file), fmt::format("chmod u+w {}", shell_word(file)));
    }
    const fs::perms permissions = fs::status(path).permissions();
    write_file(path, text);
    std::error_code ignored;  // another's file in a folder that we may write to
    fs::permissions(path, permissions, ignored);
}

void say(const Options& options, const std::string& file, bool changed) {
    if (options.json)
        fmt::print("{{\"file\":{},\"changed\":{}}}\n", json_string(file), changed);
    else if (changed)
        fmt::print("{} {}\n", options.check ? "would change" : "formatted", file);
}

int format_file(const Options& options, const std::string& file) {
    const bool is_standard_input = file == k_standard_input;
    const auto source = std::make_shared<const Source>(Source{is_standard_input ? "standard input" : file, read_source(file), {}});
    Diagnostics diagnostics;
    const dsl::Document document = dsl::parse(source, diagnostics);
    print_diagnostics(diagnostics, options.json);
    if (diagnostics.has_errors()) return k_wrong_file;

    const std::string text = dsl::format(document);
    const bool changed = text != source->text;
    if (is_standard_input && !options.check) return fmt::print("{}", text), k_done;
    if (changed && !options.check) replace(file, text);
    say(options, file, changed);
    return changed && options.check ? k_would_change : k_done;
}

int format_or_say_why_not(const Options& options, const std::string& file) {
    try {
        return format_file(options, file);
    } catch (const Error& error) {
        if (options.json) fmt::print("{}", as_json({Severity::error, error.slug(), error.place(), error.message(), "", error.help()}));
        const int code = options.json ? exit_code(error) : print_error(error);
        return dynamic_cast<const WrongFile*>(&error) ? k_wrong_file : code;
    }
}

}  // namespace

int command_fmt(const Arguments& arguments) {
    const Usage usage{"rif fmt [--check|--upgrade] [--json] x.rif...   (- for standard input)",
                      "Prints .rif files in the one canonical layout, comments kept, each written whole or not at all.",
                      {{"check", Takes::flag, "change nothing; exit code 1 where a file would change"},
                       {"upgrade", Takes::flag, "also bring a file of an older version of the language to this one"},
                       {"json", Takes::flag, "one JSON object a line: diagnostics, and what changed"}},
                      {{"file", Takes::several, "the files"}}};
    Given given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    const Options chosen{given.has("check"), given.has("upgrade"), given.has("json")};
    if (!given.has("file")) return print_error(Error("command-line", "rif fmt needs a file", "rif fmt experiment.rif"));
    if (chosen.check && chosen.upgrade) {
        return print_error(
            Error("command-line", "--check changes nothing and --upgrade does: only one of them", "rif fmt --check experiment.rif"));
    }
    int code = k_done;
    for (const std::string& file : given.all("file")) code = std::max(code, format_or_say_why_not(chosen, file));
    return code;
}

}  // namespace rif::cli
