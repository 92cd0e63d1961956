// Role audit: individual fairness of scores and decisions, D(f(x), f(x')) <= L d(x, x') (measures, section 7).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/api/individual.hpp>
#include <rif/base/matrix.hpp>

namespace rif {

/// What is audited: individuals, and [n, classes] scores of them (one column for a score that the table holds).
struct AuditInput {
    std::span<const Individual> individuals;
    std::vector<std::string> features;
    const Matrix* scores = nullptr;
};

/// One figure of an audit with its n and interval, and the pair that bears witness, where there is one.
struct AuditFigure {
    std::string name;
    std::optional<double> value, low, high;
    std::optional<std::size_t> k, n;
    std::string witness_a, witness_b;  // ids
};

struct AuditResult {
    std::vector<AuditFigure> figures;
    std::vector<std::string> sentences;  // what must be said beside the numbers
};

/// Called once a cell, from one thread; may use as many threads as Services allows.
class Audit : public Component {
public:
    ~Audit() override;
    /// Writes its tables below `folder`.
    virtual AuditResult audit(const AuditInput& input, const std::filesystem::path& folder) const = 0;
};

}  // namespace rif
