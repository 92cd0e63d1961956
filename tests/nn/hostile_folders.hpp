// Checkpoint folders that are damaged or mean harm, each made of a whole one (cases 17).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace rif::test {

/// whole: share/checkpoints/…, or a fixture's name; damage: what is done to a copy of it.
struct HostileFolder {
    std::string name, whole;
    std::function<void(const std::filesystem::path&)> damage;
};

/// Each must be refused. with_fixtures: those too that are made of a fixture.
std::vector<HostileFolder> hostile_folders(bool with_fixtures);

/// Copies the whole folder and damages it.
void make_hostile(const HostileFolder& which, const std::filesystem::path& folder);

}  // namespace rif::test
