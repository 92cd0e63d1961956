#include <rif/engine/comparisons.hpp>

#include <algorithm>
#include <functional>
#include <map>

namespace rif {
namespace {

using Fact = std::function<bool(const PairRecord&)>;
/// Whether an individual has a fact in all its counted pairs, for each fact: R, F, RIF.
using Facts = std::map<std::string, std::vector<bool>>;

const std::vector<std::pair<std::string, Fact>>& measures() {
    static const std::vector<std::pair<std::string, Fact>> all = {
        {"R", ends_right}, {"F", ends_same}, {"RIF", [](const PairRecord& pair) { return ends_right(pair) && ends_same(pair); }}};
    return all;
}

Facts facts_of(const FolderResults& results, const CellRecord& cell) {
    const std::vector<PairRecord> pairs = results.pairs_for_rates(cell.id);
    Facts facts;
    for (const PairRecord* pair : counted_pairs(pairs, results.rate_options(cell.id))) {
        const auto [at, is_new] = facts.try_emplace(pair->individual, measures().size(), true);
        for (std::size_t m = 0; m < measures().size(); ++m) at->second[m] = at->second[m] && measures()[m].second(*pair);
    }
    return facts;
}

/// Swept settings but those of the axis' own blocks ("model.bag.layers").
std::vector<std::pair<std::string, std::string>> other_settings(const CellRecord& cell, const std::string& axis) {
    auto settings = cell.settings;
    std::erase_if(settings, [&](const auto& setting) { return setting.first.starts_with(axis + "."); });
    return settings;
}

bool same_target(const CellRecord& a, const CellRecord& b, const std::string& axis) {
    return a.target == b.target || (axis == "attack" && (a.target.empty() || b.target.empty()));
}

/// Whether the two differ in the axis and in nothing else. A cell that failed is compared with none.
bool comparable(const CellRecord& a, const CellRecord& b, const std::string& axis) {
    if (!a.error.empty() || !b.error.empty()) return false;
    const bool same_data = a.dataset == b.dataset && a.counterpart == b.counterpart && a.perturbation == b.perturbation;
    const bool same_other = axis == "model" ? a.attack == b.attack : a.model == b.model;
    return same_data && same_other && same_target(a, b, axis) && a.population == b.population &&
           other_settings(a, axis) == other_settings(b, axis);
}

PairedCounts counts_of(const Facts& first, const Facts& second, std::size_t measure) {
    PairedCounts counts;
    for (const auto& [individual, of_first] : first) {
        const auto at = second.find(individual);
        if (at == second.end()) continue;
        const bool one = of_first[measure], other = at->second[measure];
        ++(one ? other ? counts.both : counts.first_only : other ? counts.second_only : counts.neither);
    }
    return counts;
}

void adjust(std::vector<CellComparison>& family) {
    std::vector<double> p;
    for (const CellComparison& comparison : family) p.push_back(comparison.p);
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < family.size(); ++i) family[i].p_holm = adjusted[i];
}

}  // namespace

std::vector<CellComparison> comparisons_of(const FolderResults& results) {
    const std::vector<CellRecord> cells = results.cells();
    std::vector<Facts> facts;
    for (const CellRecord& cell : cells) facts.push_back(facts_of(results, cell));
    std::vector<CellComparison> all;
    for (const std::string axis : {"model", "attack"}) {
        for (std::size_t m = 0; m < measures().size(); ++m) {
            std::vector<CellComparison> family;
            for (std::size_t i = 0; i < cells.size(); ++i) {
                for (std::size_t j = i + 1; j < cells.size(); ++j) {
                    if (!comparable(cells[i], cells[j], axis)) continue;
                    const PairedCounts counts = counts_of(facts[i], facts[j], m);
                    family.push_back({axis, measures()[m].first, cells[i], cells[j], facts[i].size(), facts[j].size(), counts,
                                      mcnemar_exact(counts), 1});
                }
            }
            adjust(family);
            std::ranges::move(family, std::back_inserter(all));
        }
    }
    return all;
}

}  // namespace rif
