#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <rif/host/describe.hpp>

namespace rif {

namespace {

namespace json = boost::json;

json::array array_of(const std::vector<std::string>& words) {
    json::array result;
    for (const std::string& word : words) result.emplace_back(word);
    return result;
}

void put(json::object& into, std::string_view key, const std::string& text) {
    if (!text.empty()) into[key] = text;
}

std::string type_with_role(Type type, const std::string& role) {
    return type == Type::block ? "block:" + role : std::string(type_name(type));
}

json::object parameter_as_json(const Parameter& parameter) {
    json::object result{{"key", parameter.key},
                        {"type", type_with_role(parameter.type, parameter.block_role)},
                        {"required", parameter.required},
                        {"framework", parameter.framework}};
    if (parameter.of) result["of"] = type_with_role(*parameter.of, parameter.of_block_role);
    if (parameter.many) result["many"] = true;
    put(result, "unit", parameter.unit);
    if (parameter.low) result["low"] = *parameter.low;
    if (parameter.high) result["high"] = *parameter.high;
    if (parameter.default_value) result["default"] = print(*parameter.default_value);
    if (!parameter.choices.empty()) result["choices"] = array_of(parameter.choices);
    if (!parameter.choice_help.empty()) result["choice_help"] = array_of(parameter.choice_help);
    if (parameter.or_word) result["or"] = *parameter.or_word;
    if (parameter.exists != Exists::no_matter)
        result["exists"] = parameter.exists == Exists::must ? "must" : parameter.exists == Exists::may ? "may" : "found";
    if (parameter.type == Type::condition) result["on"] = parameter.on;
    put(result, "help", parameter.help);
    put(result, "deprecated", parameter.deprecated);
    return result;
}

json::array parameters_as_json(const std::vector<Parameter>& parameters) {
    json::array result;
    for (const Parameter& parameter : parameters) result.push_back(parameter_as_json(parameter));
    return result;
}

json::array reads_as_json(const PluginEntry& plugin) {
    json::array result;
    for (const Reads& read : plugin.reads) {
        json::object one{{"role", read.what}};
        if (!read.when_key.empty()) one["when"] = read.when_key + " = " + read.when_value;
        result.push_back(std::move(one));
    }
    return result;
}

json::array groups_as_json(const Schema& schema) {
    json::array result;
    for (const GroupSchema& group : schema.groups) {
        json::object one{{"key", group.key}, {"repeats", group.repeats}, {"labelled", group.labelled}};
        put(one, "help", group.help);
        one["parameters"] = parameters_as_json(group.parameters);
        result.push_back(std::move(one));
    }
    return result;
}

}  // namespace

std::string described_as_json(const PluginEntry& plugin) {
    json::object result{{"role", role_name(plugin.role)}, {"name", plugin.name}, {"api", plugin.api}, {"summary", plugin.summary}};
    put(result, "source", plugin.source);
    put(result, "licence", plugin.licence);
    put(result, "version", plugin.version);
    result["inputs"] = array_of(plugin.inputs);
    result["reads"] = reads_as_json(plugin);
    put(result, "needs", plugin.needs);
    result["deterministic"] = plugin.deterministic;
    put(result, "kind", plugin.kind);
    if (plugin.same) result["same"] = *plugin.same;
    result["origin"] = plugin.origin;
    result["folder"] = plugin.folder.string();
    result["parameters"] = parameters_as_json(plugin.schema.parameters);
    result["groups"] = groups_as_json(plugin.schema);
    return json::serialize(result) + "\n";
}

}  // namespace rif
