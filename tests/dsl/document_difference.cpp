// Comparison of documents, written apart from the printer's and the hash's notion of the same.
#include <algorithm>

#include <fmt/core.h>

#include "dsl/random_document.hpp"

namespace rif::test {

namespace {

using namespace dsl;

bool same(const Number& a, const Number& b) { return a.text == b.text && a.value == b.value && a.unit == b.unit; }

bool same(const Value& a, const Value& b) {
    if (a.data.index() != b.data.index()) return false;
    if (const auto* number = a.as<Number>()) return same(*number, *b.as<Number>());
    if (const auto* text = a.as<Text>()) return text->value == b.as<Text>()->value;
    if (const auto* name = a.as<Name>()) return name->parts == b.as<Name>()->parts;
    if (const auto* range = a.as<Range>()) return same(range->low, b.as<Range>()->low) && same(range->high, b.as<Range>()->high);
    if (const auto* condition = a.as<ConditionValue>()) {
        const auto* other = b.as<ConditionValue>();
        return condition->subject.parts == other->subject.parts && condition->comparison == other->comparison &&
               same(condition->bound, other->bound);
    }
    const auto& items = a.as<ListValue>()->items;
    const auto& others = b.as<ListValue>()->items;
    return std::equal(items.begin(), items.end(), others.begin(), others.end(), [](const Value& x, const Value& y) { return same(x, y); });
}

std::string difference(const Body& a, const Body& b) {
    if (a.settings.size() != b.settings.size()) return fmt::format("{} and {} settings", a.settings.size(), b.settings.size());
    for (std::size_t i = 0; i < a.settings.size(); ++i) {
        if (a.settings[i].key != b.settings[i].key) return fmt::format("settings {} and {}", a.settings[i].key, b.settings[i].key);
        if (!same(a.settings[i].value, b.settings[i].value)) {
            return fmt::format("{}: {} and {}", a.settings[i].key, print(a.settings[i].value), print(b.settings[i].value));
        }
    }
    if (a.groups.size() != b.groups.size()) return fmt::format("{} and {} groups", a.groups.size(), b.groups.size());
    for (std::size_t i = 0; i < a.groups.size(); ++i) {
        if (a.groups[i].name != b.groups[i].name || a.groups[i].label != b.groups[i].label) return "the head of group " + a.groups[i].name;
        const std::string inside = difference(a.groups[i].body, b.groups[i].body);
        if (!inside.empty()) return a.groups[i].name + ": " + inside;
    }
    return "";
}

std::string difference(const SweepStatement& a, const SweepStatement& b) {
    if (a.axes.size() != b.axes.size()) return "the number of axes";
    for (std::size_t i = 0; i < a.axes.size(); ++i) {
        if (a.axes[i].address.parts != b.axes[i].address.parts) return "the address of an axis";
        if (!same({a.axes[i].values, {}}, {b.axes[i].values, {}})) return "the values of " + a.axes[i].address.to_string();
    }
    return "";
}

std::string difference(const Statement& a, const Statement& b) {
    if (a.index() != b.index()) return "the kind of a statement";
    if (const auto* block = std::get_if<BlockStatement>(&a)) {
        const auto& other = std::get<BlockStatement>(b);
        const bool same_head =
            block->role == other.role && block->name == other.name && block->plugin == other.plugin && block->like == other.like;
        return same_head ? difference(block->body, other.body) : "the head of block " + block->name;
    }
    if (const auto* target = std::get_if<TargetStatement>(&a)) {
        const auto& other = std::get<TargetStatement>(b);
        return target->name == other.name ? difference(target->body, other.body) : "the name of target " + target->name;
    }
    if (const auto* run = std::get_if<RunStatement>(&a)) return difference(run->body, std::get<RunStatement>(b).body);
    return difference(std::get<SweepStatement>(a), std::get<SweepStatement>(b));
}

}  // namespace

std::string difference(const Document& a, const Document& b) {
    if (a.version != b.version) return fmt::format("versions {} and {}", a.version, b.version);
    const auto same_path = [](const IncludeStatement& x, const IncludeStatement& y) { return x.path == y.path; };
    if (!std::equal(a.includes.begin(), a.includes.end(), b.includes.begin(), b.includes.end(), same_path)) return "the includes";
    if (a.statements.size() != b.statements.size()) return fmt::format("{} and {} statements", a.statements.size(), b.statements.size());
    for (std::size_t i = 0; i < a.statements.size(); ++i) {
        const std::string found = difference(a.statements[i], b.statements[i]);
        if (!found.empty()) return fmt::format("statement {}: {}", i + 1, found);
    }
    return "";
}

}  // namespace rif::test
