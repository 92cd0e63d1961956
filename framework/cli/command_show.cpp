// rif show: what a results folder holds: its cells, the pairs of one, errors, or one pair whole.
#include <algorithm>
#include <optional>

#include <fmt/core.h>

#include <rif/base/json.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/cli/pair_text.hpp>
#include <rif/cli/run_console.hpp>
#include <rif/cli/terminal.hpp>
#include <rif/engine/results_db.hpp>

namespace rif::cli {

namespace {

constexpr std::size_t k_listed_pairs = 50;

/// The cells that --cell names (number or id), or all. errors: rif::Error "unknown-cell".
std::vector<CellRecord> chosen_cells(const FolderResults& results, const std::string& name) {
    std::vector<CellRecord> cells = results.cells();
    if (name.empty()) return cells;
    std::erase_if(cells, [&](const CellRecord& cell) { return cell.id != name && std::to_string(cell.number) != name; });
    if (cells.empty()) {
        throw Error("unknown-cell", fmt::format("there is no cell '{}'; the cells are numbered from 1 to {}", name, results.cells().size()),
                    "rif show " + results.folder().string());
    }
    return cells;
}

std::string outcomes_text(const FolderResults& results, const CellRecord& cell) {
    std::string text;
    std::size_t sum = 0;
    for (const auto& [outcome, count] : results.outcomes(cell.id)) {
        text += fmt::format("{}{} {}", text.empty() ? "" : " · ", count, outcome);
        sum += count;
    }
    return fmt::format("{} pairs: {}", sum, text);
}

int show_cells(const FolderResults& results) {
    fmt::print("{}\n", results.experiment());
    if (results.cells().empty()) return fmt::print("the run ended before its first search: nothing is recorded\n"), 0;
    for (const CellRecord& cell : results.cells()) {
        fmt::print("  cell {} ({}): {} / {} / {}{}\n    {}\n", cell.number, cell.id, cell.model, cell.attack,
                   cell.target.empty() ? "-" : cell.target, cell.error.empty() ? "" : "  failed: " + cell.error,
                   outcomes_text(results, cell));
    }
    fmt::print("\n{}\n", rates_text(results, table_width()));
    fmt::print("one cell: --cell 1 · one pair: --pair ID or --pair worst · what failed: --errors\n");
    return 0;
}

bool is_violated(const PairRecord& pair) { return pair.stop && pair.quadrant && *pair.quadrant != Quadrant::RF; }

/// Fewest substitutions first, then least probability of the right label for both members together.
bool is_worse(const PairRecord& a, const PairRecord& b) {
    const auto edits = [](const PairRecord& pair) { return pair.v.substitutions.size() + pair.v_prime.substitutions.size(); };
    const auto right = [](const PairRecord& pair) {
        return pair.v.final_probabilities[pair.label] + pair.v_prime.final_probabilities[pair.label];
    };
    if (edits(a) != edits(b)) return edits(a) < edits(b);
    return right(a) < right(b);
}

int show_cell(const FolderResults& results, const CellRecord& cell) {
    fmt::print("cell {} ({}): {} / {} / {}\n  {}\n", cell.number, cell.id, cell.model, cell.attack, cell.target.empty() ? "-" : cell.target,
               outcomes_text(results, cell));
    std::vector<PairRecord> pairs = results.pairs(cell.id);
    std::erase_if(pairs, [](const PairRecord& pair) { return !is_violated(pair); });
    std::stable_sort(pairs.begin(), pairs.end(), is_worse);
    fmt::print("  {} pairs left RF{}\n", pairs.size(),
               pairs.size() > k_listed_pairs ? fmt::format("; the worst {} of them", k_listed_pairs) : "");
    std::vector<std::vector<std::string>> rows = {{"    pair", "ends in", "stop", "rounds", "queries", "substitutions"}};
    for (const PairRecord& pair : pairs) {
        if (rows.size() > k_listed_pairs) break;
        rows.push_back({"    " + pair.pair, std::string(quadrant_name(*pair.quadrant)), std::string(stop_name(*pair.stop)),
                        std::to_string(pair.rounds), std::to_string(pair.queries),
                        fmt::format("{} + {}", pair.v.substitutions.size(), pair.v_prime.substitutions.size())});
    }
    fmt::print("{}", table_text(rows));
    return 0;
}

int show_errors(const FolderResults& results, const std::vector<CellRecord>& cells) {
    std::size_t count = 0;
    for (const CellRecord& cell : cells) {
        if (!cell.error.empty()) fmt::print("cell {}: {}\n", cell.number, cell.error), ++count;
        for (const PairRecord& pair : results.pairs_for_rates(cell.id)) {
            if (pair.outcome != Outcome::error) continue;
            fmt::print("cell {}, text {}: {}\n", cell.number, pair.pair, pair.message);
            ++count;
        }
    }
    if (count == 0) fmt::print("no errors\n");
    return 0;
}

std::string json_text(const PairRecord& pair, const CellRecord& cell, const std::vector<std::string>& labels) {
    const auto numbers = [](const std::vector<float>& values) {
        std::string text;
        for (const float value : values) text += (text.empty() ? "" : ",") + json_number(value);
        return "[" + text + "]";
    };
    const auto member = [&](const MemberRecord& record) {
        return fmt::format(R"({{"clean":{},"final":{},"clean_probabilities":{},"final_probabilities":{}}})", json_string(record.clean_text),
                           json_string(record.final_text), numbers(record.clean_probabilities), numbers(record.final_probabilities));
    };
    std::string names;
    for (const std::string& label : labels) names += (names.empty() ? "" : ",") + json_string(label);
    return fmt::format(
        R"({{"cell":{},"pair":{},"outcome":{},"message":{},"label":{},"labels":[{}],"stop":{},"quadrant":{},"rounds":{},"queries":{},"v":{},"v_prime":{}}})",
        json_string(cell.id), json_string(pair.pair), json_string(outcome_name(pair.outcome)), json_string(pair.message),
        json_string(pair.label < labels.size() ? labels[pair.label] : ""), names, json_string(pair.stop ? stop_name(*pair.stop) : ""),
        json_string(pair.quadrant ? quadrant_name(*pair.quadrant) : ""), pair.rounds, pair.queries, member(pair.v), member(pair.v_prime));
}

struct Found {
    CellRecord cell;
    PairRecord pair;
};

std::vector<Found> found_pairs(const FolderResults& results, const std::vector<CellRecord>& cells, const std::string& name) {
    std::vector<Found> found;
    for (const CellRecord& cell : cells) {
        for (PairRecord& pair : results.pairs(cell.id)) {
            if (name == "worst" ? is_violated(pair) : pair.pair == name) found.push_back({cell, std::move(pair)});
        }
    }
    if (name != "worst" || found.empty()) return found;
    const auto worst =
        std::min_element(found.begin(), found.end(), [](const Found& a, const Found& b) { return is_worse(a.pair, b.pair); });
    return {std::move(*worst)};
}

int show_pairs(const FolderResults& results, const std::vector<CellRecord>& cells, const std::string& name, bool json) {
    const std::vector<Found> found = found_pairs(results, cells, name);
    if (found.empty() && name == "worst") return fmt::print("no pair left RF\n"), 0;
    if (found.empty()) {
        throw Error("unknown-pair", fmt::format("there is no pair '{}' in {}", name, cells.size() == 1 ? "that cell" : "any cell"),
                    "rif show RESULTS --cell 1 lists some");
    }
    for (const Found& each : found) {
        const std::vector<std::string> labels = results.labels(each.cell.dataset);
        if (json)
            fmt::print("{}\n", json_text(each.pair, each.cell, labels));
        else
            fmt::print("{}{}", &each == &found.front() ? "" : "\n", pair_text(each.pair, each.cell, labels, terminal_width()));
    }
    return 0;
}

int show(const Given& given) {
    const FolderResults results(given.one("results"));
    warn_of_unfinished(results);
    const std::string cell = given.one("cell");
    const std::vector<CellRecord> cells = chosen_cells(results, cell);
    if (given.has("json") && !given.has("pair"))
        throw Error("command-line", "--json shows pairs, and no --pair is given", "--pair worst --json, or tables/rates.csv for cells");
    if (given.has("errors")) return show_errors(results, cells);
    if (given.has("pair")) return show_pairs(results, cells, given.one("pair"), given.has("json"));
    return cell.empty() ? show_cells(results) : show_cell(results, cells.front());
}

}  // namespace

int command_show(const Arguments& arguments) {
    const Usage usage{"rif show RESULTS [--cell C] [--pair ID|worst] [--errors]",
                      "Shows the cells of a results folder, one cell, what failed, or one pair with its substitutions marked.",
                      {{"cell,c", Takes::one, "a cell by number or id"},
                       {"pair,p", Takes::one, "a pair by id, or `worst`"},
                       {"errors", Takes::flag, "searches and cells that failed, with their messages"},
                       {"json", Takes::flag, "pairs as one JSON object a line"}},
                      {{"results", Takes::one, "the results folder"}}};
    Given given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    if (!given.has("results")) return print_error(Error("command-line", "rif show needs a results folder", "rif show results/NAME/TIME"));
    return guarded([&] { return show(given); });
}

}  // namespace rif::cli
