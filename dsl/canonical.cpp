#include "dsl/canonical.hpp"

#include <fmt/core.h>

#include "dsl/parse.hpp"
#include "dsl/paths.hpp"

namespace rif::dsl {

namespace {

bool holds_paths(const Parameter* parameter) {
    return parameter && (parameter->type == Type::path || (parameter->type == Type::list && parameter->of == Type::path));
}

void resolve_path(Value& value, const std::string& resolved, Exists exists) {
    Text* text = value.as<Text>();
    if (!text || text->value.empty() || (resolved.empty() && exists == Exists::found)) return;
    text->value = resolved.empty() ? beside(text->value, value.place) : resolved;
}

/// The value as written, with its paths resolved.
Value with_paths(Value value, const CheckedValue* checked) {
    if (!checked || !holds_paths(checked->parameter) || !checked->word.empty()) return value;
    ListValue* list = value.as<ListValue>();
    const Exists exists = checked->parameter->exists;
    if (!list) resolve_path(value, checked->resolved_path, exists);
    for (std::size_t i = 0; list && i < list->items.size(); ++i) {
        resolve_path(list->items[i], i < checked->resolved_paths.size() ? checked->resolved_paths[i] : "", exists);
    }
    return value;
}

/// Statements in a plain layout of one setting a line; the formatter makes it the canonical one.
class Printer {
public:
    void line(const std::string& text) { text_ += std::string(2 * depth_, ' ') + text + "\n"; }

    void body(const std::string& head, const Body& body, const Settings* settings) {
        if (body.settings.empty() && body.groups.empty()) return line(head);
        line(head + " {");
        ++depth_;
        for (const Setting& setting : body.settings) {
            const CheckedValue* checked = settings ? settings->find(setting.key) : nullptr;
            line(fmt::format("{} = {}", setting.key, print(with_paths(setting.value, checked))));
        }
        for (std::size_t i = 0; i < body.groups.size(); ++i)
            group(body.groups[i], settings && i < settings->groups.size() ? settings->groups[i].settings.get() : nullptr);
        --depth_;
        line("}");
    }

    const std::string& text() const { return text_; }

private:
    void group(const Group& group, const Settings* settings) {
        const std::string head = group.name + (group.label ? " " + name_or_quoted(*group.label) : "");
        if (group.body.settings.empty() && group.body.groups.empty()) return line(head + " { }");
        body(head, group.body, settings);
    }

    std::string text_;
    std::size_t depth_ = 0;
};

void print_sweep(const Experiment& experiment, Printer& printer) {
    if (experiment.sweep.empty()) return;
    printer.line("sweep {");
    for (const Axis& axis : experiment.sweep) {
        std::string values;
        for (const AxisValue& value : axis.values) {
            Value written = value.written;
            values += (values.empty() ? "" : ", ") + print(with_paths(std::move(written), &value.checked));
        }
        printer.line(fmt::format("  {} in [{}]", axis.address, values));
    }
    printer.line("}");
}

}  // namespace

std::string canonical_text(const Experiment& experiment, const Draft& draft, const Uses& uses) {
    Printer printer;
    printer.line("rif 1\n");
    for (std::size_t i = 0; i < experiment.blocks.size(); ++i) {
        const Block& block = experiment.blocks[i];
        if (block.included && !uses.blocks[i]) continue;
        printer.body(fmt::format("{} {} = {}", role_name(block.role), block.name, block.plugin->name), block.body, block.settings.get());
    }
    for (std::size_t i = 0; i < draft.targets.size(); ++i) {
        const TargetBlock& target = experiment.targets[i];
        if (draft.targets[i].included && !uses.targets[i]) continue;
        printer.line(fmt::format("target {} {{ alpha = [{:+d}, {:+d}], beta = {:+d} }}", target.name, target.alpha_v, target.alpha_v_prime,
                                 target.beta));
    }
    if (experiment.run) printer.body("run", experiment.run_body, experiment.run.get());
    print_sweep(experiment, printer);

    Diagnostics none;
    return format(parse(std::make_shared<Source>(Source{"experiment.rif", printer.text(), {}}), none));
}

}  // namespace rif::dsl
