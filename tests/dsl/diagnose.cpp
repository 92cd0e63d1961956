#include "dsl/diagnose.hpp"

#include <rif/base/diagnostic.hpp>

#include "dsl/experiment.hpp"
#include "support/test_catalogue.hpp"

namespace rif::test {

namespace {

/// Paths of programs are named from their folder, as a user in it would.
class InFolder {
public:
    explicit InFolder(const std::filesystem::path& folder) : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(folder);
    }
    ~InFolder() { std::filesystem::current_path(before_); }
    InFolder(const InFolder&) = delete;

private:
    std::filesystem::path before_;
};

}  // namespace

std::string diagnose(const std::filesystem::path& path) {
    const std::shared_ptr<const Catalogue> catalogue = language_catalogue();
    const InFolder there(path.parent_path());
    Diagnostics diagnostics;
    dsl::CheckOptions options;
    options.may_be_include = true;
    dsl::load_experiment(path.filename().string(), catalogue, options, diagnostics);
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.all()) result += as_text(diagnostic);
    return result;
}

}  // namespace rif::test
