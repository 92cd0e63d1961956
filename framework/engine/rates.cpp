// The rates of one cell: counts over its pairs, their shares and intervals.
#include <rif/engine/rates.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <rif/base/error.hpp>
#include <rif/base/statistics.hpp>

namespace rif {
namespace {

using Pairs = std::vector<const PairRecord*>;
using Fact = std::function<bool(const PairRecord&)>;

bool was_asked(const PairRecord& pair) {
    return pair.outcome == Outcome::violates_clean || pair.outcome == Outcome::no_candidates || pair.outcome == Outcome::attacked;
}

/// Where the pair stands at the end: where it stood before, if nothing was searched.
Quadrant final_quadrant(const PairRecord& pair) {
    if (pair.quadrant) return *pair.quadrant;
    if (!pair.clean_quadrant) assertion_failed("a pair that the model was asked about has a clean quadrant", __FILE__, __LINE__);
    return *pair.clean_quadrant;
}

Pairs those(const Pairs& pairs, const Fact& fact) {
    Pairs result;
    std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(result), [&](const PairRecord* pair) { return fact(*pair); });
    return result;
}

Pairs asked(std::span<const PairRecord> pairs, const RateOptions& options) {
    Pairs result;
    for (const PairRecord& pair : pairs)
        if (was_asked(pair) && (options.ambiguous_counts || !pair.ambiguous)) result.push_back(&pair);
    return result;
}

/// The pairs by individual: what a bootstrap draws.
std::vector<Cluster> clusters(const Pairs& pairs, const Fact& fact) {
    std::map<std::string_view, Cluster> of;
    for (const PairRecord* pair : pairs) {
        Cluster& cluster = of[pair->individual];
        cluster.n += 1;
        cluster.k += fact(*pair);
    }
    std::vector<Cluster> result;
    for (const auto& [individual, cluster] : of) result.push_back(cluster);
    return result;
}

void set_interval(Rate& rate, const std::optional<Interval>& interval, std::string name) {
    rate.interval = interval ? std::move(name) : "none";
    if (interval) rate.low = interval->low, rate.high = interval->high;
}

/// Wilson over single pairs; else the bootstrap, and where all its draws agree (no pair fell, or every one did) Wilson over individuals.
void add_interval(Rate& rate, const std::vector<Cluster>& clusters, std::uint64_t seed) {
    const bool single = std::all_of(clusters.begin(), clusters.end(), [](const Cluster& cluster) { return cluster.n == 1; });
    if (single) return set_interval(rate, wilson(*rate.k, rate.n), "wilson");
    const auto drawn = cluster_bootstrap(clusters, stream(seed, {"bootstrap", rate.measure}));
    if (drawn->low < drawn->high) return set_interval(rate, drawn, "bootstrap");
    const auto individuals = clusters.size();
    const auto fallen = std::size_t(std::lround(*rate.value * double(individuals)));
    set_interval(rate, wilson(fallen, individuals), "wilson");
}

Rate share(std::string measure, const Pairs& pairs, const Fact& fact, std::uint64_t seed) {
    Rate rate{.measure = std::move(measure), .k = 0, .n = pairs.size(), .value = {}, .low = {}, .high = {}, .interval = "none"};
    for (const PairRecord* pair : pairs) *rate.k += fact(*pair);
    if (rate.n == 0) return rate;
    rate.value = double(*rate.k) / double(rate.n);
    add_interval(rate, clusters(pairs, fact), seed);
    return rate;
}

Rate average(std::string measure, const Pairs& pairs, std::size_t PairRecord::*count) {
    std::vector<double> values;
    for (const PairRecord* pair : pairs) values.push_back(double(pair->*count));
    return {.measure = std::move(measure), .k = {}, .n = pairs.size(), .value = mean(values), .low = {}, .high = {}, .interval = "none"};
}

Fact ends_in(Quadrant quadrant) {
    return [quadrant](const PairRecord& pair) { return final_quadrant(pair) == quadrant; };
}

Fact starts_in(Quadrant quadrant, Quadrant or_in) {
    return [=](const PairRecord& pair) { return *pair.clean_quadrant == quadrant || *pair.clean_quadrant == or_in; };
}

/// rates: R F RIF RB UF UB, in this order.
void assert_identities(const std::vector<Rate>& rates) {
    const auto k = [&](std::size_t i) { return *rates[i].k; };
    const std::size_t r = k(0), f = k(1), rif = k(2), rb = k(3), uf = k(4), ub = k(5);
    if (rb + uf + ub + rif != rates[0].n) assertion_failed("every pair ends in one quadrant", __FILE__, __LINE__);
    if (rb + rif != r || uf + rif != f) assertion_failed("RB = R - RIF and UF = F - RIF", __FILE__, __LINE__);
    if (rif > std::min(r, f)) assertion_failed("RIF is no larger than R and F", __FILE__, __LINE__);
}

}  // namespace

Pairs counted_pairs(std::span<const PairRecord> pairs, const RateOptions& options) {
    const Pairs whole = asked(pairs, options);
    if (options.population == "all") return whole;
    return those(whole, [](const PairRecord& pair) { return pair.outcome != Outcome::violates_clean; });
}

bool ends_right(const PairRecord& pair) {
    const Quadrant quadrant = final_quadrant(pair);
    return quadrant == Quadrant::RF || quadrant == Quadrant::RB;
}

bool ends_same(const PairRecord& pair) {
    const Quadrant quadrant = final_quadrant(pair);
    return quadrant == Quadrant::RF || quadrant == Quadrant::UF;
}

std::vector<Rate> rates_of(std::span<const PairRecord> pairs, const RateOptions& options) {
    const Pairs whole = asked(pairs, options);
    const Pairs counted = counted_pairs(pairs, options);
    const Pairs decided = those(counted, [](const PairRecord& pair) { return !pair.ambiguous; });
    const auto rate = [&](const char* measure, const Pairs& of, const Fact& fact) { return share(measure, of, fact, options.seed); };

    std::vector<Rate> rates = {rate("R", counted, ends_right),
                               rate("F", counted, ends_same),
                               rate("RIF", counted, ends_in(Quadrant::RF)),
                               rate("RB", counted, ends_in(Quadrant::RB)),
                               rate("UF", counted, ends_in(Quadrant::UF)),
                               rate("UB", counted, ends_in(Quadrant::UB))};
    assert_identities(rates);
    rates.push_back(rate("ever_violated", counted, [](const PairRecord& pair) { return pair.ever_violated; }));
    rates.push_back(rate("RIF_unambiguous", decided, ends_in(Quadrant::RF)));
    rates.push_back(average("N_attack", counted, &PairRecord::rounds));
    rates.push_back(average("queries", counted, &PairRecord::queries));
    rates.push_back(rate("clean_accuracy", whole, starts_in(Quadrant::RF, Quadrant::RB)));
    rates.push_back(rate("clean_RF", whole, starts_in(Quadrant::RF, Quadrant::RF)));
    rates.push_back(rate("clean_flip", whole, starts_in(Quadrant::RB, Quadrant::UB)));
    return rates;
}

}  // namespace rif
