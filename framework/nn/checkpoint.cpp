#include <rif/nn/checkpoint.hpp>

#include <set>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/base/diagnostic.hpp>
#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/bounded_json.hpp>

namespace rif::nn {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

constexpr std::size_t k_longest_index = 64 << 20;  // bytes; the largest published ones have a few

/// "bert.LayerNorm.gamma" -> "bert.LayerNorm.weight".
std::string modern(std::string_view name) {
    for (const auto& [old, now] : {std::pair(".gamma", ".weight"), std::pair(".beta", ".bias")}) {
        if (name.ends_with(old)) return std::string(name.substr(0, name.size() - std::string_view(old).size())) + now;
    }
    return std::string(name);
}

/// Whether there is something of this name, be it a link that leads nowhere.
bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

/// Names of the files that an index spreads its tensors over, each once.
std::set<std::string> shards(const fs::path& index) {
    const auto complain = [&](const std::string& what) -> Error {
        return Error("damaged-weights", fmt::format("'{}' is not an index of weights: {}", index.string(), what),
                     "make it again, or name another folder");
    };
    const json::value whole = [&] {
        try {
            return bounded_json(read_file(index, {}, k_longest_index));
        } catch (const JsonFault& fault) {
            throw complain(fault.what());
        }
    }();
    const json::value* map = whole.is_object() ? whole.get_object().if_contains("weight_map") : nullptr;
    if (!map || !map->is_object() || map->get_object().empty()) throw complain("it has no weight_map");
    std::set<std::string> result;
    for (const auto& [name, file] : map->get_object()) {
        if (!file.is_string()) throw complain(fmt::format("the file of tensor '{}' is no text", std::string(name)));
        const std::string shard(file.get_string());
        if (fs::path(shard).filename() != shard) throw complain(fmt::format("'{}' is not a file beside it", shard));
        result.insert(shard);
    }
    return result;
}

}  // namespace

Checkpoint Checkpoint::open(const fs::path& folder) {
    Checkpoint result(folder.string());
    for (const auto& [name, read] :
         {std::pair("model.safetensors", &Weights::read), std::pair("pytorch_model.bin", &Weights::read_torch)}) {
        const fs::path whole = folder / name, index = folder / (std::string(name) + ".index.json");
        if (is_there(whole)) {
            result.add(read(whole));
        } else if (is_there(index)) {
            for (const std::string& shard : shards(index)) result.add(read(folder / shard));
        } else {
            continue;
        }
        return result;
    }
    throw Error("missing-weights",
                fmt::format("'{}' has neither model.safetensors nor pytorch_model.bin, and no index of either", folder.string()),
                "name the folder that config.json and the weights lie in");
}

void Checkpoint::add(Weights weights) {
    for (const auto& [name, tensor] : weights.tensors()) {
        const auto [at, is_new] = places_.emplace(modern(name), Place{files_.size(), name});
        if (!is_new) {
            throw Error("damaged-weights", fmt::format("'{}' has tensor '{}' twice", folder_, at->first),
                        "make it again, or name another folder");
        }
    }
    files_.push_back(std::move(weights));
}

bool Checkpoint::has(std::string_view name) const { return places_.contains(name); }

const Checkpoint::Place& Checkpoint::place(std::string_view name) const {
    const auto found = places_.find(name);
    if (found != places_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [each, place] : places_) names.push_back(each);
    throw Error("missing-tensor", fmt::format("'{}' has no tensor '{}'", folder_, name), did_you_mean(name, names));
}

const Shape& Checkpoint::shape(std::string_view name) const {
    const Place& at = place(name);
    return files_[at.file].tensor(at.stored).shape;
}

void Checkpoint::copy(std::string_view name, const Shape& shape, std::span<float> result) const {
    const Place& at = place(name);
    files_[at.file].copy(at.stored, shape, result);
}

std::vector<float> Checkpoint::floats(std::string_view name, const Shape& shape) const {
    const Place& at = place(name);
    return files_[at.file].floats(at.stored, shape);
}

}  // namespace rif::nn
