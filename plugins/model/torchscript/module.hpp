// A TorchScript module as a function from a few tensors to one row of scores.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rif {

/// What `forward` may be given.
enum class Given { ids, mask, types };

/// Never changes once made; any number of threads may ask it. Each call computes on the calling thread, unfused and unprofiled, so that the
/// first call gives the same bits as the thousandth.
class ScriptModule {
public:
    /// takes: what forward is given, in its order; empty: by the names of its arguments, where those say nothing ids, mask, types.
    /// is_of_rows: it is given one tensor of numbers.
    /// errors: rif::Error "damaged-module" for a file that is no module or holds none; "module-signature" for a forward that wants what is
    /// not there.
    ScriptModule(const std::filesystem::path& file, std::vector<Given> takes, bool is_of_rows);

    /// ids, types: of one text, as many each.  returns: [classes].
    /// errors: rif::Error "module-failed" with the first line of what libtorch says; "model-output" for what is no row of `classes` scores.
    std::vector<float> scores(const std::vector<std::int64_t>& ids, const std::vector<std::int64_t>& types, std::size_t classes) const;
    /// values: one row.  returns: [classes]. errors: as above.
    std::vector<float> scores(const std::vector<float>& values, std::size_t classes) const;

private:
    struct Inside;
    std::shared_ptr<const Inside> inside_;
};

}  // namespace rif
