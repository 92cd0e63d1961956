// Role report: files made from a results folder, from the folder alone (a year later the same files).
#pragma once

#include <filesystem>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/api/results.hpp>

namespace rif {

class Report : public Component {
public:
    ~Report() override;
    /// Writes files below results.folder() and returns them. errors: rif::Error "missing-column", "cannot-write".
    virtual std::vector<std::filesystem::path> write(const Results& results) const = 0;
};

}  // namespace rif
