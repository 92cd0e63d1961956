// Services as the engine gives them to components: streams under run.seed, the log, the data path, cancellation.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include <rif/api/services.hpp>

namespace rif {

class EngineServices final : public Services {
public:
    EngineServices(std::uint64_t seed, std::vector<std::filesystem::path> data_path, const std::atomic<bool>* cancelled)
        : seed_(seed), data_path_(std::move(data_path)), cancelled_(cancelled) {}

    Random random(std::string_view name) const override { return stream(seed_, {name}); }
    std::uint64_t seed() const override { return seed_; }
    void log(std::string_view line) const override;
    void warn(std::string_view line) const override;
    std::filesystem::path data_file(std::string_view name, const Place& place) const override;
    std::vector<std::string> data_names(std::string_view folder, std::string_view extension) const override;
    void check_cancelled() const override;

    /// From here on lines go to this file too (those before are kept for it).
    void log_to(const std::filesystem::path& file);
    /// Warnings so far, each once, in order.
    std::vector<std::string> warnings() const;

private:
    void write(std::string_view line) const;

    std::uint64_t seed_;
    std::vector<std::filesystem::path> data_path_;
    const std::atomic<bool>* cancelled_;
    mutable std::mutex mutex_;
    mutable std::string pending_;
    mutable std::vector<std::string> warnings_;
    std::filesystem::path file_;
};

}  // namespace rif
