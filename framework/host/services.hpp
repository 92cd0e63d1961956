// Services without an engine: for tests, for the contract of a role, and for commands that ask one component.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <rif/api/endpoints.hpp>

namespace rif {

class PlainServices : public Services, public Endpoints {
public:
    /// log: takes every line that is logged or warned, from any thread; may be empty.
    PlainServices(std::uint64_t seed, std::vector<std::filesystem::path> data_path, std::function<void(std::string_view)> log = {})
        : seed_(seed), data_path_(std::move(data_path)), log_(std::move(log)) {}

    Random random(std::string_view name) const override { return stream(seed_, {name}); }
    std::uint64_t seed() const override { return seed_; }
    void log(std::string_view line) const override {
        if (log_) log_(line);
    }
    void warn(std::string_view line) const override { log(line); }
    std::filesystem::path data_file(std::string_view name, const Place& place) const override;
    std::vector<std::string> data_names(std::string_view folder, std::string_view extension) const override;
    void check_cancelled() const override {}
    EndpointAccess endpoint(std::string_view name, const Place& place) const override;

private:
    std::uint64_t seed_;
    std::vector<std::filesystem::path> data_path_;
    std::function<void(std::string_view)> log_;
};

}  // namespace rif
