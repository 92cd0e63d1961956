// The tables of run.sqlite, version 1.
#include <rif/engine/results_schema.hpp>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

void check_results_version(Database& database, const std::filesystem::path& folder, const std::string& help) {
    Statement version = database.prepare("PRAGMA user_version");
    version.step();
    if (version.integer(0) <= k_results_version) return;
    throw Error("newer-results",
                fmt::format("'{}' was written in form {} by a newer rifair; this one reads up to {}", folder.string(), version.integer(0),
                            k_results_version),
                help);
}

const char* results_schema() {
    return R"sql(
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS labels (dataset TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (dataset, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cells (id TEXT PRIMARY KEY, number INTEGER NOT NULL, dataset TEXT NOT NULL, counterpart TEXT NOT NULL,
    perturbation TEXT NOT NULL, model TEXT NOT NULL, attack TEXT NOT NULL, target TEXT NOT NULL, population TEXT NOT NULL,
    error TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cell_settings (cell TEXT NOT NULL, position INTEGER NOT NULL, address TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (cell, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS searches (cell TEXT NOT NULL, position INTEGER NOT NULL, pair TEXT NOT NULL, individual TEXT NOT NULL,
    outcome TEXT NOT NULL, message TEXT NOT NULL, label INTEGER NOT NULL, ambiguous INTEGER NOT NULL, residual_cues TEXT NOT NULL,
    v TEXT NOT NULL, v_prime TEXT NOT NULL, v_final TEXT NOT NULL, v_prime_final TEXT NOT NULL,
    p_v BLOB, p_v_prime BLOB, p_v_final BLOB, p_v_prime_final BLOB,
    stop TEXT NOT NULL, clean_quadrant TEXT NOT NULL, quadrant TEXT NOT NULL, ever_violated INTEGER NOT NULL,
    rounds INTEGER NOT NULL, queries INTEGER NOT NULL, model_calls INTEGER NOT NULL, cache_hits INTEGER NOT NULL,
    duplicates INTEGER NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (cell, position, pair)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS substitutions (cell TEXT NOT NULL, pair TEXT NOT NULL, member TEXT NOT NULL, position INTEGER NOT NULL,
    token INTEGER NOT NULL, first_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL, word TEXT NOT NULL, replacement TEXT NOT NULL,
    source TEXT NOT NULL, value REAL, PRIMARY KEY (cell, pair, member, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS steps (cell TEXT NOT NULL, pair TEXT NOT NULL, position INTEGER NOT NULL, round INTEGER NOT NULL,
    queries INTEGER NOT NULL, token TEXT NOT NULL, v TEXT NOT NULL, v_prime TEXT NOT NULL, p_v BLOB NOT NULL, p_v_prime BLOB NOT NULL,
    PRIMARY KEY (cell, pair, position)) WITHOUT ROWID;
)sql";
}

}  // namespace rif
