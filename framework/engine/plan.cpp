#include <rif/engine/plan.hpp>

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/hash.hpp>
#include <rif/base/shell.hpp>

namespace rif {

namespace {

using dsl::Axis;
using dsl::Block;
using dsl::Experiment;

constexpr std::size_t k_id_digits = 12;

const Settings& settings_of(const Block& block, const ChangedSettings& changed) {
    const auto at = changed.find(&block);
    return at == changed.end() ? *block.settings : *at->second;
}

/// Calls `visit(role, name)` for each block that a value names.
template <class Visit>
void named_blocks(const Value& value, const Parameter* parameter, Visit visit) {
    if (const ListValue* list = value.as<ListValue>()) {
        for (const Value& item : list->items) named_blocks(item, parameter, visit);
    } else if (const ConditionValue* condition = value.as<ConditionValue>()) {
        visit(Role::similarity, condition->subject.to_string());
    } else if (const Name* name = value.as<Name>(); name && parameter) {
        const std::string& role = parameter->type == Type::block ? parameter->block_role : parameter->of_block_role;
        if (const auto known = role_named(role)) visit(*known, name->to_string());
    }
}

template <class Visit>
void named_blocks(const Settings& settings, Visit visit) {
    for (const auto& [key, checked] : settings.values) {
        if (checked.word.empty()) named_blocks(checked.value, checked.parameter, visit);
    }
    for (const CheckedGroup& group : settings.groups) named_blocks(*group.settings, visit);
}

void add_lines(const Settings& settings, const std::string& before, std::string& lines) {
    for (const auto& [key, checked] : settings.values) {
        if (checked.parameter && !checked.parameter->changes_result) continue;
        lines += fmt::format("{}{} = {}\n", before, key, checked.word.empty() ? canonical(checked.value) : checked.word);
    }
    for (const CheckedGroup& group : settings.groups) {
        const std::string label = group.label.empty() ? "" : "." + name_or_quoted(group.label);
        add_lines(*group.settings, before + group.name + label + ".", lines);
    }
}

void add_block(const Experiment& experiment, const Block& block, const ChangedSettings& changed, std::set<const Block*>& seen,
               std::string& lines) {
    if (!seen.insert(&block).second) return;
    const Settings& settings = settings_of(block, changed);
    lines += fmt::format("{} = {}\n", block.address(), block.plugin->name);
    add_lines(settings, "  ", lines);
    named_blocks(settings, [&](Role role, const std::string& name) {
        if (const Block* other = experiment.find(role, name)) add_block(experiment, *other, changed, seen, lines);
    });
}

/// What a combination reads, before the sweep's axes.
struct Combination {
    const Block* dataset = nullptr;
    const Block* counterpart = nullptr;
    const Block* perturbation = nullptr;
    const Block* model = nullptr;
    const Block* attack = nullptr;
    const dsl::TargetBlock* target = nullptr;

    std::vector<const Block*> blocks() const {
        std::vector<const Block*> result;
        for (const Block* block : {dataset, counterpart, perturbation, model, attack}) {
            if (block) result.push_back(block);
        }
        return result;
    }
};

/// Whether the attack reads `what`, given its choices; an axis over the choice makes it read.
bool reads(const Experiment& experiment, const Block& attack, std::string_view what) {
    const std::size_t index = static_cast<std::size_t>(&attack - experiment.blocks.data());
    for (const Reads& read : attack.plugin->reads) {
        if (read.what != what) continue;
        if (read.when_key.empty()) return true;
        const CheckedValue* value = attack.settings->find(read.when_key);
        if (value && print(value->value) == read.when_value) return true;
        for (const Axis& axis : experiment.sweep) {
            const bool reaches = std::find(axis.blocks.begin(), axis.blocks.end(), index) != axis.blocks.end();
            if (reaches && axis.key == read.when_key) return true;
        }
    }
    return false;
}

/// Every block that the combination names, directly or through another, under any value of any axis.
std::set<const Block*> all_read(const Experiment& experiment, const Combination& combination) {
    std::set<const Block*> seen;
    std::vector<const Block*> open = combination.blocks();
    const auto visit = [&](Role role, const std::string& name) {
        if (const Block* block = experiment.find(role, name)) open.push_back(block);
    };
    while (!open.empty()) {
        const Block* block = open.back();
        open.pop_back();
        if (!seen.insert(block).second) continue;
        named_blocks(*block->settings, visit);
        const std::size_t index = static_cast<std::size_t>(block - experiment.blocks.data());
        for (const Axis& axis : experiment.sweep) {
            if (std::find(axis.blocks.begin(), axis.blocks.end(), index) == axis.blocks.end()) continue;
            for (const dsl::AxisValue& value : axis.values) named_blocks(value.checked.value, value.checked.parameter, visit);
        }
    }
    return seen;
}

/// An axis over `run` is read unless the attack sets the same key itself (its own tokens, queries, seconds).
bool is_read(const Experiment& experiment, const Axis& axis, const Block& attack, const std::set<const Block*>& read) {
    if (axis.blocks.empty()) {
        const CheckedValue* own = attack.settings->find(axis.key);
        return !own || !own->given;
    }
    return std::any_of(axis.blocks.begin(), axis.blocks.end(),
                       [&](std::size_t index) { return read.count(&experiment.blocks[index]) > 0; });
}

std::shared_ptr<const Settings> with_value(const std::shared_ptr<const Settings>& settings, const Axis& axis, const CheckedValue& value) {
    auto copy = std::make_shared<Settings>(*settings);
    if (axis.group.empty()) {
        copy->values[axis.key] = value;
        return copy;
    }
    for (CheckedGroup& group : copy->groups) {
        if (group.name != axis.group || group.label != axis.group_label) continue;
        group.settings = std::make_shared<Settings>(*group.settings);
        group.settings->values[axis.key] = value;
    }
    return copy;
}

void apply(const Experiment& experiment, const Axis& axis, const dsl::AxisValue& value, Cell& cell) {
    cell.settings.emplace_back(axis.address, value.printed);
    if (axis.blocks.empty()) cell.run = with_value(cell.run, axis, value.checked);
    for (const std::size_t index : axis.blocks) {
        const Block& block = experiment.blocks[index];
        cell.changed[&block] = with_value(cell.pointer_of(block), axis, value.checked);
    }
}

std::string id_of(const Experiment& experiment, const Cell& cell) {
    std::string lines;
    std::set<const Block*> seen;
    for (const Block* block : {cell.dataset, cell.counterpart, cell.perturbation, cell.model, cell.attack}) {
        if (block) lines += block->address() + "\n", add_block(experiment, *block, cell.changed, seen, lines);
    }
    if (cell.target)
        lines +=
            fmt::format("target {} [{}, {}] {}\n", cell.target->name, cell.target->alpha_v, cell.target->alpha_v_prime, cell.target->beta);
    static const std::set<std::string, std::less<>> lists = {"dataset", "counterpart", "perturbation", "model",
                                                             "target",  "attack",      "audit",        "defense"};
    const auto is_overridden = [&](const std::string& key) {
        const CheckedValue* own = cell.of(*cell.attack).find(key);
        return own && own->given;
    };
    for (const auto& [key, checked] : cell.run->values) {
        if (is_overridden(key)) continue;
        if (lists.count(key) || (checked.parameter && !checked.parameter->changes_result)) continue;
        lines += fmt::format("run.{} = {}\n", key, checked.word.empty() ? canonical(checked.value) : checked.word);
    }
    return sha256(lines).substr(0, k_id_digits);
}

/// What `--only` compares: the names of `run`'s roles, swept values, and settings as they stand.
std::string value_at(const Experiment& experiment, const Cell& cell, const std::string& address) {
    const auto name = [](const Block* block) { return block ? block->name : std::string(); };
    if (address == "run.dataset") return name(cell.dataset);
    if (address == "run.counterpart") return name(cell.counterpart);
    if (address == "run.perturbation") return name(cell.perturbation);
    if (address == "run.model") return name(cell.model);
    if (address == "run.attack") return name(cell.attack);
    if (address == "run.target") return cell.target ? cell.target->name : std::string();
    for (const auto& [swept, printed] : cell.settings) {
        if (swept == address) return printed;
    }
    if (address.starts_with("run.")) {
        const CheckedValue* value = experiment.run->find(std::string_view(address).substr(4));
        return value ? print(value->value) : std::string();
    }
    for (const Block& block : experiment.blocks) {
        const std::string before = block.address() + ".";
        if (address.rfind(before, 0) != 0) continue;
        const CheckedValue* value = cell.of(block).find(address.substr(before.size()));
        if (value) return print(value->value);
    }
    return {};
}

bool kept(const Experiment& experiment, const Cell& cell) {
    return std::all_of(experiment.only.begin(), experiment.only.end(), [&](const dsl::Only& only) {
        return std::find(only.values.begin(), only.values.end(), value_at(experiment, cell, only.address)) != only.values.end();
    });
}

/// The names of `run.KEY` as blocks; one null where the attack does not read the role or `run` does not name any.
std::vector<const Block*> listed(const Experiment& experiment, Role role, bool read) {
    std::vector<const Block*> result;
    if (read) {
        for (const std::string& name : experiment.run_names(role_name(role))) result.push_back(experiment.find(role, name));
    }
    if (result.empty()) result.push_back(nullptr);
    return result;
}

std::vector<const dsl::TargetBlock*> listed_targets(const Experiment& experiment, bool read) {
    std::vector<const dsl::TargetBlock*> result;
    if (read) {
        for (const std::string& name : experiment.run_names("target")) result.push_back(experiment.find_target(name));
    }
    if (result.empty()) result.push_back(nullptr);
    return result;
}

std::vector<Combination> combinations(const Experiment& experiment) {
    std::vector<Combination> result;
    for (const Block* dataset : listed(experiment, Role::dataset, true)) {
        for (const Block* model : listed(experiment, Role::model, true)) {
            for (const Block* attack : listed(experiment, Role::attack, true)) {
                if (!attack) continue;
                for (const Block* counterpart : listed(experiment, Role::counterpart, reads(experiment, *attack, "counterpart"))) {
                    for (const Block* perturbation : listed(experiment, Role::perturbation, reads(experiment, *attack, "perturbation"))) {
                        for (const dsl::TargetBlock* target : listed_targets(experiment, reads(experiment, *attack, "target"))) {
                            result.push_back({dataset, counterpart, perturbation, model, attack, target});
                        }
                    }
                }
            }
        }
    }
    return result;
}

Cell first_cell(const Experiment& experiment, const Combination& combination) {
    Cell cell;
    cell.dataset = combination.dataset;
    cell.counterpart = combination.counterpart;
    cell.perturbation = combination.perturbation;
    cell.model = combination.model;
    cell.attack = combination.attack;
    cell.target = combination.target;
    cell.run = experiment.run;
    return cell;
}

/// The combination under every choice of the axes that it reads.
std::vector<Cell> swept(const Experiment& experiment, const Combination& combination, std::size_t most) {
    std::vector<Cell> cells = {first_cell(experiment, combination)};
    const std::set<const Block*> read = all_read(experiment, combination);
    for (const Axis& axis : experiment.sweep) {
        if (!is_read(experiment, axis, *combination.attack, read)) continue;
        if (cells.size() * axis.values.size() > most) return std::vector<Cell>(most + 1, cells.front());
        std::vector<Cell> next;
        for (const Cell& cell : cells) {
            for (const dsl::AxisValue& value : axis.values) apply(experiment, axis, value, next.emplace_back(cell));
        }
        cells = std::move(next);
    }
    return cells;
}

std::size_t most_cells(const Experiment& experiment) {
    const CheckedValue* value = experiment.run->find("max_cells");
    const Number* number = value ? value->value.as<Number>() : nullptr;
    return number ? static_cast<std::size_t>(number->value) : 100'000;
}

Error not_offered(const Experiment& experiment, std::string_view key, std::string_view help) {
    const Setting* setting = experiment.run_body.find(key);
    return Error("not-offered",
                 fmt::format("run.{} = {} is not offered by this version of rifair", key, setting ? print(setting->value) : ""),
                 std::string(help), setting ? setting->value.place : Place{});
}

void refuse_what_is_not_offered(const Experiment& experiment) {
    const auto value = [&](std::string_view key) {
        const CheckedValue* checked = experiment.run->find(key);
        return checked ? print(checked->value) : std::string();
    };
    if (!experiment.run_names("audit").empty())
        throw not_offered(experiment, "audit", "leave out `audit`; audits come with a later version");
    if (!experiment.run_names("defense").empty())
        throw not_offered(experiment, "defense", "leave out `defense`; defenses come with a later version");
    if (!experiment.run_names("quality").empty())
        throw not_offered(experiment, "quality", "leave out `quality`; it comes with a later version");
    if (value("orientation") == "both") throw not_offered(experiment, "orientation", "write orientation = forward");
    if (value("device") != quoted("auto") && value("device") != quoted("cpu"))
        throw not_offered(experiment, "device", "write device = \"cpu\"");
}

}  // namespace

const Settings& Cell::of(const dsl::Block& block) const { return settings_of(block, changed); }

std::shared_ptr<const Settings> Cell::pointer_of(const dsl::Block& block) const {
    const auto at = changed.find(&block);
    return at == changed.end() ? block.settings : at->second;
}

std::string canonical_settings(const Experiment& experiment, const Block& block, const ChangedSettings& changed) {
    std::string lines;
    std::set<const Block*> seen;
    add_block(experiment, block, changed, seen, lines);
    return lines;
}

std::vector<Cell> plan(const Experiment& experiment) {
    refuse_what_is_not_offered(experiment);
    const std::size_t most = most_cells(experiment);
    std::vector<Cell> cells;
    std::set<std::string> ids;
    for (const Combination& combination : combinations(experiment)) {
        for (Cell& cell : swept(experiment, combination, most)) {
            if (!kept(experiment, cell)) continue;
            cell.id = id_of(experiment, cell);
            if (!ids.insert(cell.id).second) continue;
            cell.number = cells.size() + 1;
            cells.push_back(std::move(cell));
            if (cells.size() > most) {
                throw Error("too-many-cells", fmt::format("this experiment has more than {} cells", most),
                            "shorten a list in `run` or an axis of `sweep`, or raise run.max_cells");
            }
        }
    }
    if (cells.empty()) throw Error("no-cells", "--only leaves no cell to run", fmt::format("rif plan {}", shell_word(experiment.file)));
    return cells;
}

}  // namespace rif
