#include "dsl/draft.hpp"

#include <algorithm>
#include <map>

#include <fmt/core.h>

namespace rif::dsl {

namespace {

constexpr std::size_t k_most_listed = 8;

std::vector<std::string> statement_words() {
    std::vector<std::string> result = role_names();
    result.insert(result.end(), {"target", "run", "sweep", "include"});
    return result;
}

std::optional<std::size_t> found(const std::unordered_map<std::string, std::size_t>& index, const std::string& address) {
    const auto at = index.find(address);
    return at == index.end() ? std::nullopt : std::optional(at->second);
}

std::string joined(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : ", ") + name;
    return result;
}

class Collector {
public:
    Collector(std::vector<Document> documents, const Catalogue& catalogue, Diagnostics& diagnostics)
        : catalogue_(catalogue), diagnostics_(diagnostics) {
        draft_.documents = std::move(documents);
    }

    Draft collected() {
        bool included = false;  // the first document is the file itself
        for (const Document& document : draft_.documents) {
            for (const Statement& statement : document.statements) {
                std::visit([&](const auto& one) { take(one, included); }, statement);
            }
            included = true;
        }
        for (DraftBlock& block : draft_.blocks) resolve_like(block);
        return std::move(draft_);
    }

private:
    void take(const BlockStatement& statement, bool included) {
        const std::optional<Role> role = role_named(statement.role);
        if (!role) return unknown_role(statement);
        if (!is_new(statement.role, statement.name, statement.name_place)) return;
        DraftBlock block;
        block.statement = &statement;
        block.role = *role;
        block.plugin = plugin_of(statement, *role);
        block.included = included;
        draft_.index.emplace(block.address(), draft_.blocks.size());
        draft_.blocks.push_back(std::move(block));
    }

    void take(const TargetStatement& statement, bool included) {
        if (!is_new("target", statement.name, statement.name_place)) return;
        draft_.index.emplace("target." + statement.name, draft_.targets.size());
        draft_.targets.push_back({&statement, included, statement.body});
    }

    void take(const RunStatement& statement, bool included) {
        if (included || draft_.run_place) return;  // said by the include, or by the parser
        draft_.run = statement.body;
        draft_.run_place = statement.place;
    }

    void take(const SweepStatement& statement, bool included) {
        if (!included) draft_.sweep.insert(draft_.sweep.end(), statement.axes.begin(), statement.axes.end());
    }

    void unknown_role(const BlockStatement& statement) {
        const std::string label = did_you_mean(statement.role, statement_words());
        std::string roles;
        for (const std::string& name : role_names()) roles += (roles.empty() ? "" : " ") + name;
        diagnostics_.error("unknown-role", statement.role_place, fmt::format("'{}' is no role", statement.role), label,
                           "a block begins with one of: " + roles);
    }

    /// name_2, or the first above that nothing so far is called.
    std::string free_name(const std::string& role, const std::string& name) const {
        for (std::size_t i = 2;; ++i) {
            const std::string next = fmt::format("{}_{}", name, i);
            if (!names_.contains(role + "." + next)) return next;
        }
    }

    bool is_new(const std::string& role, const std::string& name, const Place& place) {
        const auto [first, fresh] = names_.try_emplace(role + "." + name, place);
        if (fresh) return true;
        diagnostics_.add({Severity::error,
                          "duplicate-name",
                          place,
                          fmt::format("this is the second {} called '{}'", role, name),
                          "give it another name",
                          fmt::format("{} {}", role, free_name(role, name)),
                          {{first->second, "the first one"}}});
        return false;
    }

    const PluginEntry* plugin_of(const BlockStatement& statement, Role role) {
        const PluginEntry* plugin = catalogue_.find(role, statement.plugin);
        if (plugin) return plugin;
        const std::vector<std::string> names = catalogue_.names(role);
        const std::string full_name = statement.role + "/" + statement.plugin;
        std::string label = refusal(full_name);
        if (label.empty()) label = did_you_mean(statement.plugin, names);
        if (label.empty()) label = other_role(statement.plugin);
        if (label.empty() && !names.empty() && names.size() <= k_most_listed) label = "of this role: " + joined(names);
        if (label.empty() && names.empty()) label = fmt::format("no plugin of role {} is installed", statement.role);
        diagnostics_.error("unknown-plugin", statement.plugin_place, fmt::format("there is no plugin {}", full_name), label,
                           "rif plugins list");
        return nullptr;
    }

    /// Why a plugin of that name was left out, where one was.
    std::string refusal(const std::string& full_name) const {
        for (const Diagnostic& fault : catalogue_.faults) {
            if (fault.message.find(full_name) != std::string::npos) return "it was refused: " + fault.message;
        }
        return {};
    }

    std::string other_role(const std::string& name) const {
        for (const Role role : k_roles) {
            if (catalogue_.find(role, name)) return fmt::format("there is {}/{}", role_name(role), name);
        }
        return {};
    }

    void resolve_like(DraftBlock& block) {
        const BlockStatement& statement = *block.statement;
        if (!statement.like) return;
        const std::optional<std::size_t> other = draft_.find(block.role, *statement.like);
        if (!other) return unknown_like(block);
        const BlockStatement& original = *draft_.blocks[*other].statement;
        if (original.plugin == statement.plugin) {
            block.like = other;
            return;
        }
        diagnostics_.add({Severity::error,
                          "wrong-like",
                          statement.like_place,
                          fmt::format("'{}' is made by {}, and this block by {}", *statement.like, original.plugin, statement.plugin),
                          "`like` needs the same plugin",
                          fmt::format("{} {} = {} like {}", statement.role, statement.name, original.plugin, *statement.like),
                          {{original.plugin_place, "made here"}}});
    }

    void unknown_like(const DraftBlock& block) {
        const BlockStatement& statement = *block.statement;
        const std::optional<std::string> role = draft_.role_of(*statement.like, statement.role);
        const std::vector<std::string> names = draft_.names(statement.role);
        std::vector<std::string> others;
        std::copy_if(names.begin(), names.end(), std::back_inserter(others),
                     [&](const std::string& name) { return name != statement.name; });
        const std::string label =
            others.empty() ? fmt::format("this file has no other {}", statement.role) : did_you_mean(*statement.like, others);
        const std::vector<std::string> near = nearest(*statement.like, others, 1);
        const std::string help = others.empty()
                                     ? fmt::format("{} {} = {}, without `like`", statement.role, statement.name, statement.plugin)
                                     : fmt::format("like {}", near.empty() ? others.front() : near.front());
        if (role) {
            diagnostics_.error("wrong-role", statement.like_place,
                               fmt::format("`like` needs a block of the same role, and '{}' is of role {}", *statement.like, *role), label,
                               help);
        } else {
            diagnostics_.error("unknown-block", statement.like_place, fmt::format("no {} is called '{}'", statement.role, *statement.like),
                               label.empty() ? expected_names(*statement.like, others) : label, help);
        }
    }

    Draft draft_;
    const Catalogue& catalogue_;
    Diagnostics& diagnostics_;
    std::map<std::string, Place> names_;
};

}  // namespace

std::optional<std::size_t> Draft::find(Role role, std::string_view name) const {
    return found(index, fmt::format("{}.{}", role_name(role), name));
}

std::optional<std::size_t> Draft::find_target(std::string_view name) const { return found(index, fmt::format("target.{}", name)); }

std::vector<std::string> Draft::names(std::string_view role) const {
    std::vector<std::string> result;
    for (const DraftBlock& block : blocks) {
        if (role_name(block.role) == role) result.push_back(block.statement->name);
    }
    if (role != "target") return result;
    for (const DraftTarget& target : targets) result.push_back(target.statement->name);
    return result;
}

std::optional<std::string> Draft::role_of(std::string_view name, std::string_view wanted) const {
    const std::optional<Role> role = role_named(wanted);
    if (role && find(*role, name)) return std::string(wanted);
    if (find_target(name)) return "target";
    for (const DraftBlock& block : blocks) {
        if (block.statement->name == name) return std::string(role_name(block.role));
    }
    return std::nullopt;
}

Draft collect(std::vector<Document> documents, const Catalogue& catalogue, Diagnostics& diagnostics) {
    return Collector(std::move(documents), catalogue, diagnostics).collected();
}

void replace_setting(Body& body, const Override& change) {
    if (!change.group.empty()) {
        const auto group = std::find_if(body.groups.begin(), body.groups.end(), [&](const Group& one) {
            return one.name == change.group && one.label.value_or("") == change.group_label;
        });
        if (group != body.groups.end()) return replace_setting(group->body, {"", "", change.setting});
        Group added{change.group, change.setting.key_place, {}, change.setting.key_place, {}};
        if (!change.group_label.empty()) added.label = change.group_label;
        added.body.settings.push_back(change.setting);
        body.groups.push_back(std::move(added));
        return;
    }
    const auto setting =
        std::find_if(body.settings.begin(), body.settings.end(), [&](const Setting& one) { return one.key == change.setting.key; });
    if (setting == body.settings.end())
        body.settings.push_back(change.setting);
    else
        *setting = change.setting;
}

}  // namespace rif::dsl
