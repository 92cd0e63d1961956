#include "dsl/references.hpp"

namespace rif::dsl {

namespace {

void add_references(const Value& value, const Parameter& parameter, std::vector<Reference>& result) {
    if (const ListValue* list = value.as<ListValue>()) {
        for (const Value& item : list->items) add_references(item, parameter, result);
    } else if (const ConditionValue* condition = value.as<ConditionValue>()) {
        if (parameter.on != "score")
            result.push_back({"similarity", condition->subject.to_string(), condition->subject_place, parameter.key});
    } else if (const Name* name = value.as<Name>()) {
        const std::string& role = parameter.type == Type::block ? parameter.block_role : parameter.of_block_role;
        if (!role.empty()) result.push_back({role, name->to_string(), value.place, parameter.key});
    }
}

}  // namespace

std::vector<Reference> references(const CheckedValue& checked) {
    std::vector<Reference> result;
    if (checked.parameter && checked.word.empty()) add_references(checked.value, *checked.parameter, result);
    return result;
}

std::vector<Reference> references(const Settings& settings) {
    std::vector<Reference> result;
    const auto add = [&](std::vector<Reference> more) { result.insert(result.end(), more.begin(), more.end()); };
    for (const auto& [key, checked] : settings.values) add(references(checked));
    for (const CheckedGroup& group : settings.groups) add(references(*group.settings));
    return result;
}

}  // namespace rif::dsl
