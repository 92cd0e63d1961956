#include "dsl/addressed.hpp"

#include <fmt/core.h>

#include "dsl/resolve.hpp"
#include "dsl/targets.hpp"

namespace rif::dsl {

namespace {

class Resolver {
public:
    Resolver(const Address& address, const Draft& draft, const Catalogue& catalogue, Diagnostics& diagnostics)
        : address_(address), parts_(address.parts), draft_(draft), catalogue_(catalogue), diagnostics_(diagnostics) {}

    std::optional<Addressed> resolved() {
        if (parts_.front() == "run") return setting_in(catalogue_.run, 1, "run");
        if (parts_.front() == "target") return in_target();
        const std::optional<Role> role = role_named(parts_.front());
        return role ? in_block(*role) : unknown_role();
    }

private:
    std::optional<Addressed> in_target() {
        result_.of = AddressOf::target;
        if (parts_.size() < 2) return too_short("target");
        const std::optional<std::size_t> index = draft_.find_target(parts_[1]);
        if (!index) return unknown_block();
        result_.index = *index;
        return setting_in(target_schema(), 2, "target");
    }

    std::optional<Addressed> in_block(Role role) {
        result_.of = AddressOf::block;
        if (parts_.size() < 2) return too_short(parts_.front());
        const std::optional<std::size_t> index = draft_.find(role, parts_[1]);
        if (!index) return unknown_block();
        result_.index = *index;
        const PluginEntry* plugin = draft_.blocks[*index].plugin;
        if (plugin) return setting_in(plugin->schema, 2, plugin->full_name());
        return std::nullopt;  // the unknown plugin has been said
    }

    /// parts from `first` on: key, or group and key, or group, label and key.
    std::optional<Addressed> setting_in(const Schema& schema, std::size_t first, const std::string& owner) {
        if (parts_.size() == first) return too_short(owner);
        const GroupSchema* group = schema.find_group(parts_[first]);
        if (!group)
            return parts_.size() == first + 1 ? key_in(schema.parameters, schema.keys(), first, owner) : no_group(schema, first, owner);
        result_.group = group->key;
        std::size_t key = first + 1;
        if (group->labelled && parts_.size() > key) result_.group_label = parts_[key++];
        const std::string owner_of_group = fmt::format("'{}' of {}", group->key, owner);
        if (parts_.size() == key + 1) return key_in(group->parameters, keys_of(*group), key, owner_of_group);
        return parts_.size() <= key ? too_short(owner_of_group) : too_long(key);
    }

    std::optional<Addressed> key_in(const std::vector<Parameter>& parameters, const std::vector<std::string>& keys, std::size_t part,
                                    const std::string& owner) {
        result_.key = parts_[part];
        result_.key_place = part_place(address_, part);
        for (const Parameter& parameter : parameters) {
            if (parameter.key == result_.key) result_.parameter = &parameter;
        }
        if (result_.parameter) return result_;
        const std::string mean = did_you_mean(result_.key, keys);
        const std::string expected = expected_names(result_.key, keys);
        diagnostics_.error("unknown-setting", result_.key_place, fmt::format("{} has no setting '{}'", owner, result_.key),
                           !mean.empty()      ? mean
                           : expected.empty() ? ""
                                              : "its settings: " + expected,
                           manual(owner));
        return std::nullopt;
    }

    static std::vector<std::string> keys_of(const GroupSchema& group) {
        std::vector<std::string> result;
        for (const Parameter& parameter : group.parameters) result.push_back(parameter.key);
        return result;
    }

    /// owner: "run", "target", "model/transformer" or "'train' of model/transformer".
    std::string manual(const std::string& owner) const {
        if (owner == "run") return run_manual(catalogue_);
        if (owner.find('/') == std::string::npos) return "a target takes alpha and beta";
        const std::size_t of = owner.rfind(' ');
        return "rif plugins describe " + (of == std::string::npos ? owner : owner.substr(of + 1));
    }

    std::optional<Addressed> no_group(const Schema& schema, std::size_t part, const std::string& owner) {
        if (schema.find(parts_[part])) return too_long(part);
        std::vector<std::string> names;
        for (const GroupSchema& group : schema.groups) names.push_back(group.key);
        diagnostics_.error("unknown-group", part_place(address_, part), fmt::format("{} has no group '{}'", owner, parts_[part]),
                           names.empty() ? "it has no groups" : expected_names(parts_[part], names), manual(owner));
        return std::nullopt;
    }

    std::optional<Addressed> too_long(std::size_t key) {
        Place rest = part_place(address_, key + 1);
        rest.end = address_.place.end;
        diagnostics_.error("wrong-address", rest, fmt::format("'{}' is a setting, and nothing lies in it", parts_[key]),
                           "one part too many", first_parts(key + 1));
        return std::nullopt;
    }

    std::string first_parts(std::size_t count) const {
        Address shorter{{parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(count)}, {}};
        return shorter.to_string();
    }

    std::optional<Addressed> too_short(const std::string& owner) {
        const bool names_block = parts_.size() == 1 && parts_.front() != "run";
        const std::string what = names_block             ? "a role"
                                 : parts_.size() == 1    ? "the whole of `run`"
                                 : result_.group.empty() ? "a block"
                                                         : "a group";
        diagnostics_.error("wrong-address", address_.place, fmt::format("'{}' is {}, and a setting is needed", address_.to_string(), what),
                           names_block ? "role.name.key" : "a key is missing",
                           fmt::format("{}.{}", address_.to_string(), names_block ? "NAME.KEY" : sample_key(owner)));
        return std::nullopt;
    }

    std::string sample_key(const std::string& owner) const {
        if (owner == "run") return "seed";
        if (owner == "target") return "beta";
        const PluginEntry* plugin = result_.of == AddressOf::block ? draft_.blocks[result_.index].plugin : nullptr;
        if (!plugin) return "KEY";
        const GroupSchema* group = result_.group.empty() ? nullptr : plugin->schema.find_group(result_.group);
        const std::vector<Parameter>& parameters = group ? group->parameters : plugin->schema.parameters;
        const std::string key = parameters.empty() ? "KEY" : parameters.front().key;
        return group && group->labelled && result_.group_label.empty() ? "NAME." + key : key;
    }

    std::optional<Addressed> unknown_role() {
        std::vector<std::string> words = role_names();
        words.insert(words.end(), {"target", "run"});
        diagnostics_.error("unknown-role", part_place(address_, 0), fmt::format("'{}' is no role", parts_.front()),
                           did_you_mean(parts_.front(), words),
                           catalogue_.run.find(parts_.front()) ? "run." + parts_.front() : "an address is run.key or role.name.key");
        return std::nullopt;
    }

    std::optional<Addressed> unknown_block() {
        const std::vector<std::string> names = draft_.names(parts_.front());
        const std::string label = names.empty() ? fmt::format("the file has no {}", parts_.front()) : expected_names(parts_[1], names);
        const std::vector<std::string> near = nearest(parts_[1], names, 1);
        diagnostics_.error("unknown-block", part_place(address_, 1), fmt::format("no {} is called '{}'", parts_.front(), parts_[1]), label,
                           names.empty()
                               ? fmt::format("{} {} = PLUGIN", parts_.front(), name_or_quoted(parts_[1]))
                               : fmt::format("{}.{}", parts_.front(), name_or_quoted(near.empty() ? names.front() : near.front())));
        return std::nullopt;
    }

    const Address& address_;
    const std::vector<std::string>& parts_;
    const Draft& draft_;
    const Catalogue& catalogue_;
    Diagnostics& diagnostics_;
    Addressed result_;
};

}  // namespace

Place part_place(const Address& address, std::size_t part) {
    const std::string_view text = address.place.text();
    std::size_t begin = 0;
    bool in_quotes = false;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const bool ends = at == text.size() || (text[at] == '.' && !in_quotes);
        if (ends && part-- == 0) {
            const std::uint32_t offset = address.place.begin;
            return {address.place.source, offset + static_cast<std::uint32_t>(begin), offset + static_cast<std::uint32_t>(at)};
        }
        if (ends)
            begin = at + 1;
        else if (text[at] == '"' && (at == 0 || text[at - 1] != '\\'))
            in_quotes = !in_quotes;
    }
    return address.place;
}

std::optional<Addressed> resolve_address(const Address& address, const Draft& draft, const Catalogue& catalogue, Diagnostics& diagnostics) {
    if (address.parts.empty()) return std::nullopt;
    return Resolver(address, draft, catalogue, diagnostics).resolved();
}

}  // namespace rif::dsl
