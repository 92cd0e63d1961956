#include <rif/engine/computing.hpp>

#include <rif/base/text.hpp>

namespace rif {

namespace {

/// The setting of `run`, or "" where the experiment does not have it.
std::string said(const dsl::Experiment& experiment, std::string_view key) {
    const Setting* setting = experiment.run ? experiment.run_body.find(key) : nullptr;
    const CheckedValue* value = setting ? experiment.run->find(key) : nullptr;
    return value ? print(value->value) : std::string();
}

std::string unquoted(const std::string& text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

Computing computing_of(const dsl::Experiment& experiment, const std::string& site_device, const std::filesystem::path& kept) {
    Computing result;
    std::string device = unquoted(said(experiment, "device"));
    if (device.empty() || device == "auto") device = site_device;
    if (!device.empty() && device != "auto") result.device = device;
    const std::string scoring = said(experiment, "scoring");
    result.is_batched = scoring.empty() ? result.device != "cpu" : scoring == "batched";
    result.kept = kept;
    return result;
}

std::string scoring_name(const Computing& computing) { return computing.is_batched ? "batched" : "exact"; }

}  // namespace rif
