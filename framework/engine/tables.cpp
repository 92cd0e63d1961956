#include <rif/engine/tables.hpp>

#include <fmt/core.h>

#include <rif/base/csv.hpp>
#include <rif/base/file.hpp>
#include <rif/base/json.hpp>
#include <rif/engine/comparisons.hpp>

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

/// The name of what is compared, and of its swept settings those that a cell has ("small layers=2").
std::string compared_name(const CellRecord& cell, const std::string& axis) {
    std::string name = axis == "model" ? cell.model : cell.attack;
    for (const auto& [address, value] : cell.settings) {
        if (address.starts_with(axis + ".")) name += fmt::format(" {}={}", address.substr(address.rfind('.') + 1), value);
    }
    return name;
}

std::string comparisons_table(const FolderResults& results) {
    std::string text =
        "experiment,axis,measure,dataset,counterpart,perturbation,beside,target,population,first,second,cell_first,cell_second,n_first,n_"
        "second,n,"
        "both,first_only,second_only,neither,difference,low,high,p,p_holm\n";
    for (const CellComparison& each : comparisons_of(results)) {
        const CellRecord& cell = each.first;
        const std::string beside = compared_name(cell, each.axis == "model" ? "attack" : "model");
        const std::string target = cell.target.empty() ? each.second.target : cell.target;
        std::string head = csv_cell(results.experiment());
        for (const std::string& part :
             {each.axis, each.measure, cell.dataset, cell.counterpart, cell.perturbation, beside, target, cell.population,
              compared_name(cell, each.axis), compared_name(each.second, each.axis), cell.id, each.second.id})
            head += "," + csv_cell(part);
        const PairedCounts& counts = each.counts;
        const auto interval = newcombe_paired(counts);
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", head, each.n_first, each.n_second, counts.n(), counts.both,
                            counts.first_only, counts.second_only, counts.neither, number(paired_difference(counts)),
                            interval ? json_number(interval->low) : "", interval ? json_number(interval->high) : "", json_number(each.p),
                            json_number(each.p_holm));
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
                                                                 {folder / "comparisons.csv", comparisons_table(results)},
                                                                 {folder / "cost.csv", cost_table(results, cells)}};
    std::vector<fs::path> written;
    for (const auto& [path, text] : files) write_file(path, text), written.push_back(path);
    return written;
}

}  // namespace rif
