#include <rif/engine/carriers.hpp>

#include <fmt/core.h>

#include <rif/engine/toml_data.hpp>

namespace rif {
namespace {

constexpr std::string_view k_slug = "carriers";
constexpr std::string_view k_slot = "{}";

std::string_view word_class(std::string_view source) {
    if (source.ends_with("-n")) return "noun";
    if (source.ends_with("-v")) return "verb";
    if (source.ends_with("-a") || source.ends_with("-s")) return "adjective";
    if (source.ends_with("-r")) return "adverb";
    return "any";
}

Error fault(const std::string& message, const Place& place) {
    return {std::string(k_slug), message, "sentences = [\"We talked about the {} for a while.\"]", place};
}

Frame frame(const TomlNode& node) {
    const auto* sentence = node.as<std::string>();
    if (!sentence) throw fault("a carrier sentence is a text", node.place);
    const std::size_t at = sentence->find(k_slot);
    if (at == std::string::npos || sentence->find(k_slot, at + 1) != std::string::npos)
        throw fault(fmt::format("a carrier sentence holds {{}} once, and '{}' does not", *sentence), node.place);
    return {sentence->substr(0, at), sentence->substr(at + k_slot.size())};
}

}  // namespace

void Carriers::add(const std::filesystem::path& file, const Place& place) {
    const TomlTable root = read_toml(file, k_slug, place);
    expect_keys(root, {"noun", "verb", "adjective", "adverb", "any"}, k_slug);
    for (const TomlEntry& entry : root.entries) {
        const TomlTable* table = entry.value.table();
        const TomlEntry* sentences = table ? table->find("sentences") : nullptr;
        if (!sentences || !sentences->value.array()) throw fault(fmt::format("[{}] needs a list of sentences", entry.key), entry.key_place);
        for (const TomlNode& sentence : *sentences->value.array()) by_class_[entry.key].push_back(frame(sentence));
    }
}

Carriers Carriers::read(const Services& services, const Place& place) {
    Carriers result;
    for (const std::string& name : services.data_names("carriers", ".toml"))
        result.add(services.data_file("carriers/" + name + ".toml", place), place);
    if (result.by_class_["any"].empty())
        throw Error(std::string(k_slug), "no file of the folder carriers on the data path has sentences under [any]", "context = bare",
                    place);
    return result;
}

const std::vector<Frame>& Carriers::frames(const Candidate& candidate) const {
    const auto of_class = by_class_.find(word_class(candidate.source));
    return of_class != by_class_.end() && !of_class->second.empty() ? of_class->second : by_class_.find("any")->second;
}

}  // namespace rif
