#include "dsl/sweep.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include <rif/base/value_check.hpp>

#include "dsl/addressed.hpp"
#include "dsl/like.hpp"
#include "dsl/override.hpp"
#include "dsl/resolve.hpp"

namespace rif::dsl {

namespace {

constexpr std::array k_combined = {"dataset", "counterpart", "perturbation", "model", "target", "attack", "audit", "defense"};

bool is_combined(const Addressed& at) {
    return at.of == AddressOf::run && std::find(k_combined.begin(), k_combined.end(), at.key) != k_combined.end();
}

/// As it stands in tables: texts without their quotes.
std::string printed(const Value& value) {
    const Text* text = value.as<Text>();
    return text ? text->value : print(value);
}

/// Types the values of one axis as values of the setting that it addresses.
class AxisCheck {
public:
    AxisCheck(const Draft& draft, const Catalogue& catalogue, const CheckContext& shared, Diagnostics& diagnostics)
        : draft_(draft), catalogue_(catalogue), shared_(shared), diagnostics_(diagnostics) {}

    std::optional<Axis> checked(const AxisStatement& statement) {
        const std::optional<Addressed> at = resolve_address(statement.address, draft_, catalogue_, diagnostics_);
        if (!at || !can_be_swept(statement, *at)) return std::nullopt;
        Axis axis{statement.address.to_string(), {}, at->group, at->group_label, at->key, typed(statement, *at), statement.place};
        if (at->of == AddressOf::block) axis.blocks = reached_by(draft_, at->index, at->group, at->group_label, at->key);
        return axis;
    }

    std::vector<AxisValue> typed(const AxisStatement& statement, const Addressed& at) {
        const CheckContext context = at.of == AddressOf::block ? context_of(draft_.blocks[at.index], shared_) : shared_;
        const SettingScope scope{address_before_key(statement.address), siblings(at), context, diagnostics_};
        std::vector<AxisValue> result;
        for (const Value& value : statement.values.items) {
            if (is_new(result, value)) result.push_back({check_value(*at.parameter, value, scope), printed(value), value});
        }
        return result;
    }

private:
    static std::string address_before_key(Address address) {
        address.parts.pop_back();
        return address.to_string();
    }

    const Body& siblings(const Addressed& at) const {
        static const Body none;
        if (at.of == AddressOf::run) return draft_.run;
        if (at.of == AddressOf::target) return draft_.targets[at.index].body;
        const Body& body = draft_.blocks[at.index].body;
        if (at.group.empty()) return body;
        const Group* group = body.find_group(at.group, at.group_label);
        return group ? group->body : none;
    }

    bool can_be_swept(const AxisStatement& statement, const Addressed& at) {
        if (at.of == AddressOf::target) {
            return refuse(statement, "the settings of a target are not swept", "write one target for each",
                          fmt::format("run {{ target = [{}, …] }}", draft_.targets[at.index].statement->name));
        }
        if (is_combined(at)) {
            return refuse(statement, fmt::format("run.{} is combined by its own list", at.key), "a list in `run` multiplies the cells",
                          fmt::format("run {{ {} = {} }}", at.key, print(Value{statement.values, {}})));
        }
        if (at.group.empty() || draft_.blocks[at.index].body.find_group(at.group, at.group_label)) return true;
        const std::string group = at.group + (at.group_label.empty() ? "" : " " + name_or_quoted(at.group_label));
        return refuse(statement, fmt::format("{} has no '{}'", draft_.blocks[at.index].address(), group),
                      "write the group into the block first", fmt::format("{} {{ … }}", group));
    }

    bool refuse(const AxisStatement& statement, std::string message, std::string label, std::string help) {
        diagnostics_.error("wrong-axis", statement.address.place, std::move(message), std::move(label), std::move(help));
        return false;
    }

    bool is_new(const std::vector<AxisValue>& values, const Value& value) {
        const auto same = std::find_if(values.begin(), values.end(), [&](const AxisValue& other) {
            return other.printed == printed(value) || same_meaning(other.checked.value, value);
        });
        if (same == values.end()) return true;
        diagnostics_.add({Severity::error,
                          "given-twice",
                          value.place,
                          fmt::format("{} is in this list twice", print(value)),
                          "",
                          "keep one of them",
                          {{same->checked.value.place, "first given here"}}});
        return false;
    }

    const Draft& draft_;
    const Catalogue& catalogue_;
    const CheckContext& shared_;
    Diagnostics& diagnostics_;
};

void report_same_axis(const AxisStatement& axis, const AxisStatement& first, Diagnostics& diagnostics) {
    diagnostics.add({Severity::error,
                     "given-twice",
                     axis.address.place,
                     fmt::format("{} is swept twice", axis.address.to_string()),
                     "",
                     "put all values into one list",
                     {{first.address.place, "first given here"}}});
}

/// One --only: each value as the plan knows it.
class OnlyCheck {
public:
    OnlyCheck(const Draft& draft, const Experiment& experiment, const CheckContext& shared, Diagnostics& diagnostics)
        : draft_(draft),
          experiment_(experiment),
          axis_check_(draft, *experiment.catalogue, shared, diagnostics),
          diagnostics_(diagnostics) {}

    std::optional<Only> checked(const AxisStatement& statement) {
        const std::optional<Addressed> at = resolve_address(statement.address, draft_, *experiment_.catalogue, diagnostics_);
        if (!at) return std::nullopt;
        Only only{statement.address.to_string(), {}, statement.place};
        for (const AxisValue& value : axis_check_.typed(statement, *at)) {
            const std::string kept = known_as(*at, only.address, value);
            if (!kept.empty()) only.values.push_back(kept);
        }
        return only;
    }

private:
    std::string known_as(const Addressed& at, const std::string& address, const AxisValue& value) {
        if (is_combined(at)) return one_of(experiment_.run_names(at.key), value, fmt::format("run.{} does not name it", at.key));
        const auto axis =
            std::find_if(experiment_.sweep.begin(), experiment_.sweep.end(), [&](const Axis& one) { return one.address == address; });
        if (axis == experiment_.sweep.end()) return as_set(at, address, value);
        std::vector<std::string> names;
        for (const AxisValue& other : axis->values) {
            if (same_meaning(other.checked.value, value.checked.value)) return other.printed;
            names.push_back(other.printed);
        }
        return one_of(names, value, fmt::format("{} is not swept over it", address));
    }

    /// An address that no axis sweeps has one value in every cell.
    std::string as_set(const Addressed& at, const std::string& address, const AxisValue& value) {
        const Settings* settings = at.of == AddressOf::run     ? experiment_.run.get()
                                   : at.of == AddressOf::block ? experiment_.blocks[at.index].settings.get()
                                                               : nullptr;
        const CheckedValue* found = settings && at.group.empty() ? settings->find(at.key) : nullptr;
        if (!found || !found->word.empty()) return print(value.checked.value);
        if (same_meaning(found->value, value.checked.value)) return print(found->value);
        return one_of({print(found->value)}, value, fmt::format("{} is not swept, and {} in all of them", address, print(found->value)));
    }

    std::string one_of(const std::vector<std::string>& names, const AxisValue& value, const std::string& why) {
        if (std::find(names.begin(), names.end(), value.printed) != names.end()) return value.printed;
        diagnostics_.error("no-such-cell", value.checked.value.place, fmt::format("no cell has '{}': {}", value.printed, why),
                           expected_names(value.printed, names));
        return {};
    }

    const Draft& draft_;
    const Experiment& experiment_;
    AxisCheck axis_check_;
    Diagnostics& diagnostics_;
};

}  // namespace

std::vector<Axis> resolve_sweep(const Draft& draft, const Catalogue& catalogue, const CheckContext& shared, Diagnostics& diagnostics) {
    AxisCheck check(draft, catalogue, shared, diagnostics);
    std::vector<Axis> result;
    for (auto statement = draft.sweep.begin(); statement != draft.sweep.end(); ++statement) {
        const auto first = std::find_if(draft.sweep.begin(), statement,
                                        [&](const AxisStatement& other) { return other.address.parts == statement->address.parts; });
        if (first != statement)
            report_same_axis(*statement, *first, diagnostics);
        else if (std::optional<Axis> axis = check.checked(*statement))
            result.push_back(std::move(*axis));
    }
    return result;
}

std::vector<Only> resolve_only(const std::vector<std::string>& texts, const Draft& draft, const Experiment& experiment,
                               const CheckContext& shared, Diagnostics& diagnostics) {
    OnlyCheck check(draft, experiment, shared, diagnostics);
    std::vector<Only> result;
    for (const std::string& text : texts) {
        const std::optional<AxisStatement> statement = axis_after("--only", text, diagnostics);
        std::optional<Only> only = statement ? check.checked(*statement) : std::nullopt;
        if (only) result.push_back(std::move(*only));
    }
    return result;
}

}  // namespace rif::dsl
