#include "dsl/include.hpp"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

#include "dsl/parse.hpp"
#include "dsl/paths.hpp"

namespace rif::dsl {

namespace {

namespace fs = std::filesystem;

/// One file for the file system, by whatever path it was reached.
std::string identity(const std::string& path) {
    std::error_code failed;
    const fs::path canonical = fs::weakly_canonical(path, failed);
    return failed ? path : canonical.string();
}

/// A file that is being read, and the file whose include led to it.
struct Link {
    const Link* includer;
    std::string name, identity;
};

class Loader {
public:
    Loader(const std::vector<fs::path>& data_path, Diagnostics& diagnostics) : data_path_(data_path), diagnostics_(diagnostics) {}

    std::vector<Document> load(const std::string& file) {
        add({nullptr, file, identity(file)}, {}, {});
        return std::move(documents_);
    }

private:
    void add(const Link& link, const Place& place, std::vector<std::string> includers) {
        read_.insert(link.identity);
        const std::optional<std::string> text = read(link.name, place);
        if (!text) return;
        auto source = std::make_shared<Source>(Source{link.name, *text, std::move(includers)});
        const std::size_t at = documents_.size();
        const std::size_t before = diagnostics_.errors();
        documents_.push_back(parse(source, diagnostics_));
        if (link.includer) refuse_run_and_sweep(documents_[at]);
        if (diagnostics_.errors() > before) return;                              // what it includes may be half read, too
        const std::vector<IncludeStatement> includes = documents_[at].includes;  // a copy: documents_ grows
        for (const IncludeStatement& include : includes) follow(link, include);
    }

    std::optional<std::string> read(const std::string& file, const Place& place) {
        try {
            return read_file(file, place, k_most_bytes);
        } catch (const Error& error) {
            const bool is_missing = error.slug() == "cannot-read" && !fs::exists(file);
            const std::string message = is_missing ? fmt::format("'{}' is not there", file) : error.message();
            const std::string help = error.slug() == "too-large" ? "split it with `include`" : is_missing ? "" : error.help();
            diagnostics_.error(is_missing ? "missing-file" : error.slug(), place, message, "", help);
            return std::nullopt;
        }
    }

    void follow(const Link& from, const IncludeStatement& include) {
        const std::string found = find_path(include.path, include.path_place, data_path_);
        if (found.empty()) return missing(include);
        const std::string name = name_of(include, found), same = identity(found);
        const Link link{&from, name, same};
        if (is_open(from, same)) return cycle(from, link, include);
        if (read_.count(same)) return;
        if (read_.size() > k_most_includes) return too_many(include);
        add(link, include.path_place, includers_of(include));
    }

    /// As the user would name it: beside the includer's name where it lies there.
    static std::string name_of(const IncludeStatement& include, const std::string& found) {
        const fs::path near = folder_of(include.path_place) / include.path;
        return identity(near.string()) == identity(found) ? near.lexically_normal().string() : found;
    }

    static std::vector<std::string> includers_of(const IncludeStatement& include) {
        const Source& source = *include.place.source;
        std::vector<std::string> result = {fmt::format("{}:{}", source.name, include.place.start().line)};
        result.insert(result.end(), source.includers.begin(), source.includers.end());
        return result;
    }

    static bool is_open(const Link& from, const std::string& same) {
        for (const Link* link = &from; link; link = link->includer) {
            if (link->identity == same) return true;
        }
        return false;
    }

    void cycle(const Link& from, const Link& link, const IncludeStatement& include) {
        std::vector<std::string> chain = {link.name};
        for (const Link* open = &from; open && open->identity != link.identity; open = open->includer) chain.push_back(open->name);
        chain.push_back(link.name);
        std::string printed;
        for (auto name = chain.rbegin(); name != chain.rend(); ++name) printed += (printed.empty() ? "" : " -> ") + *name;
        diagnostics_.error("include-cycle", include.path_place, fmt::format("this include goes round in a circle: {}", printed),
                           "already being read", "leave out one of them");
    }

    void missing(const IncludeStatement& include) {
        const bool relative = fs::path(include.path).is_relative();
        diagnostics_.error("missing-file", include.path_place, fmt::format("'{}' is not there", include.path),
                           relative ? "looked beside this file and on the data path" : "", "a path from the folder of this file");
    }

    void too_many(const IncludeStatement& include) {
        diagnostics_.error("too-many-includes", include.path_place,
                           fmt::format("this is one include too many: at most {} files", k_most_includes), "",
                           "put blocks of several files into one");
    }

    void refuse_run_and_sweep(const Document& document) {
        const std::string& experiment = documents_.front().source->name;
        for (const Statement& statement : document.statements) {
            const RunStatement* run = std::get_if<RunStatement>(&statement);
            const SweepStatement* sweep = std::get_if<SweepStatement>(&statement);
            if (!run && !sweep) continue;
            Place place = run ? run->place : sweep->place;
            const std::string_view word = run ? "run" : "sweep";
            place.end = place.begin + static_cast<std::uint32_t>(word.size());
            diagnostics_.error("include", place, fmt::format("an included file has no `{}`", word), "only blocks and includes",
                               fmt::format("move it into {}", experiment));
        }
    }

    const std::vector<fs::path>& data_path_;
    Diagnostics& diagnostics_;
    std::vector<Document> documents_;
    std::set<std::string> read_;  // identities, the first file's among them
};

}  // namespace

std::vector<Document> load_documents(const std::string& file, const std::vector<fs::path>& data_path, Diagnostics& diagnostics) {
    return Loader(data_path, diagnostics).load(file);
}

}  // namespace rif::dsl
