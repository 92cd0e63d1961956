#include "dsl/experiment.hpp"

#include <algorithm>

namespace rif::dsl {

const Block* Experiment::find(Role role, std::string_view wanted) const {
    const auto at =
        std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) { return block.role == role && block.name == wanted; });
    return at == blocks.end() ? nullptr : &*at;
}

const TargetBlock* Experiment::find_target(std::string_view wanted) const {
    const auto at = std::find_if(targets.begin(), targets.end(), [&](const TargetBlock& target) { return target.name == wanted; });
    return at == targets.end() ? nullptr : &*at;
}

std::vector<std::string> Experiment::run_names(std::string_view key) const {
    const CheckedValue* checked = run ? run->find(key) : nullptr;
    if (!checked) return {};
    if (const Name* one = checked->value.as<Name>()) return {one->to_string()};
    std::vector<std::string> result;
    const ListValue* list = checked->value.as<ListValue>();
    for (const Value& item : list ? list->items : std::vector<Value>{}) {
        if (const Name* one = item.as<Name>()) result.push_back(one->to_string());
    }
    return result;
}

}  // namespace rif::dsl
