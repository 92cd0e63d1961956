#include "dsl/run_check.hpp"

#include <algorithm>
#include <map>

#include <fmt/core.h>

#include <rif/base/value_check.hpp>

#include "dsl/references.hpp"
#include "dsl/resolve.hpp"

namespace rif::dsl {

namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : ", ") + name;
    return result;
}

/// "texts and rows" for {"text", "row"}.
std::string said_inputs(const PluginEntry& plugin) {
    std::string result;
    for (const std::string& input : plugin.inputs) result += (result.empty() ? "" : " and ") + input + "s";
    return result;
}

bool meet(const PluginEntry& a, const PluginEntry& b) {
    if (a.inputs.empty() || b.inputs.empty()) return true;
    return std::any_of(a.inputs.begin(), a.inputs.end(), [&](const std::string& input) { return b.takes(input); });
}

/// Whether the block looks at a role of the run, with the choices that it has or that an axis gives it.
bool reads(const Experiment& experiment, const Block& block, std::string_view what) {
    const std::size_t index = static_cast<std::size_t>(&block - experiment.blocks.data());
    const auto swept = [&](const std::string& key) {
        return std::any_of(experiment.sweep.begin(), experiment.sweep.end(), [&](const Axis& axis) {
            return axis.key == key && std::find(axis.blocks.begin(), axis.blocks.end(), index) != axis.blocks.end();
        });
    };
    return std::any_of(block.plugin->reads.begin(), block.plugin->reads.end(), [&](const Reads& read) {
        if (read.what != what) return false;
        if (read.when_key.empty() || swept(read.when_key)) return true;
        const CheckedValue* value = block.settings->find(read.when_key);
        return value && print(value->value) == read.when_value;
    });
}

class RunCheck {
public:
    RunCheck(const Experiment& experiment, const Draft& draft, Diagnostics& diagnostics)
        : experiment_(experiment), draft_(draft), diagnostics_(diagnostics), head_(run_head(draft)), named_(references(*experiment.run)) {}

    void check() {
        check_whole();
        check_repeats();
        for (const Reference& one : named_) {
            const Block* block = block_of(one);
            if (block) check_named(one, *block);
        }
        check_target_is_read();
    }

private:
    const Block* block_of(const Reference& one) const {
        const std::optional<Role> role = role_named(one.role);
        const std::optional<std::size_t> index = role ? draft_.find(*role, one.name) : std::nullopt;
        return index ? &experiment_.blocks[*index] : nullptr;
    }

    void check_whole() {
        const bool has_dataset = !experiment_.run_names("dataset").empty();
        const bool has_search = !experiment_.run_names("attack").empty() || !experiment_.run_names("audit").empty();
        if (has_dataset && has_search) return;
        std::string what = has_dataset ? "" : "a dataset", help = has_dataset ? "" : setting_for("dataset");
        if (!has_search)
            what += (what.empty() ? "" : ", and ") + std::string("an attack or an audit"),
                help += (help.empty() ? "" : ", ") + setting_for("attack");
        diagnostics_.error("incomplete-run", head_, "run needs " + what,
                           has_search ? "whose individuals are measured" : "nothing would be measured", help);
    }

    std::string setting_for(std::string_view role) const {
        const std::vector<std::string> names = draft_.names(role);
        if (names.size() > 1 && role == "target") return fmt::format("target = [{}]", joined(names));
        if (!names.empty()) return fmt::format("{} = {}", role, names.front());
        if (role == "target") return "target RB { alpha = [+1, -1], beta = -1 }, and in run: target = RB";
        return fmt::format("{} NAME = PLUGIN {{ … }}, and in run: {} = NAME", role, role);
    }

    void check_repeats() {
        std::map<std::string, Place> first;
        for (const Reference& one : named_) {
            const auto [at, fresh] = first.try_emplace(one.key + "." + one.name, one.place);
            if (fresh) continue;
            diagnostics_.add({Severity::error,
                              "given-twice",
                              one.place,
                              fmt::format("run.{} names '{}' twice", one.key, one.name),
                              "",
                              "keep one of them",
                              {{at->second, "first given here"}}});
        }
    }

    void check_named(const Reference& at, const Block& block) {
        if (at.key == "quality") return check_quality(at, block);
        if (block.role == Role::attack || block.role == Role::audit || block.role == Role::defense) check_reader(at, block);
        const bool meets_data =
            block.role == Role::model || block.role == Role::counterpart || block.role == Role::attack || block.role == Role::audit;
        if (meets_data) check_inputs(at, block);
    }

    void check_quality(const Reference& at, const Block& similarity) {
        if (similarity.plugin->takes("text")) return;
        const auto of_texts = std::find_if(experiment_.blocks.begin(), experiment_.blocks.end(), [](const Block& block) {
            return block.role == Role::similarity && block.plugin->takes("text");
        });
        diagnostics_.error(
            "wrong-role", at.place,
            fmt::format("quality needs similarities of texts, and '{}' compares {}", at.name, said_inputs(*similarity.plugin)),
            "it is asked about whole texts",
            of_texts == experiment_.blocks.end() ? "similarity near = edit" : "quality = " + of_texts->name);
    }

    void check_reader(const Reference& at, const Block& block) {
        std::vector<std::string> missing;
        for (const char* what : {"target", "counterpart", "perturbation", "model"}) {
            const bool wanted = reads(experiment_, block, what) || (block.role == Role::attack && std::string_view(what) == "model");
            if (wanted && experiment_.run_names(what).empty()) missing.push_back(what);
        }
        if (!missing.empty()) {
            std::string what;
            for (const std::string& role : missing)
                what += (what.empty() ? "" : role == missing.back() ? " and " : ", ") + with_article(role);
            std::string help;
            for (const std::string& role : missing) help += (help.empty() ? "" : ", ") + setting_for(role);
            diagnostics_.error("missing-setting", at.place, fmt::format("{} '{}' reads {}, and run names none", at.role, at.name, what),
                               block.plugin->full_name() + " cannot do without", help);
        }
        check_needs(at, block);
    }

    /// What a model gives at most, where its manifest says so: labels, then probabilities, then gradients.
    static int grade(std::string_view needs) { return needs == "labels" ? 1 : needs == "probabilities" ? 2 : needs == "gradients" ? 3 : 0; }

    void check_needs(const Reference& at, const Block& block) {
        for (const std::string& name : experiment_.run_names("model")) {
            const Block* model = experiment_.find(Role::model, name);
            if (!model || model->plugin->needs.empty() || grade(block.plugin->needs) <= grade(model->plugin->needs)) continue;
            diagnostics_.error("wrong-model", at.place,
                               fmt::format("{} '{}' needs {} of the model, and '{}' gives {} only", at.role, at.name, block.plugin->needs,
                                           name, model->plugin->needs),
                               "", "another model, or another " + at.role);
            return;
        }
    }

    void check_inputs(const Reference& at, const Block& block) {
        for (const std::string& name : experiment_.run_names("dataset")) {
            const Block* dataset = experiment_.find(Role::dataset, name);
            if (!dataset || meet(*dataset->plugin, *block.plugin)) continue;
            diagnostics_.error("wrong-inputs", at.place,
                               fmt::format("{} '{}' takes {}, and dataset '{}' gives {}", at.role, at.name, said_inputs(*block.plugin),
                                           name, said_inputs(*dataset->plugin)),
                               "", "another dataset, or another " + at.role);
            return;
        }
    }

    /// Only where all attacks are known not to look at a target; an audit or a defense may.
    void check_target_is_read() {
        if (experiment_.run_names("target").empty()) return;
        for (const Reference& one : named_) {
            const Block* block = block_of(one);
            if (block && (block->role == Role::defense || reads(experiment_, *block, "target"))) return;
        }
        const Setting* target = experiment_.run_body.find("target");
        diagnostics_.warning("unread-setting", target->key_place, "no attack of this run reads a target", "it changes nothing",
                             "leave it out, or add an attack such as rifair");
    }

    const Experiment& experiment_;
    const Draft& draft_;
    Diagnostics& diagnostics_;
    Place head_;
    std::vector<Reference> named_;
};

/// The `unit` of each `feature LABEL { … }` of a block, by label.
std::map<std::string, const CheckedValue*> feature_units(const Block& block) {
    std::map<std::string, const CheckedValue*> result;
    for (const CheckedGroup& group : block.settings->groups) {
        const CheckedValue* unit = group.settings->find("unit");
        if (unit && unit->given && !group.label.empty()) result.emplace(group.label, unit);
    }
    return result;
}

std::string unit_word(const CheckedValue& unit) {
    const Text* text = unit.value.as<Text>();
    const std::string word = text ? text->value : print(unit.value);
    return unit_singular(word).value_or(word);
}

void check_units_agree(const Block& dataset, const Block& similarity, Diagnostics& diagnostics) {
    const auto of_data = feature_units(dataset);
    for (const auto& [column, unit] : feature_units(similarity)) {
        const auto other = of_data.find(column);
        if (other == of_data.end() || unit_word(*other->second) == unit_word(*unit)) continue;
        diagnostics.add({Severity::error,
                         "units-disagree",
                         unit->value.place,
                         fmt::format("'{}' is counted in '{}' here and in '{}' in {}", column, unit_word(*unit), unit_word(*other->second),
                                     dataset.address()),
                         "",
                         fmt::format("unit = {}", name_or_quoted(unit_word(*other->second))),
                         {{other->second->value.place, "the unit of the column"}}});
    }
}

void check_audit_similarity(const Experiment& experiment, const Block& audit, Diagnostics& diagnostics) {
    for (const Reference& one : references(*audit.settings)) {
        const Block* similarity = one.role == "similarity" ? experiment.find(Role::similarity, one.name) : nullptr;
        if (!similarity || !similarity->plugin || meet(*audit.plugin, *similarity->plugin)) continue;
        diagnostics.error("wrong-role", one.place,
                          fmt::format("{} needs a similarity of {}, and '{}' compares {}", one.key, said_inputs(*audit.plugin), one.name,
                                      said_inputs(*similarity->plugin)),
                          "", "rif plugins list says what each similarity compares");
    }
}

}  // namespace

void check_run(const Experiment& experiment, const Draft& draft, Diagnostics& diagnostics) {
    RunCheck(experiment, draft, diagnostics).check();
}

void check_blocks(const Experiment& experiment, Diagnostics& diagnostics) {
    for (const Block& block : experiment.blocks) {
        if (block.role == Role::audit) check_audit_similarity(experiment, block, diagnostics);
        if (block.role != Role::dataset || block.settings->groups.empty()) continue;
        for (const Block& other : experiment.blocks) {
            if (other.role == Role::similarity) check_units_agree(block, other, diagnostics);
        }
    }
}

}  // namespace rif::dsl
