#include <rif/engine/carriers.hpp>

#include <algorithm>
#include <array>

#include <fmt/core.h>
#include <toml++/toml.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

namespace rif {
namespace {

constexpr std::array<std::string_view, 5> k_classes = {"noun", "verb", "adjective", "adverb", "any"};
constexpr std::string_view k_slot = "{}";

std::string_view word_class(std::string_view source) {
    if (source.ends_with("-n")) return "noun";
    if (source.ends_with("-v")) return "verb";
    if (source.ends_with("-a") || source.ends_with("-s")) return "adjective";
    if (source.ends_with("-r")) return "adverb";
    return "any";
}

Error fault(const std::string& file, const toml::source_region& at, const std::string& message, const Place& place) {
    return {"carriers", fmt::format("{}:{}:{}: {}", file, at.begin.line, at.begin.column, message),
            "[noun] sentences = [\"We talked about the {} for a while.\"]", place};
}

Frame frame(const std::string& file, const toml::node& node, const Place& place) {
    const auto sentence = node.value<std::string>();
    if (!sentence) throw fault(file, node.source(), "a carrier sentence is a text", place);
    const std::size_t at = sentence->find(k_slot);
    if (at == std::string::npos || sentence->find(k_slot, at + 1) != std::string::npos)
        throw fault(file, node.source(), fmt::format("a carrier sentence holds {{}} once, and '{}' does not", *sentence), place);
    return {sentence->substr(0, at), sentence->substr(at + k_slot.size())};
}

}  // namespace

void Carriers::add(const std::string& file, std::string_view text, const Place& place) {
    toml::table root;
    try {
        root = toml::parse(text, file);
    } catch (const toml::parse_error& error) {
        throw fault(file, error.source(), std::string(error.description()), place);
    }
    for (const auto& [name, node] : root) {
        if (std::find(k_classes.begin(), k_classes.end(), name.str()) == k_classes.end())
            throw fault(file, node.source(), fmt::format("a word class is one of noun, verb, adjective, adverb, any, and not '{}'", name.str()), place);
        const toml::array* sentences = node.is_table() ? node.as_table()->get_as<toml::array>("sentences") : nullptr;
        if (!sentences) throw fault(file, node.source(), fmt::format("[{}] has no list `sentences`", name.str()), place);
        for (const toml::node& sentence : *sentences) by_class_[std::string(name.str())].push_back(frame(file, sentence, place));
    }
}

Carriers Carriers::read(const Services& services, const Place& place) {
    Carriers result;
    for (const std::string& name : services.data_names("carriers", ".toml")) {
        const std::filesystem::path path = services.data_file("carriers/" + name + ".toml", place);
        result.add(path.string(), read_file(path, place), place);
    }
    if (result.by_class_["any"].empty())
        throw Error("carriers", "no file of the folder carriers on the data path has sentences under [any]", "context = bare", place);
    return result;
}

const std::vector<Frame>& Carriers::frames(const Candidate& candidate) const {
    const auto of_class = by_class_.find(word_class(candidate.source));
    return of_class != by_class_.end() && !of_class->second.empty() ? of_class->second : by_class_.find("any")->second;
}

}  // namespace rif
