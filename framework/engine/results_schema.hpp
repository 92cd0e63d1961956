// The SQL that makes run.sqlite.
#pragma once

namespace rif {

/// Statements that make the tables where they are not there yet.
const char* results_schema();

}  // namespace rif
