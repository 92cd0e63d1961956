#include <rif/engine/engine_services.hpp>

#include <algorithm>
#include <fstream>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/engine/threads.hpp>

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

std::size_t EngineServices::threads() const { return usable_cores(); }

void EngineServices::check_cancelled() const {
    if (cancelled_ && cancelled_->load(std::memory_order_relaxed)) throw Cancelled{};
}

}  // namespace rif
