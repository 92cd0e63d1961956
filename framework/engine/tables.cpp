#include <rif/engine/tables.hpp>

#include <fmt/core.h>

#include <rif/base/csv.hpp>
#include <rif/base/file.hpp>
#include <rif/base/json.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

std::string head_columns(const std::vector<std::string>& addresses) {
    std::string line = "experiment,cell,dataset,model,counterpart,perturbation,attack,target,population";
    for (const std::string& address : addresses) line += "," + csv_cell(address);
    return line;
}

std::string head_cells(const std::string& experiment, const CellRecord& cell, const std::vector<std::string>& addresses) {
    std::string line = csv_cell(experiment);
    for (const std::string& each :
         {cell.id, cell.dataset, cell.model, cell.counterpart, cell.perturbation, cell.attack, cell.target, cell.population}) {
        line += "," + csv_cell(each);
    }
    for (const std::string& address : addresses) line += "," + csv_cell(swept_value(cell, address));
    return line;
}

std::string number(const std::optional<double>& value) { return value ? json_number(*value) : "n/a"; }

std::string rates_table(const FolderResults& results, const std::vector<CellRecord>& cells) {
    const std::vector<std::string> addresses = swept_addresses(cells);
    std::string text = head_columns(addresses) + ",measure,k,n,value,low,high,interval\n";
    for (const CellRecord& cell : cells) {
        const std::string head = head_cells(results.experiment(), cell, addresses);
        for (const Rate& rate : results.rates(cell.id)) {
            text += fmt::format("{},{},{},{},{},{},{},{}\n", head, rate.measure, rate.k ? std::to_string(*rate.k) : "", rate.n,
                                number(rate.value), rate.low ? json_number(*rate.low) : "", rate.high ? json_number(*rate.high) : "",
                                rate.interval);
        }
    }
    return text;
}

std::string outcomes_table(const FolderResults& results, const std::vector<CellRecord>& cells) {
    const std::vector<std::string> addresses = swept_addresses(cells);
    std::string text = head_columns(addresses) + ",outcome,pairs\n";
    for (const CellRecord& cell : cells) {
        const std::string head = head_cells(results.experiment(), cell, addresses);
        for (const auto& [outcome, count] : results.outcomes(cell.id)) text += fmt::format("{},{},{}\n", head, outcome, count);
    }
    return text;
}

std::string cost_table(const FolderResults& results, const std::vector<CellRecord>& cells) {
    const std::vector<std::string> addresses = swept_addresses(cells);
    std::string text = head_columns(addresses) + ",queries,model_calls,cache_hits,duplicates,seconds\n";
    for (const CellRecord& cell : cells) {
        const SearchCost cost = results.cost(cell.id);
        text += fmt::format("{},{},{},{},{},{:.3f}\n", head_cells(results.experiment(), cell, addresses), cost.counts.queries,
                            cost.counts.model_calls, cost.counts.cache_hits, cost.counts.duplicates, cost.seconds);
    }
    return text;
}

}  // namespace

std::vector<fs::path> write_tables(const FolderResults& results) {
    const std::vector<CellRecord> cells = results.cells();
    const fs::path folder = results.folder() / "tables";
    fs::create_directories(folder);
    const std::vector<std::pair<fs::path, std::string>> files = {{folder / "rates.csv", rates_table(results, cells)},
                                                                 {folder / "outcomes.csv", outcomes_table(results, cells)},
                                                                 {folder / "cost.csv", cost_table(results, cells)}};
    std::vector<fs::path> written;
    for (const auto& [path, text] : files) write_file(path, text), written.push_back(path);
    return written;
}

}  // namespace rif
