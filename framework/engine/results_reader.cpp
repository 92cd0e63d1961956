#include <sstream>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/engine/rates.hpp>
#include <rif/engine/results_db.hpp>
#include <rif/engine/results_schema.hpp>

namespace rif {

namespace {

Database opened(const std::filesystem::path& folder) {
    if (!std::filesystem::exists(folder / "run.sqlite")) {
        throw Error("no-results", fmt::format("'{}' is no results folder: it holds no run.sqlite", folder.string()),
                    "name the folder that rif run printed, results/NAME/TIME");
    }
    Database database(folder / "run.sqlite", Database::Mode::read);
    check_results_version(database, folder, "use the newer rifair");
    return database;
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) result.push_back(line);
    return result;
}

constexpr const char* k_rate_columns =
    "pair, individual, outcome, message, label, ambiguous, residual_cues, stop, clean_quadrant, quadrant, ever_violated, rounds, queries, "
    "p_v, p_v_prime, p_v_final, p_v_prime_final";

PairRecord rate_record(const Statement& row, const std::string& cell) {
    PairRecord record;
    record.cell = cell;
    record.pair = row.text(0);
    record.individual = row.text(1);
    record.outcome = outcome_named(row.text(2)).value_or(Outcome::error);
    record.message = row.text(3);
    record.label = static_cast<std::size_t>(row.integer(4));
    record.ambiguous = row.integer(5) != 0;
    record.residual_cues = lines(row.text(6));
    record.stop = stop_named(row.text(7));
    record.clean_quadrant = quadrant_named(row.text(8));
    record.quadrant = quadrant_named(row.text(9));
    record.ever_violated = row.integer(10) != 0;
    record.rounds = static_cast<std::size_t>(row.integer(11));
    record.queries = static_cast<std::size_t>(row.integer(12));
    record.v.clean_probabilities = row.floats(13);
    record.v_prime.clean_probabilities = row.floats(14);
    record.v.final_probabilities = row.floats(15);
    record.v_prime.final_probabilities = row.floats(16);
    return record;
}

MadeSubstitution substitution_record(const Statement& row) {
    MadeSubstitution made;
    made.token = static_cast<TokenIndex>(row.integer(0));
    made.span = {static_cast<std::size_t>(row.integer(1)), static_cast<std::size_t>(row.integer(2))};
    made.word = row.text(3);
    made.replacement = row.text(4);
    made.source = row.text(5);
    if (!row.is_null(6)) made.value = row.real(6);
    return made;
}

StepRecord step_record(const Statement& row) {
    StepRecord step;
    step.round = static_cast<std::size_t>(row.integer(0));
    step.queries = static_cast<std::size_t>(row.integer(1));
    step.token = row.text(2);
    step.v = row.text(3);
    step.v_prime = row.text(4);
    step.p_v = row.floats(5);
    step.p_v_prime = row.floats(6);
    return step;
}

}  // namespace

FolderResults::FolderResults(std::filesystem::path folder) : folder_(std::move(folder)), database_(opened(folder_)) {}

std::string FolderResults::fact(const std::string& key) const {
    Statement find = database_.prepare("SELECT value FROM meta WHERE key = ?");
    return find.bind(1, key).step() ? find.text(0) : std::string();
}

std::string FolderResults::experiment() const { return fact("experiment"); }

std::map<std::string, std::string> FolderResults::facts() const {
    std::map<std::string, std::string> result;
    Statement all = database_.prepare("SELECT key, value FROM meta");
    while (all.step()) result[all.text(0)] = all.text(1);
    return result;
}

std::vector<std::string> FolderResults::labels(const std::string& dataset) const {
    std::vector<std::string> result;
    Statement find = database_.prepare("SELECT name FROM labels WHERE dataset = ? ORDER BY position");
    find.bind(1, dataset);
    while (find.step()) result.push_back(find.text(0));
    return result;
}

std::vector<CellRecord> FolderResults::cells() const {
    std::vector<CellRecord> result;
    Statement all = database_.prepare(
        "SELECT id, number, dataset, counterpart, perturbation, model, attack, target, population, error FROM cells ORDER BY number");
    Statement settings = database_.prepare("SELECT address, value FROM cell_settings WHERE cell = ? ORDER BY position");
    while (all.step()) {
        CellRecord cell{all.text(0), static_cast<std::size_t>(all.integer(1)),
                        all.text(2), all.text(3),
                        all.text(4), all.text(5),
                        all.text(6), all.text(7),
                        all.text(8), {},
                        all.text(9)};
        settings.bind(1, cell.id);
        while (settings.step()) cell.settings.emplace_back(settings.text(0), settings.text(1));
        settings.rewind();
        result.push_back(std::move(cell));
    }
    return result;
}

std::vector<PairRecord> FolderResults::pairs_for_rates(const std::string& cell) const {
    std::vector<PairRecord> result;
    Statement find = database_.prepare(fmt::format("SELECT {} FROM searches WHERE cell = ? ORDER BY position, pair", k_rate_columns));
    find.bind(1, cell);
    while (find.step()) result.push_back(rate_record(find, cell));
    return result;
}

RateOptions FolderResults::rate_options(const std::string& cell) const {
    const std::string population = fact("population"), ambiguous = fact("ambiguous"), seed = fact("seed");
    RateOptions options;
    options.ambiguous_counts = ambiguous != "out";
    if (!seed.empty()) options.seed = std::stoull(seed);
    Statement find = database_.prepare("SELECT population FROM cells WHERE id = ?");
    options.population = find.bind(1, cell).step() ? find.text(0) : population;
    return options;
}

std::vector<Rate> FolderResults::rates(const std::string& cell) const { return rates_of(pairs_for_rates(cell), rate_options(cell)); }

std::map<std::string, std::size_t> FolderResults::outcomes(const std::string& cell) const {
    std::map<std::string, std::size_t> result;
    Statement find = database_.prepare("SELECT outcome, count(*) FROM searches WHERE cell = ? GROUP BY outcome");
    find.bind(1, cell);
    while (find.step()) result[find.text(0)] = static_cast<std::size_t>(find.integer(1));
    return result;
}

std::vector<PairRecord> FolderResults::pairs(const std::string& cell) const {
    std::vector<PairRecord> result = pairs_for_rates(cell);
    Statement texts = database_.prepare("SELECT v, v_prime, v_final, v_prime_final FROM searches WHERE cell = ? ORDER BY position, pair");
    texts.bind(1, cell);
    Statement substitutions = database_.prepare(
        "SELECT token, first_byte, end_byte, word, replacement, source, value FROM substitutions WHERE cell = ? AND pair = ? AND member = "
        "? ORDER BY position");
    Statement steps = database_.prepare(
        "SELECT round, queries, token, v, v_prime, p_v, p_v_prime FROM steps WHERE cell = ? AND pair = ? ORDER BY position");
    for (PairRecord& record : result) {
        texts.step();
        MemberRecord* members[2] = {&record.v, &record.v_prime};
        for (int i = 0; i < 2; ++i) {
            members[i]->clean_text = texts.text(i);
            members[i]->final_text = texts.text(i + 2);
            substitutions.bind(1, cell).bind(2, record.pair).bind(3, i == 0 ? "v" : "v'");
            while (substitutions.step()) {
                members[i]->substitutions.push_back(substitution_record(substitutions));
            }
            substitutions.rewind();
        }
        steps.bind(1, cell).bind(2, record.pair);
        while (steps.step()) record.steps.push_back(step_record(steps));
        steps.rewind();
    }
    return result;
}

std::size_t FolderResults::searches() const {
    Statement count = database_.prepare("SELECT count(*) FROM searches WHERE stop != '' OR (outcome = 'error' AND seconds > 0)");
    count.step();
    return static_cast<std::size_t>(count.integer(0));
}

SearchCost FolderResults::cost(const std::string& cell) const {
    Statement sum = database_.prepare(
        "SELECT total(queries), total(model_calls), total(cache_hits), total(duplicates), total(seconds) FROM searches WHERE cell = ?");
    sum.bind(1, cell).step();
    SearchCost cost;
    cost.counts = {static_cast<std::size_t>(sum.real(0)), static_cast<std::size_t>(sum.real(1)), static_cast<std::size_t>(sum.real(2)),
                   static_cast<std::size_t>(sum.real(3))};
    cost.seconds = sum.real(4);
    return cost;
}

}  // namespace rif
