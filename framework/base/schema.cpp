#include <rif/base/schema.hpp>

#include <algorithm>
#include <array>

namespace rif {

namespace {

constexpr std::array<std::string_view, 15> k_type_names = {"number", "count",  "probability", "text",   "path",
                                                           "url",    "switch", "choice",      "column", "attribute",
                                                           "unit",   "range",  "condition",   "list",   "block"};

template <class Items>
auto* found(Items& items, std::string_view key) {
    const auto at = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.key == key; });
    return at == items.end() ? nullptr : &*at;
}

}  // namespace

std::string_view type_name(Type type) { return k_type_names[static_cast<std::size_t>(type)]; }

std::optional<Type> type_named(std::string_view name) {
    const auto at = std::find(k_type_names.begin(), k_type_names.end(), name);
    if (at == k_type_names.end()) return std::nullopt;
    return static_cast<Type>(at - k_type_names.begin());
}

const Parameter* GroupSchema::find(std::string_view key) const { return found(parameters, key); }
const Parameter* Schema::find(std::string_view key) const { return found(parameters, key); }
const GroupSchema* Schema::find_group(std::string_view key) const { return found(groups, key); }

std::vector<std::string> Schema::keys() const {
    std::vector<std::string> result;
    for (const Parameter& parameter : parameters) {
        if (parameter.deprecated.empty()) result.push_back(parameter.key);
    }
    for (const GroupSchema& group : groups) result.push_back(group.key);
    return result;
}

}  // namespace rif
