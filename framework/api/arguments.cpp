#include <rif/api/arguments.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include <rif/api/similarity.hpp>

namespace rif {

namespace {

[[noreturn]] void wrong_type(std::string_view key, std::string_view asked) {
    static thread_local std::string sentence;
    sentence = fmt::format("a plugin asked for its setting '{}' as {}, and its manifest says otherwise", key, asked);
    assertion_failed(sentence.c_str(), __FILE__, __LINE__);
}

std::string text_of(const Value& value, std::string_view key) {
    if (const Text* text = value.as<Text>()) return text->value;
    if (const Name* name = value.as<Name>()) return name->to_string();
    if (const Number* number = value.as<Number>()) return number->text;
    wrong_type(key, "a text");
}

double number_of(const Value& value, std::string_view key) {
    if (const Number* number = value.as<Number>()) return number->value;
    wrong_type(key, "a number");
}

/// One value or a list, as a span of values.
std::vector<const Value*> items_of(const Value& value) {
    std::vector<const Value*> result;
    if (const ListValue* list = value.as<ListValue>()) {
        for (const Value& item : list->items) result.push_back(&item);
    } else {
        result.push_back(&value);
    }
    return result;
}

/// A path that was not found anywhere: beside the file it is written in; as it is where it comes from the command line or a default, and
/// where it is a path only if it is found.
std::filesystem::path beside_its_file(const std::string& path, const Place& place, const Parameter* parameter) {
    if (parameter && parameter->exists == Exists::found) return path;
    const bool in_file = place && !place.source->name.starts_with("--");
    return in_file ? std::filesystem::path(place.source->name).parent_path() / path : std::filesystem::path(path);
}

}  // namespace

Arguments::Arguments(std::shared_ptr<const Settings> settings, std::string address, BlockLookup blocks,
                     std::shared_ptr<const Services> services)
    : settings_(std::move(settings)), address_(std::move(address)), blocks_(std::move(blocks)), services_(std::move(services)) {}

std::string Arguments::block_name() const {
    const std::size_t first = address_.find('.');
    if (first == std::string::npos) return address_;
    return address_.substr(first + 1, address_.find('.', first + 1) - first - 1);
}

bool Arguments::given(std::string_view key) const {
    const CheckedValue* value = settings_->find(key);
    return value && value->given;
}

bool Arguments::has(std::string_view key) const { return settings_->find(key) != nullptr; }

bool Arguments::is_word(std::string_view key, std::string_view word) const {
    const CheckedValue* value = settings_->find(key);
    return value && value->word == word;
}

const CheckedValue& Arguments::checked(std::string_view key) const {
    if (const CheckedValue* value = settings_->find(key)) return *value;
    throw Error("missing-setting", fmt::format("{} has no setting '{}', and it is needed here", address_, key),
                fmt::format("write {} = … in its block", key), settings_->place);
}

double Arguments::number(std::string_view key) const { return number_of(checked(key).value, key); }
std::int64_t Arguments::count(std::string_view key) const { return std::llround(number(key)); }

std::optional<double> Arguments::optional_number(std::string_view key) const {
    const CheckedValue* value = settings_->find(key);
    if (!value || !value->word.empty()) return std::nullopt;
    return number_of(value->value, key);
}

std::optional<std::int64_t> Arguments::optional_count(std::string_view key) const {
    const std::optional<double> value = optional_number(key);
    return value ? std::optional<std::int64_t>(std::llround(*value)) : std::nullopt;
}

std::string Arguments::text(std::string_view key) const { return text_of(checked(key).value, key); }

std::optional<std::string> Arguments::optional_text(std::string_view key) const {
    const CheckedValue* value = settings_->find(key);
    if (!value || !value->word.empty()) return std::nullopt;
    return text_of(value->value, key);
}

std::string Arguments::choice(std::string_view key) const { return text(key); }
bool Arguments::on(std::string_view key) const { return text(key) == "on"; }

std::filesystem::path Arguments::path(std::string_view key) const {
    const CheckedValue& value = checked(key);
    if (!value.resolved_path.empty()) return value.resolved_path;
    return beside_its_file(text_of(value.value, key), value.value.place, value.parameter);
}

std::vector<std::filesystem::path> Arguments::paths(std::string_view key) const {
    const CheckedValue* value = settings_->find(key);
    if (!value || !value->word.empty()) return {};
    std::vector<std::filesystem::path> result;
    const auto items = items_of(value->value);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool resolved = i < value->resolved_paths.size() && !value->resolved_paths[i].empty();
        if (resolved)
            result.emplace_back(value->resolved_paths[i]);
        else if (items.size() == 1 && !value->resolved_path.empty())
            result.emplace_back(value->resolved_path);
        else
            result.push_back(beside_its_file(text_of(*items[i], key), items[i]->place, value->parameter));
    }
    return result;
}

std::vector<std::string> Arguments::texts(std::string_view key) const {
    const CheckedValue* value = settings_->find(key);
    if (!value || !value->word.empty()) return {};
    std::vector<std::string> result;
    for (const Value* item : items_of(value->value)) result.push_back(text_of(*item, key));
    return result;
}

std::vector<double> Arguments::numbers(std::string_view key) const {
    const CheckedValue* value = settings_->find(key);
    if (!value || !value->word.empty()) return {};
    std::vector<double> result;
    for (const Value* item : items_of(value->value)) result.push_back(number_of(*item, key));
    return result;
}

NumberRange Arguments::range(std::string_view key) const {
    const Range* range = checked(key).value.as<Range>();
    if (!range) wrong_type(key, "a range");
    return {range->low.value, range->high.value};
}

std::vector<Condition> Arguments::conditions(std::string_view key) const {
    const CheckedValue* value = settings_->find(key);
    if (!value || !value->word.empty()) return {};
    std::vector<Condition> result;
    for (const Value* item : items_of(value->value)) {
        const ConditionValue* condition = item->as<ConditionValue>();
        if (!condition) wrong_type(key, "a condition");
        const std::string name = condition->subject.to_string();
        auto similarity = name == "score" ? nullptr : std::dynamic_pointer_cast<const Similarity>(blocks_("similarity", name));
        result.push_back({std::move(similarity), name, condition->comparison, condition->bound.value});
    }
    return result;
}

std::optional<Condition> Arguments::condition(std::string_view key) const {
    std::vector<Condition> all = conditions(key);
    if (all.empty()) return std::nullopt;
    return all.front();
}

std::shared_ptr<Component> Arguments::component(std::string_view key) const {
    const CheckedValue& value = checked(key);
    return blocks_(value.parameter ? value.parameter->block_role : std::string(), text_of(value.value, key));
}

std::vector<std::string> Arguments::block_names(std::string_view key) const { return texts(key); }

std::vector<Arguments> Arguments::groups(std::string_view name) const {
    std::vector<Arguments> result;
    for (const CheckedGroup& group : settings_->groups) {
        if (group.name != name) continue;
        Arguments inner(group.settings, fmt::format("{}.{}", address_, name), blocks_, services_);
        inner.label_ = group.label;
        if (!group.label.empty()) inner.address_ += "." + name_or_quoted(group.label);
        result.push_back(std::move(inner));
    }
    return result;
}

Place Arguments::place(std::string_view key) const {
    const CheckedValue* value = settings_->find(key);
    return value && value->value.place ? value->value.place : settings_->place;
}

Error Arguments::error(std::string_view key, std::string slug, std::string message, std::string help) const {
    return Error(std::move(slug), std::move(message), std::move(help), place(key));
}

}  // namespace rif
