#include <rif/engine/engine_services.hpp>

#include <algorithm>
#include <fstream>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

namespace fs = std::filesystem;

void EngineServices::write(std::string_view line) const {
    if (file_.empty()) {
        pending_.append(line).append("\n");
        return;
    }
    std::ofstream(file_, std::ios::app) << line << '\n';
}

void EngineServices::log(std::string_view line) const {
    const std::lock_guard lock(mutex_);
    write(line);
}

void EngineServices::warn(std::string_view line) const {
    const std::lock_guard lock(mutex_);
    if (std::find(warnings_.begin(), warnings_.end(), line) != warnings_.end()) return;
    warnings_.emplace_back(line);
    write(fmt::format("warning: {}", line));
}

void EngineServices::log_to(const fs::path& file) {
    const std::lock_guard lock(mutex_);
    file_ = file;
    if (!pending_.empty()) std::ofstream(file_, std::ios::app) << pending_;
    pending_.clear();
}

std::vector<std::string> EngineServices::warnings() const {
    const std::lock_guard lock(mutex_);
    return warnings_;
}

fs::path EngineServices::data_file(std::string_view name, const Place& place) const {
    std::string looked;
    for (const fs::path& folder : data_path_) {
        std::error_code ignored;
        if (fs::exists(folder / name, ignored)) return folder / name;
        looked += (looked.empty() ? "" : ", ") + folder.string();
    }
    throw Error("missing-file", fmt::format("there is no data file '{}' (looked in {})", name, looked.empty() ? "no folder" : looked),
                "put it in a folder and name that folder in RIFAIR_DATA", place);
}

std::vector<std::string> EngineServices::data_names(std::string_view folder, std::string_view extension) const {
    std::vector<std::string> names;
    for (const fs::path& each : data_path_) {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(each / folder, ignored)) {
            if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

void EngineServices::check_cancelled() const {
    if (cancelled_ && cancelled_->load(std::memory_order_relaxed)) throw Cancelled{};
}

}  // namespace rif
