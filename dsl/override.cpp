#include "dsl/override.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "dsl/addressed.hpp"
#include "dsl/parse.hpp"

namespace rif::dsl {

namespace {

std::shared_ptr<const Source> source_of(const std::string& option, std::string text) {
    return std::make_shared<Source>(Source{option, std::move(text), {}});
}

void move_to(Place& place, const std::shared_ptr<const Source>& source) {
    if (place) place.source = source;
}

/// Places of a value that was read from a text of the same length as `source`.
void move_to(Value& value, const std::shared_ptr<const Source>& source) {
    move_to(value.place, source);
    if (ConditionValue* condition = value.as<ConditionValue>()) {
        move_to(condition->subject_place, source);
        move_to(condition->bound_place, source);
    }
    if (ListValue* list = value.as<ListValue>()) {
        for (Value& item : list->items) move_to(item, source);
    }
}

/// The `=` between address and value: the first outside quotes.
std::size_t equals_sign(std::string_view text) {
    bool in_quotes = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') in_quotes = !in_quotes;
        if (text[i] == '=' && !in_quotes) return i;
    }
    return std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// One --set: its address and value read, and noted where they belong.
class Set {
public:
    Set(const std::string& text, Draft& draft, const Catalogue& catalogue, Diagnostics& diagnostics)
        : text_(text), source_(source_of("--set", text)), draft_(draft), catalogue_(catalogue), diagnostics_(diagnostics) {}

    void apply() {
        equals_ = equals_sign(text_);
        if (equals_ == std::string::npos) return no_value();
        const std::optional<Address> address = read_address();
        if (!address) return;
        const std::optional<Addressed> at = resolve_address(*address, draft_, catalogue_, diagnostics_);
        if (!at) return;
        const std::optional<Value> value = read_value(at->parameter);
        if (value) note(*at, {at->group, at->group_label, {at->key, at->key_place, *value}});
    }

private:
    void no_value() {
        const Place whole{source_, 0, static_cast<std::uint32_t>(text_.size())};
        diagnostics_.error("wrong-address", whole, "--set needs an address, '=' and a value", "no '=' in this", "--set run.seed=7");
    }

    std::optional<Address> read_address() {
        Diagnostics found;
        std::optional<Address> address = parse_address(source_of("--set", text_.substr(0, equals_)), found);
        pass_on(found);
        if (address) move_to(address->place, source_);
        return address;
    }

    std::optional<Value> read_value(const Parameter* parameter) {
        const std::string_view raw = trimmed(std::string_view(text_).substr(equals_ + 1));
        if (parameter && is_raw(*parameter, raw)) return Value{Text{std::string(raw)}, value_place(raw)};
        // the address blanked out, so that places are those in the whole argument
        Diagnostics found;
        std::optional<Value> value = parse_value(source_of("--set", std::string(equals_ + 1, ' ') + text_.substr(equals_ + 1)), found);
        pass_on(found);
        if (value) move_to(*value, source_);
        return value;
    }

    /// Text of a path, a text or an address is no value of the language, unless it is written as one.
    static bool is_raw(const Parameter& parameter, std::string_view raw) {
        const bool is_list = parameter.type == Type::list;
        const Type type = is_list ? parameter.of.value_or(Type::number) : parameter.type;
        const bool is_text = type == Type::text || type == Type::path || type == Type::url;
        if (!is_text || (parameter.or_word && raw == *parameter.or_word)) return false;
        const bool quoted = raw.size() > 1 && raw.front() == '"' && raw.back() == '"';
        const bool list = raw.starts_with('[') && raw.ends_with(']') && (is_list || parameter.many);
        return !quoted && !list && !is_list;
    }

    Place value_place(std::string_view raw) const {
        const std::size_t begin = raw.empty() ? text_.size() : static_cast<std::size_t>(raw.data() - text_.data());
        return {source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + raw.size())};
    }

    /// The first of what the parser found: the rest only follows from it.
    void pass_on(const Diagnostics& found) {
        if (found.all().empty()) return;
        Diagnostic diagnostic = found.all().front();
        diagnostic.help = std::string(trimmed(diagnostic.help));
        move_to(diagnostic.place, source_);
        for (Related& related : diagnostic.related) move_to(related.place, source_);
        diagnostics_.add(std::move(diagnostic));
    }

    void note(const Addressed& at, Override change) {
        if (at.of == AddressOf::block)
            draft_.blocks[at.index].overrides.push_back(std::move(change));
        else
            replace_setting(at.of == AddressOf::run ? draft_.run : draft_.targets[at.index].body, change);
        if (at.of == AddressOf::run && !draft_.run_place) draft_.run_place = at.key_place;
    }

    const std::string& text_;
    std::shared_ptr<const Source> source_;
    Draft& draft_;
    const Catalogue& catalogue_;
    Diagnostics& diagnostics_;
    std::size_t equals_ = 0;
};

}  // namespace

void apply_sets(const std::vector<std::string>& sets, Draft& draft, const Catalogue& catalogue, Diagnostics& diagnostics) {
    for (const std::string& text : sets) Set(text, draft, catalogue, diagnostics).apply();
}

std::optional<AxisStatement> axis_after(const std::string& option, const std::string& text, Diagnostics& diagnostics) {
    return parse_axis(source_of(option, text), diagnostics);
}

void apply_sweeps(const std::vector<std::string>& sweeps, Draft& draft, Diagnostics& diagnostics) {
    for (const std::string& text : sweeps) {
        const std::optional<AxisStatement> axis = axis_after("--sweep", text, diagnostics);
        if (!axis) continue;
        const auto same = std::find_if(draft.sweep.begin(), draft.sweep.end(), [&](const AxisStatement& other) {
            return other.address.parts == axis->address.parts && other.place.source->name != "--sweep";
        });
        if (same != draft.sweep.end())
            *same = *axis;
        else
            draft.sweep.push_back(*axis);
    }
}

}  // namespace rif::dsl
