#include "dsl/diagnose.hpp"

#include <memory>

#include <rif/base/diagnostic.hpp>
#include <rif/base/file.hpp>

#include "dsl/parse.hpp"

namespace rif::test {

std::string diagnose(const std::filesystem::path& path) {
    Diagnostics diagnostics;
    dsl::parse(std::make_shared<const Source>(Source{path.filename().string(), read_file(path), {}}), diagnostics);
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) result += as_text(diagnostic);
    return result;
}

}  // namespace rif::test
