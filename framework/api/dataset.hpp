// Role dataset: individuals with their labels.
#pragma once

#include <string>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/api/individual.hpp>

namespace rif {

/// You are given: your settings, and the framework's for every data set (file, columns, separator, limit, order, split).
/// You return: every individual, in the order of the data; the framework draws `limit`, `order` and `split`.
/// Called from one thread, once a run. Errors: rif::Error with the row in its message.
class Dataset : public Component {
public:
    ~Dataset() override;
    /// Label names; an individual's label is an index into them.
    virtual std::vector<std::string> labels() const = 0;
    virtual std::vector<Individual> individuals() const = 0;
    /// Names of the columns of Individual::row; empty for data of texts.
    virtual std::vector<std::string> features() const { return {}; }
    /// Input rows that became no individual, by reason ("missing value": 12); counted and printed, never dropped in silence.
    virtual std::map<std::string, std::size_t> skipped() const { return {}; }
};

}  // namespace rif
