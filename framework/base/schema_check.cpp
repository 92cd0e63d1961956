// A body against a schema: which settings and groups it knows, which are missing, and the values of each.
#include <rif/base/schema_check.hpp>

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include <rif/base/value_check.hpp>

namespace rif {

namespace {

/// The body of a block, of `run`, or of a group: what it may hold, and how it is spoken of.
struct Part {
    const std::vector<Parameter>& parameters;
    const std::vector<GroupSchema>& groups;
    std::string address;  // "similarity.profile.feature.age"
    std::string owner;    // "similarity/weighted_l1", "'feature' of similarity/weighted_l1"
};

const std::vector<GroupSchema> k_no_groups;

template <class Items>
auto* find_key(Items& items, std::string_view key) {
    const auto at = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.key == key; });
    return at == items.end() ? nullptr : &*at;
}

class BodyCheck {
public:
    BodyCheck(const Part& part, const Body& body, const CheckContext& context, Diagnostics& diagnostics)
        : part_(part), body_(body), context_(context), diagnostics_(diagnostics), scope_{part.address, body, context, diagnostics} {}

    std::shared_ptr<Settings> checked(const Place& head) {
        result_->place = head;
        for (const Setting& setting : body_.settings) take_setting(setting);
        for (const Parameter& parameter : part_.parameters) fill_in(parameter);
        report_missing(head);
        for (const Group& group : body_.groups) take_group(group);
        return result_;
    }

private:
    void take_setting(const Setting& setting) {
        const Parameter* parameter = find_key(part_.parameters, setting.key);
        if (!parameter) return unknown_setting(setting);
        if (!parameter->deprecated.empty()) parameter = current(*parameter, setting);
        const auto [first, fresh] = places_.try_emplace(parameter->key, setting.key_place);
        if (!fresh) return given_twice(fmt::format("'{}'", setting.key), setting.key_place, first->second);
        result_->values.insert_or_assign(parameter->key, check_value(*parameter, setting.value, scope_));
    }

    /// The parameter that took the place of a deprecated one, after a warning.
    const Parameter* current(const Parameter& parameter, const Setting& setting) {
        diagnostics_.warning("deprecated-setting", setting.key_place,
                             fmt::format("'{}' of {} is now called '{}'", setting.key, part_.owner, parameter.deprecated),
                             parameter.deprecated, fmt::format("{} = {}", parameter.deprecated, print(setting.value)));
        const Parameter* now = find_key(part_.parameters, parameter.deprecated);
        return now ? now : &parameter;
    }

    void given_twice(const std::string& what, const Place& place, const Place& first) {
        diagnostics_.add(
            {Severity::error, "given-twice", place, what + " is given twice", "", "keep one of them", {{first, "first given here"}}});
    }

    void fill_in(const Parameter& parameter) {
        if (places_.count(parameter.key)) return;
        if (parameter.required)
            missing_.push_back(&parameter);  // it may have a default all the same: an example to type
        else if (parameter.default_value && parameter.deprecated.empty())
            result_->values.emplace(parameter.key, default_of(parameter));
    }

    std::string sample(const Parameter& parameter) const {
        const Setting* unit = parameter.unit == "per {unit}" ? body_.find("unit") : nullptr;
        return unit ? fmt::format("{} = 1 per {}", parameter.key, print(unit->value)) : sample_setting(parameter, context_);
    }

    /// All that is missing in one sentence; what was only misspelled has been said.
    void report_missing(const Place& head) {
        std::erase_if(missing_, [&](const Parameter* parameter) { return meant_.count(parameter->key) > 0; });
        if (missing_.empty()) return;
        std::string names, help;
        for (const Parameter* parameter : missing_) {
            names += (names.empty() ? "" : parameter == missing_.back() ? " and " : ", ") + fmt::format("'{}'", parameter->key);
            help += (help.empty() ? "" : ", ") + sample(*parameter);
        }
        diagnostics_.error("missing-setting", head, fmt::format("{} needs {}", part_.owner, names), "", help);
    }

    void unknown_setting(const Setting& setting) {
        if (find_key(part_.groups, setting.key)) {
            diagnostics_.error("unknown-setting", setting.key_place, fmt::format("'{}' of {} is a group", setting.key, part_.owner),
                               "settings in braces, without '='", fmt::format("{} {{ … }}", setting.key));
            return;
        }
        for (const std::string& near : nearest(setting.key, keys(), 1)) meant_.insert(near);
        diagnostics_.error("unknown-setting", setting.key_place, fmt::format("{} has no setting '{}'", part_.owner, setting.key),
                           known(setting.key), context_.manual);
    }

    std::vector<std::string> keys() const {
        std::vector<std::string> result;
        for (const Parameter& parameter : part_.parameters) {
            if (parameter.deprecated.empty()) result.push_back(parameter.key);
        }
        for (const GroupSchema& group : part_.groups) result.push_back(group.key);
        return result;
    }

    std::string known(const std::string& key) const {
        for (const GroupSchema& group : part_.groups) {
            if (group.find(key)) return fmt::format("belongs into '{} {{ … }}'", group.key);
        }
        const std::vector<std::string> names = keys();
        if (names.empty()) return "it has no settings";
        const std::string mean = did_you_mean(key, names);
        if (!mean.empty()) return mean;
        const std::string expected = expected_names(key, names);
        return expected.empty() ? "" : "its settings: " + expected;
    }

    void take_group(const Group& group) {
        const GroupSchema* schema = find_key(part_.groups, group.name);
        if (!schema) return unknown_group(group);
        if (!label_fits(*schema, group) || !is_first(*schema, group)) return;
        const std::string label = group.label.value_or("");
        const std::string address = fmt::format("{}.{}{}", part_.address, group.name, label.empty() ? "" : "." + name_or_quoted(label));
        const Part part{schema->parameters, k_no_groups, address, fmt::format("'{}' of {}", group.name, part_.owner)};
        const Place head = spanning(group.name_place, group.label_place);
        result_->groups.push_back({group.name, label, head, BodyCheck(part, group.body, context_, diagnostics_).checked(head)});
    }

    void unknown_group(const Group& group) {
        if (find_key(part_.parameters, group.name)) {
            diagnostics_.error("unknown-group", group.name_place, fmt::format("'{}' of {} is a setting", group.name, part_.owner),
                               "a value after '='", sample_setting(*find_key(part_.parameters, group.name), context_));
            return;
        }
        std::vector<std::string> names;
        for (const GroupSchema& known_group : part_.groups) names.push_back(known_group.key);
        const std::string label = names.empty() ? "it has no groups" : did_you_mean(group.name, names);
        diagnostics_.error("unknown-group", group.name_place, fmt::format("{} has no group '{}'", part_.owner, group.name),
                           label.empty() ? expected_names(group.name, names) : label, context_.manual);
    }

    bool label_fits(const GroupSchema& schema, const Group& group) {
        if (schema.labelled == group.label.has_value()) return true;
        const std::string message = schema.labelled ? fmt::format("'{}' of {} needs a name", group.name, part_.owner)
                                                    : fmt::format("'{}' of {} takes no name", group.name, part_.owner);
        diagnostics_.error("group-label", schema.labelled ? group.name_place : group.label_place, message, "",
                           fmt::format("{}{} {{ … }}", group.name, schema.labelled ? " NAME" : ""));
        return false;
    }

    bool is_first(const GroupSchema& schema, const Group& group) {
        const std::string key = group.name + "\n" + (schema.labelled ? *group.label : "");
        const Place place = spanning(group.name_place, group.label_place);
        const auto [first, fresh] = places_.try_emplace(key, place);
        const auto [any, first_of_name] = places_.try_emplace(group.name, place);
        if (schema.repeats ? !schema.labelled || fresh : first_of_name) return true;
        const std::string what =
            schema.labelled && !fresh ? fmt::format("'{} {}'", group.name, name_or_quoted(*group.label)) : fmt::format("'{}'", group.name);
        given_twice(what, place, fresh ? any->second : first->second);
        return false;
    }

    const Part& part_;
    const Body& body_;
    const CheckContext& context_;
    Diagnostics& diagnostics_;
    SettingScope scope_;
    std::shared_ptr<Settings> result_ = std::make_shared<Settings>();
    std::map<std::string, Place> places_;  // of settings by key, of groups by name and by name and label
    std::vector<const Parameter*> missing_;
    std::set<std::string> meant_;  // keys that an unknown setting was near to
};

}  // namespace

const CheckedValue* Settings::find(std::string_view key) const {
    const auto at = values.find(key);
    return at == values.end() ? nullptr : &at->second;
}

std::shared_ptr<Settings> check_settings(const Body& body, const Place& head, const Schema& schema, const CheckContext& context,
                                         Diagnostics& diagnostics) {
    const Part part{schema.parameters, schema.groups, context.address, context.owner};
    return BodyCheck(part, body, context, diagnostics).checked(head);
}

}  // namespace rif
