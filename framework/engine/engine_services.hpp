// Services as the engine gives them to components: streams under run.seed, the log, the data path, cancellation.
#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include <rif/host/services.hpp>

namespace rif {

class EngineServices final : public PlainServices {
public:
    EngineServices(std::uint64_t seed, std::vector<std::filesystem::path> data_path, const std::atomic<bool>* cancelled,
                   Computing computing = {})
        : PlainServices(seed, std::move(data_path)), cancelled_(cancelled), computing_(std::move(computing)) {}

    void log(std::string_view line) const override;
    void warn(std::string_view line) const override;
    void check_cancelled() const override;
    /// The cores that this process may use.
    std::size_t threads() const override;
    Computing computing() const override { return computing_; }

    /// From here on lines go to this file too (those before are kept for it).
    void log_to(const std::filesystem::path& file);
    /// Warnings so far, each once, in order.
    std::vector<std::string> warnings() const;

private:
    void write(std::string_view line) const;

    const std::atomic<bool>* cancelled_;
    Computing computing_;
    mutable std::mutex mutex_;
    mutable std::string pending_;
    mutable std::vector<std::string> warnings_;
    std::filesystem::path file_;
};

}  // namespace rif
