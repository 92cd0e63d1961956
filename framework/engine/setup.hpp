// What the cells of a run share, made once: data, models with their weights, counterparts, admissible substitutions, clean predictions.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <rif/api/attack.hpp>
#include <rif/engine/assemble.hpp>
#include <rif/engine/engine_services.hpp>
#include <rif/engine/prepare.hpp>
#include <rif/engine/run_view.hpp>

namespace rif {

/// What one cell searches through. Everything is shared with the other cells that have the same.
struct CellSetup {
    std::shared_ptr<const LoadedData> data;
    std::shared_ptr<const MadePairs> pairs;
    std::shared_ptr<const Scorer> scorer;
    std::shared_ptr<const Admission> admission;  // null where the attack reads no perturbation
    std::shared_ptr<const std::vector<StandingPair>> standing;
    std::shared_ptr<const Attack> attack;  // the cell's own
    std::exception_ptr failure;            // set where one of these could not be made; then the attack is null
};

class Setup {
public:
    Setup(const dsl::Experiment& experiment, std::shared_ptr<EngineServices> services, std::filesystem::path cache_folder,
          std::size_t threads, RunView& view);

    /// Makes everything that the cells need and tells the view what was found. What fails a cell is kept as its failure, and the others go
    /// on. errors: the first failure where no cell is left; Cancelled.
    void prepare(const std::vector<Cell>& cells);
    const CellSetup& of(const Cell& cell) const { return cells_.at(cell.id); }
    Assembly& assembly() { return assembly_; }
    const EngineServices& services() const { return *services_; }
    /// Of all models so far.
    Fragility fragility() const;

    /// Hashes of what the results depend on besides the experiment: "input.dataset.bios", "plugin.model/embedding_bag", …
    const std::map<std::string, std::string>& inputs() const { return inputs_; }
    /// Label names by data set.
    const std::map<std::string, std::vector<std::string>>& labels() const { return labels_; }

private:
    template <class T, class Make>
    std::shared_ptr<const T> shared(std::map<std::string, std::shared_ptr<const T>>& kept, const std::string& key, Make make);
    CellSetup made(const Cell& cell);
    std::string key(const Cell& cell, std::initializer_list<const dsl::Block*> blocks) const;
    std::shared_ptr<const LoadedData> data(const Cell& cell);
    std::shared_ptr<const MadePairs> pairs(const Cell& cell, const LoadedData& data);
    std::shared_ptr<const Scorer> scorer(const Cell& cell, const LoadedData& data);
    std::shared_ptr<const Admission> admission(const Cell& cell, const LoadedData& data);
    std::shared_ptr<const std::vector<StandingPair>> standing(const Cell& cell, const CellSetup& setup);
    void add_plugin_hashes();

    const dsl::Experiment& experiment_;
    std::shared_ptr<EngineServices> services_;
    std::size_t threads_;
    RunView& view_;
    Assembly assembly_;
    std::map<std::string, std::shared_ptr<const LoadedData>> data_;
    std::map<std::string, std::shared_ptr<const MadePairs>> pairs_;
    std::map<std::string, std::shared_ptr<const Scorer>> scorers_;
    std::map<std::string, std::shared_ptr<const Admission>> admissions_;
    std::map<std::string, std::shared_ptr<const std::vector<StandingPair>>> standing_;
    std::map<std::string, std::exception_ptr> failures_;  // of what is shared: not tried again for the next cell
    std::map<std::string, CellSetup> cells_;
    std::map<std::string, std::string> inputs_;
    std::map<std::string, std::vector<std::string>> labels_;
};

}  // namespace rif
