#include <rif/nn/models/sentence_modules.hpp>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/bounded_json.hpp>

namespace rif::nn {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

constexpr std::size_t k_longest_file = 1 << 20;  // bytes

[[noreturn]] void complain(const fs::path& path, const std::string& what) {
    throw Error("damaged-config", fmt::format("'{}' describes no sentence vectors that can be made: {}", path.string(), what));
}

/// Whether there is something of this name, be it a link that leads nowhere.
bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

json::value read_json(const fs::path& path) {
    try {
        return bounded_json(read_file(path, {}, k_longest_file));
    } catch (const JsonFault& fault) {
        complain(path, fault.what());
    }
}

const json::object& object(const json::value& value, const fs::path& path) {
    if (!value.is_object()) complain(path, "an object is expected");
    return value.get_object();
}

std::string text(const json::object& from, std::string_view key, const fs::path& path) {
    const json::value* found = from.if_contains(key);
    if (!found || !found->is_string()) complain(path, fmt::format("it has no text '{}'", key));
    return std::string(found->get_string());
}

bool flag(const json::object& from, std::string_view key) {
    const json::value* found = from.if_contains(key);
    return found && found->is_bool() && found->get_bool();
}

std::size_t extent(const json::object& from, std::string_view key, const fs::path& path) {
    const json::value* found = from.if_contains(key);
    const std::int64_t* number = found ? found->if_int64() : nullptr;
    if (!number || *number < 1 || *number > 1 << 24) complain(path, fmt::format("it has no number '{}' above 0", key));
    return static_cast<std::size_t>(*number);
}

std::vector<Pooling> read_pooling(const fs::path& path) {
    const json::value whole = read_json(path);
    const json::object& from = object(whole, path);
    std::vector<Pooling> result;
    if (flag(from, "pooling_mode_cls_token")) result.push_back(Pooling::first);
    if (flag(from, "pooling_mode_max_tokens")) result.push_back(Pooling::maximum);
    if (flag(from, "pooling_mode_mean_tokens")) result.push_back(Pooling::mean);
    if (flag(from, "pooling_mode_mean_sqrt_len_tokens")) result.push_back(Pooling::mean_by_root);
    for (const char* other : {"pooling_mode_weightedmean_tokens", "pooling_mode_lasttoken"}) {
        if (flag(from, other)) complain(path, fmt::format("{} is true, and cls, max and mean are known", other));
    }
    if (result.empty()) complain(path, "no pooling mode is true");
    return result;
}

DenseModule read_dense(const fs::path& folder) {
    const fs::path path = folder / "config.json";
    const json::value whole = read_json(path);
    const json::object& from = object(whole, path);
    DenseModule result{folder, extent(from, "in_features", path), extent(from, "out_features", path)};
    const json::value* bias = from.if_contains("bias");
    result.has_bias = !bias || !bias->is_bool() || bias->get_bool();
    const std::string activation = text(from, "activation_function", path);
    result.is_tanh = activation.ends_with(".Tanh");
    if (!result.is_tanh && !activation.ends_with(".Identity"))
        complain(path, fmt::format("activation_function is '{}', and Tanh and Identity are known", activation));
    return result;
}

/// sentence_bert_config.json beside the transformer's weights, where there is one.
void read_window(SentenceModules& result) {
    const fs::path path = result.transformer / "sentence_bert_config.json";
    if (!is_there(path)) return;
    const json::value whole = read_json(path);
    const json::object& from = object(whole, path);
    if (const json::value* length = from.if_contains("max_seq_length"); length && !length->is_null())
        result.max_length = extent(from, "max_seq_length", path);
    result.lower_cases = flag(from, "do_lower_case");
}

void read_module(const fs::path& folder, const json::value& value, const fs::path& path, SentenceModules& result) {
    const json::object& module = object(value, path);
    const std::string type = text(module, "type", path), name = type.substr(type.rfind('.') + 1);
    const fs::path where = folder / text(module, "path", path);
    if (name == "Transformer")
        result.transformer = where;
    else if (name == "Pooling")
        result.pooling = read_pooling(where / "config.json");
    else if (name == "Dense")
        result.dense.push_back(read_dense(where));
    else if (name == "Normalize")
        result.normalises = true;
    else
        complain(path, fmt::format("module '{}' is none of Transformer, Pooling, Dense, Normalize", type));
}

}  // namespace

SentenceModules read_sentence_modules(const fs::path& folder) {
    SentenceModules result;
    result.transformer = folder;
    const fs::path path = folder / "modules.json";
    if (is_there(path)) {
        const json::value whole = read_json(path);
        if (!whole.is_array()) complain(path, "a list of modules is expected");
        for (const json::value& module : whole.get_array()) read_module(folder, module, path, result);
    }
    read_window(result);
    return result;
}

}  // namespace rif::nn
