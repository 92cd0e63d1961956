#include "dsl/random_document.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/core.h>

#include <rif/base/text.hpp>

#include "support/random_text.hpp"

namespace rif::test {

namespace {

using namespace dsl;

constexpr std::array k_reserved = {"in", "like", "per", "on", "off", "include", "none"};
constexpr std::array k_statement_words = {"run", "sweep", "target", "include", "rif"};
constexpr std::array k_words = {"model", "dataset", "attack", "tokens", "e5",  "_",  "x1",  "run",
                                "L",     "feature", "score",  "on",     "per", "in", "like"};

template <class Words>
bool holds(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool one_in(Random& random, std::size_t n) { return random.below(n) == 0; }

std::string any_name(Random& random) {
    if (one_in(random, 3)) return k_words[random.below(k_words.size())];
    constexpr std::string_view k_first = "abcxyzABZ_", k_more = "abcxyzABZ_0189";
    std::string name(1, k_first[random.below(k_first.size())]);
    for (std::size_t i = random.below(8); i > 0; --i) name += k_more[random.below(k_more.size())];
    return name;
}

std::string free_name(Random& random) {
    std::string name = any_name(random);
    while (holds(k_reserved, name) || holds(k_statement_words, name)) name = any_name(random);
    return name;
}

std::string text(Random& random) {
    std::string result = random_text(random, 6);
    if (first_invalid_utf8(result) != std::string::npos) result = random_character(random);
    if (one_in(random, 4)) result += "\"\\\n\t# }{][,\x01";
    if (one_in(random, 9)) result += '\0';
    return result;
}

std::string digits(Random& random) {
    std::string result = std::to_string(random.below(1000));
    while (one_in(random, 4)) result += fmt::format("_{}", random.below(100));
    return result;
}

Number number(Random& random) {
    Number result;
    result.text = std::array{"", "", "+", "-"}[random.below(4)] + digits(random);
    if (one_in(random, 3)) result.text += "." + digits(random);
    if (one_in(random, 5)) result.text += std::array{"e", "E", "e-", "e+"}[random.below(4)] + std::to_string(random.below(30));
    std::string plain = result.text;
    std::erase(plain, '_');
    result.value = std::strtod(plain.c_str(), nullptr);  // the reference that the parser's value is compared with
    return result;
}

Unit unit(Random& random) {
    if (one_in(random, 2)) return {};
    if (one_in(random, 3)) return {true, any_name(random)};
    if (one_in(random, 4)) return {false, "%"};
    return {false, one_in(random, 2) ? "tokens" : free_name(random)};
}

Number quantity(Random& random) {
    Number result = number(random);
    result.unit = unit(random);
    return result;
}

Name path(Random& random) {
    Name result{{any_name(random)}};
    while (one_in(random, 4)) result.parts.push_back(any_name(random));
    return result;
}

Value value(Random& random, std::size_t depth);

ListValue list(Random& random, std::size_t depth, std::size_t least = 0) {
    ListValue result;
    for (std::size_t i = least + random.below(4); i > 0; --i) result.items.push_back(value(random, depth + 1));
    return result;
}

Value value(Random& random, std::size_t depth) {
    switch (random.below(depth > 4 ? 5 : 6)) {
        case 0: return {quantity(random), {}};
        case 1: return {Text{text(random)}, {}};
        case 2: return {path(random), {}};
        case 3: return {Range{number(random), quantity(random)}, {}};
        case 4: return {ConditionValue{path(random), {}, static_cast<Comparison>(random.below(4)), quantity(random), {}}, {}};
        default: return {list(random, depth), {}};
    }
}

Body body(Random& random, std::size_t depth) {
    Body result;
    for (std::size_t i = random.below(4); i > 0; --i) result.settings.push_back({any_name(random), {}, value(random, depth)});
    for (std::size_t i = depth > 3 ? 0 : random.below(3); i > 0; --i) {
        Group group;
        group.name = free_name(random);
        if (one_in(random, 2)) group.label = one_in(random, 2) ? any_name(random) : text(random);
        group.body = body(random, depth + 1);
        result.groups.push_back(std::move(group));
    }
    return result;
}

Address address(Random& random) {
    Address result{{any_name(random)}, {}};
    while (!one_in(random, 3)) result.parts.push_back(one_in(random, 4) ? text(random) : any_name(random));
    return result;
}

Statement statement(Random& random, bool& has_run) {
    switch (random.below(6)) {
        case 0: {
            SweepStatement sweep;
            for (std::size_t i = 1 + random.below(3); i > 0; --i) sweep.axes.push_back({address(random), list(random, 1, 1), {}, {}});
            return sweep;
        }
        case 1: return TargetStatement{free_name(random), {}, body(random, 1), {}};
        case 2:
            if (!has_run) return has_run = true, RunStatement{body(random, 1), {}};
            [[fallthrough]];
        default: {
            BlockStatement block;
            block.role = free_name(random);
            block.name = free_name(random);
            block.plugin = any_name(random);
            if (one_in(random, 4)) block.like = any_name(random);
            if (!one_in(random, 3)) block.body = body(random, 1);
            return block;
        }
    }
}

/// Writes with whatever blanks, line ends and comments the grammar allows at each place.
class LooseWriter {
public:
    LooseWriter(Random& random, std::vector<std::string>& comments) : random_(random), comments_(comments) {}

    void document(const Document& document) {
        filler();
        out += one_in(random_, 2) ? "rif 1" : "rif\t 01";
        line_end();
        for (const IncludeStatement& include : document.includes) out += "include", blanks(), quote(include.path), line_end();
        for (const Statement& each : document.statements) statement(each), line_end();
        while (!out.empty() && (out.back() == '\n' || out.back() == '\r') && one_in(random_, 2)) drop_line_end();
    }

    std::string out;

private:
    void blanks(std::size_t least = 0) {
        for (std::size_t i = least + random_.below(3); i > 0; --i) out += one_in(random_, 5) ? '\t' : ' ';
    }
    void new_line() { out += one_in(random_, 4) ? "\r\n" : "\n"; }
    void comment() {
        std::string text = std::array{"#", "# one", "## {", "# \"", "# é ]", "#= 5,"}[random_.below(6)];
        out += text;
        comments_.push_back(std::move(text));
    }
    void filler() {
        while (one_in(random_, 3)) {
            blanks();
            if (one_in(random_, 3)) comment();
            new_line();
        }
        blanks();
    }
    void drop_line_end() { out.resize(out.size() - (out.ends_with("\r\n") ? 2 : 1)); }
    void line_end() {
        blanks();
        if (one_in(random_, 5)) comment();
        new_line();
        filler();
    }
    void separator() {
        if (one_in(random_, 2)) return line_end();
        blanks();
        out += ',';
        filler();
    }

    void quote(const std::string& text) { out += quoted(text); }
    void name(const std::string& text) { out += name_or_quoted(text); }
    /// A label stands one blank after its group's name, unless it has quotes.
    void label(const std::string& text) {
        blanks(1);
        if (one_in(random_, 3))
            quote(text);
        else
            name(text);
    }

    void value(const Value& value) {
        if (const auto* list = value.as<ListValue>()) return this->list(*list);
        if (const auto* condition = value.as<ConditionValue>()) {
            out += condition->subject.to_string();
            blanks();
            out += symbol(condition->comparison);
            blanks();
            return quantity(condition->bound);
        }
        if (const auto* range = value.as<Range>()) {
            out += range->low.text + "..";
            return quantity(range->high);
        }
        if (const auto* number = value.as<Number>()) return quantity(*number);
        out += print(value);
    }
    void quantity(const Number& number) {
        out += number.text;
        if (number.unit.word.empty()) return;
        blanks(number.unit.word == "%" ? 0 : 1);
        if (number.unit.per) out += "per", blanks(1);
        out += number.unit.word;
    }
    void list(const ListValue& list) {
        out += '[';
        filler();
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            value(list.items[i]);
            filler();
            if (i + 1 < list.items.size() || one_in(random_, 3)) out += ',', filler();
        }
        out += ']';
    }
    void body(const Body& body) {
        out += '{';
        filler();
        std::size_t setting = 0, group = 0;
        const std::size_t all = body.settings.size() + body.groups.size();
        while (setting + group < all) {
            const bool groups_left = group < body.groups.size(), settings_left = setting < body.settings.size();
            if (settings_left && (!groups_left || one_in(random_, 2))) {
                out += body.settings[setting].key;
                blanks(), out += '=', blanks();
                value(body.settings[setting++].value);
            } else {
                const Group& each = body.groups[group++];
                out += each.name;
                if (each.label) label(*each.label);
                blanks();
                this->body(each.body);
            }
            if (setting + group < all || one_in(random_, 2)) separator();
        }
        blanks();
        out += '}';
    }
    void statement(const Statement& statement) {
        if (const auto* block = std::get_if<BlockStatement>(&statement)) {
            out += block->role, blanks(1), out += block->name, blanks(), out += '=', blanks(), out += block->plugin;
            if (block->like) blanks(1), out += "like", blanks(1), out += *block->like;
            if (!block->body.settings.empty() || !block->body.groups.empty() || one_in(random_, 4)) blanks(), body(block->body);
        } else if (const auto* target = std::get_if<TargetStatement>(&statement)) {
            out += "target", blanks(1), out += target->name, blanks(), body(target->body);
        } else if (const auto* run = std::get_if<RunStatement>(&statement)) {
            out += "run", blanks(), body(run->body);
        } else {
            sweep(std::get<SweepStatement>(statement));
        }
    }
    void sweep(const SweepStatement& sweep) {
        out += "sweep", blanks(), out += '{', filler();
        for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
            out += sweep.axes[i].address.to_string(), blanks(1), out += "in", blanks();
            list(sweep.axes[i].values);
            if (i + 1 < sweep.axes.size() || one_in(random_, 2)) separator();
        }
        blanks(), out += '}';
    }

    Random& random_;
    std::vector<std::string>& comments_;
};

}  // namespace

Document random_document(Random& random) {
    Document result;
    result.version = 1;
    for (std::size_t i = random.below(3); i > 0; --i) result.includes.push_back({text(random), {}, {}});
    bool has_run = false;
    for (std::size_t i = random.below(6); i > 0; --i) result.statements.push_back(statement(random, has_run));
    return result;
}

std::string written_loosely(const Document& document, Random& random, std::vector<std::string>& comments) {
    LooseWriter writer(random, comments);
    writer.document(document);
    return writer.out;
}

}  // namespace rif::test
