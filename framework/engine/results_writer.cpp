#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/error.hpp>
#include <rif/engine/results_db.hpp>
#include <rif/engine/results_schema.hpp>

namespace rif {

namespace {

Database opened(const std::filesystem::path& folder) {
    Database database(folder / "run.sqlite", Database::Mode::write);
    check_results_version(database, folder, "use the newer rifair, or name another folder with --out");
    database.run(results_schema());
    database.run(fmt::format("PRAGMA user_version = {}", k_results_version));
    return database;
}

}  // namespace

ResultsWriter::ResultsWriter(const std::filesystem::path& folder)
    : database_(opened(folder)),
      search_(database_.prepare("INSERT OR REPLACE INTO searches VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")),
      substitution_(database_.prepare("INSERT OR REPLACE INTO substitutions VALUES (?,?,?,?,?,?,?,?,?,?,?)")),
      step_(database_.prepare("INSERT OR REPLACE INTO steps VALUES (?,?,?,?,?,?,?,?,?,?)")) {}

std::string ResultsWriter::fact(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    Statement find = database_.prepare("SELECT value FROM meta WHERE key = ?");
    return find.bind(1, key).step() ? find.text(0) : std::string();
}

void ResultsWriter::set_fact(const std::string& key, const std::string& value) {
    const std::lock_guard lock(mutex_);
    database_.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)").bind(1, key).bind(2, value).execute();
}

void ResultsWriter::add_cell(const CellRecord& cell) {
    const std::lock_guard lock(mutex_);
    Transaction transaction(database_);
    Statement insert = database_.prepare("INSERT OR REPLACE INTO cells VALUES (?,?,?,?,?,?,?,?,?,?)");
    insert.bind(1, cell.id)
        .bind(2, cell.number)
        .bind(3, cell.dataset)
        .bind(4, cell.counterpart)
        .bind(5, cell.perturbation)
        .bind(6, cell.model);
    insert.bind(7, cell.attack).bind(8, cell.target).bind(9, cell.population).bind(10, cell.error).execute();
    Statement setting = database_.prepare("INSERT OR REPLACE INTO cell_settings VALUES (?,?,?,?)");
    for (std::size_t i = 0; i < cell.settings.size(); ++i) {
        setting.bind(1, cell.id).bind(2, i).bind(3, cell.settings[i].first).bind(4, cell.settings[i].second).execute();
    }
    transaction.commit();
}

void ResultsWriter::fail_cell(const std::string& cell, const std::string& message) {
    const std::lock_guard lock(mutex_);
    database_.prepare("UPDATE cells SET error = ? WHERE id = ?").bind(1, message).bind(2, cell).execute();
}

void ResultsWriter::set_labels(const std::string& dataset, const std::vector<std::string>& labels) {
    const std::lock_guard lock(mutex_);
    Transaction transaction(database_);
    Statement insert = database_.prepare("INSERT OR REPLACE INTO labels VALUES (?,?,?)");
    for (std::size_t i = 0; i < labels.size(); ++i) insert.bind(1, dataset).bind(2, i).bind(3, labels[i]).execute();
    transaction.commit();
}

std::set<std::string> ResultsWriter::recorded(const std::string& cell) const {
    const std::lock_guard lock(mutex_);
    std::set<std::string> pairs;
    Statement find = database_.prepare("SELECT pair FROM searches WHERE cell = ? AND outcome <> 'error'");
    find.bind(1, cell);
    while (find.step()) pairs.insert(find.text(0));
    return pairs;
}

void ResultsWriter::record(const PairRecord& pair, std::size_t position, const SearchCost& cost) {
    const std::lock_guard lock(mutex_);
    Transaction transaction(database_);
    insert(pair, position, cost);
    transaction.commit();
}

void ResultsWriter::record(const std::vector<PairRecord>& pairs, const std::vector<std::size_t>& positions) {
    const std::lock_guard lock(mutex_);
    Transaction transaction(database_);
    for (std::size_t i = 0; i < pairs.size(); ++i) insert(pairs[i], positions[i], {});
    transaction.commit();
}

void ResultsWriter::finish() {
    const std::lock_guard lock(mutex_);
    try {
        database_.run("PRAGMA busy_timeout = 500");
        database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
        database_.run("PRAGMA journal_mode = DELETE");
    } catch (const Error&) {
        // Somebody reads it: the results are whole, only in two files.
    }
}

void ResultsWriter::insert(const PairRecord& pair, std::size_t position, const SearchCost& cost) {
    const auto quadrant = [](const std::optional<Quadrant>& value) { return value ? quadrant_name(*value) : std::string_view(); };
    Statement& s = search_;
    s.bind(1, pair.cell)
        .bind(2, position)
        .bind(3, pair.pair)
        .bind(4, pair.individual)
        .bind(5, outcome_name(pair.outcome))
        .bind(6, pair.message);
    s.bind(7, pair.label).bind(8, pair.ambiguous ? 1 : 0).bind(9, fmt::format("{}", fmt::join(pair.residual_cues, "\n")));
    s.bind(10, pair.v.clean_text).bind(11, pair.v_prime.clean_text).bind(12, pair.v.final_text).bind(13, pair.v_prime.final_text);
    s.bind(14, std::span<const float>(pair.v.clean_probabilities)).bind(15, std::span<const float>(pair.v_prime.clean_probabilities));
    s.bind(16, std::span<const float>(pair.v.final_probabilities)).bind(17, std::span<const float>(pair.v_prime.final_probabilities));
    s.bind(18, pair.stop ? stop_name(*pair.stop) : std::string_view())
        .bind(19, quadrant(pair.clean_quadrant))
        .bind(20, quadrant(pair.quadrant));
    s.bind(21, pair.ever_violated ? 1 : 0).bind(22, pair.rounds).bind(23, pair.queries).bind(24, cost.counts.model_calls);
    s.bind(25, cost.counts.cache_hits).bind(26, cost.counts.duplicates).bind(27, cost.seconds).execute();
    insert_substitutions(pair, pair.v, "v");
    insert_substitutions(pair, pair.v_prime, "v'");
    insert_steps(pair);
}

void ResultsWriter::insert_substitutions(const PairRecord& pair, const MemberRecord& member, std::string_view name) {
    for (std::size_t i = 0; i < member.substitutions.size(); ++i) {
        const MadeSubstitution& made = member.substitutions[i];
        substitution_.bind(1, pair.cell).bind(2, pair.pair).bind(3, name).bind(4, i).bind(5, made.token);
        substitution_.bind(6, made.span.begin).bind(7, made.span.end).bind(8, made.word).bind(9, made.replacement).bind(10, made.source);
        if (made.value)
            substitution_.bind(11, *made.value);
        else
            substitution_.null(11);
        substitution_.execute();
    }
}

void ResultsWriter::insert_steps(const PairRecord& pair) {
    for (std::size_t i = 0; i < pair.steps.size(); ++i) {
        const StepRecord& step = pair.steps[i];
        step_.bind(1, pair.cell)
            .bind(2, pair.pair)
            .bind(3, i)
            .bind(4, step.round)
            .bind(5, step.queries)
            .bind(6, step.token)
            .bind(7, step.v);
        step_.bind(8, step.v_prime).bind(9, std::span<const float>(step.p_v)).bind(10, std::span<const float>(step.p_v_prime)).execute();
    }
}

}  // namespace rif
