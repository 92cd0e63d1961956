// report/paper_tables: rates by target with k/n and interval, the clean state with both denominators, and the outcome of every pair.
// Source: Tables 3 and 4 of "Perturbation Effects on Robustness and Individual Fairness"; intervals and outcomes are added.
// Cost: reads every recorded pair of every cell once.

#include <algorithm>

#include <fmt/core.h>

#include <rif/api/register.hpp>
#include <rif/api/report.hpp>
#include <rif/base/file.hpp>

#include "layout.hpp"

namespace rif {
namespace {

using paper_tables::Layout;

class PaperTables final : public Report {
public:
    explicit PaperTables(const Arguments& arguments)
        : formats_(arguments.texts("formats")), digits_(static_cast<int>(arguments.count("digits"))) {}

    std::vector<std::filesystem::path> write(const Results& results) const override {
        const std::vector<Layout> tables = {rates(results), clean(results), outcomes(results)};
        std::filesystem::create_directories(results.folder() / "tables");
        std::vector<std::filesystem::path> written;
        for (const std::string& format : formats_) written.push_back(write(results, tables, format));
        return written;
    }

private:
    std::filesystem::path write(const Results& results, const std::vector<Layout>& tables, const std::string& format) const;
    Layout rates(const Results& results) const;
    Layout clean(const Results& results) const;
    Layout outcomes(const Results& results) const;
    std::string figure(const std::vector<Rate>& rates, std::string_view measure) const;

    std::vector<std::string> formats_;
    int digits_;
};

/// The names that tell cells apart: data set, model, attack, target; counterpart and perturbation where they differ; swept values.
struct Head {
    bool counterpart = false, perturbation = false;
    std::vector<std::string> addresses;

    explicit Head(const std::vector<CellRecord>& cells) : addresses(swept_addresses(cells)) {
        for (const CellRecord& cell : cells) {
            counterpart |= cell.counterpart != cells.front().counterpart;
            perturbation |= cell.perturbation != cells.front().perturbation;
        }
    }

    std::vector<std::string> columns() const {
        std::vector<std::string> names = {"dataset", "model", "attack", "target"};
        if (counterpart) names.emplace_back("counterpart");
        if (perturbation) names.emplace_back("perturbation");
        names.insert(names.end(), addresses.begin(), addresses.end());
        return names;
    }

    std::vector<std::string> row(const CellRecord& cell) const {
        std::vector<std::string> row = {cell.dataset, cell.model, cell.attack, cell.target.empty() ? "-" : cell.target};
        if (counterpart) row.push_back(cell.counterpart);
        if (perturbation) row.push_back(cell.perturbation);
        for (const std::string& address : addresses) {
            const std::string value = swept_value(cell, address);
            row.push_back(value.empty() ? "-" : value);
        }
        return row;
    }
};

void append(std::vector<std::string>& to, std::initializer_list<std::string> more) { to.insert(to.end(), more.begin(), more.end()); }

/// "0.763 [0.721, 0.801] 329/431"; means without interval and k/n; n/a where there is no pair.
std::string PaperTables::figure(const std::vector<Rate>& rates, std::string_view measure) const {
    const Rate* rate = find_rate(rates, measure);
    if (!rate || !rate->value) return "n/a";
    std::string text = fmt::format("{:.{}f}", *rate->value, digits_);
    if (rate->low && rate->high) text += fmt::format(" [{:.{}f}, {:.{}f}]", *rate->low, digits_, *rate->high, digits_);
    if (rate->k) text += fmt::format(" {}/{}", *rate->k, rate->n);
    return text;
}

Layout PaperTables::rates(const Results& results) const {
    const std::vector<CellRecord> cells = results.cells();
    const Head head(cells);
    Layout table{"Rates by target", "", head.columns(), {}};
    append(table.columns, {"population", "R", "F", "RIF", "RB", "UF", "UB", "N_attack", "queries"});
    for (const CellRecord& cell : cells) {
        const std::vector<Rate> all = results.rates(cell.id);
        std::vector<std::string> row = head.row(cell);
        row.push_back(cell.population);
        for (const char* measure : {"R", "F", "RIF", "RB", "UF", "UB", "N_attack", "queries"})
            row.push_back(cell.error.empty() ? figure(all, measure) : "failed");
        table.rows.push_back(std::move(row));
    }
    table.note =
        "R, F, RIF: share of pairs whose v is still right, whose labels are still equal, and both. RB, UF, UB: share that ends in that "
        "quadrant. "
        "Each with its 95 % interval (sampling only) and k/n. All resistance rates are upper bounds: a stronger search may find more.";
    return table;
}

Layout PaperTables::clean(const Results& results) const {
    Layout table{"Before any edit", "", {"dataset", "model", "counterpart", "accuracy", "robust fair", "flips", "attacked population"}, {}};
    for (const CellRecord& cell : results.cells()) {
        const std::vector<Rate> all = results.rates(cell.id);
        const Rate* population = find_rate(all, "RIF");
        std::vector<std::string> row = {cell.dataset, cell.model, cell.counterpart};
        for (const char* measure : {"clean_accuracy", "clean_RF", "clean_flip"}) row.push_back(figure(all, measure));
        row.push_back(std::to_string(population ? population->n : 0));
        if (std::find(table.rows.begin(), table.rows.end(), row) == table.rows.end()) table.rows.push_back(std::move(row));
    }
    table.note =
        "Accuracy of v, share of pairs that are right and equal, and share whose labels differ, over every pair that the model was asked "
        "about. "
        "The attacked population is the n of the rates.";
    return table;
}

Layout PaperTables::outcomes(const Results& results) const {
    const std::vector<CellRecord> cells = results.cells();
    const Head head(cells);
    Layout table{
        "Outcome of every pair",
        "No pair is lost: a row's counts add up to the pairs made, and to the rows of the data where each individual has one pair.",
        head.columns(),
        {}};
    constexpr Outcome k_all[] = {
        Outcome::attacked,          Outcome::no_candidates,      Outcome::violates_clean,    Outcome::outside_window,
        Outcome::attribute_missing, Outcome::no_sensitive_token, Outcome::no_editable_token, Outcome::error};
    for (const Outcome outcome : k_all) table.columns.emplace_back(outcome_name(outcome));
    table.columns.emplace_back("all");
    for (const CellRecord& cell : cells) {
        const std::map<std::string, std::size_t> counts = results.outcomes(cell.id);
        std::vector<std::string> row = head.row(cell);
        std::size_t sum = 0;
        for (const Outcome outcome : k_all) {
            const auto at = counts.find(std::string(outcome_name(outcome)));
            const std::size_t count = at == counts.end() ? 0 : at->second;
            sum += count;
            row.push_back(std::to_string(count));
        }
        row.push_back(std::to_string(sum));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::filesystem::path PaperTables::write(const Results& results, const std::vector<Layout>& tables, const std::string& format) const {
    const std::filesystem::path folder = results.folder() / "tables";
    std::string text = format == "markdown" ? "# " + results.experiment() + "\n\n" : format == "csv" ? "table,row,column,value\n" : "";
    for (const Layout& table : tables) {
        text += format == "markdown" ? as_markdown(table) : format == "csv" ? as_csv(table) : as_latex(table);
    }
    const std::filesystem::path path = folder / (format == "markdown" ? "paper_tables.md"
                                                 : format == "csv"    ? "paper_tables.csv"
                                                                      : "paper_tables.tex");
    write_file(path, text);
    return path;
}

}  // namespace

RIF_PLUGIN(PaperTables)

}  // namespace rif
