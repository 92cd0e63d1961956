// Values of settings: each type's own check, and lists of them.
#include <rif/base/value_check.hpp>

#include <algorithm>
#include <filesystem>

#include <fmt/core.h>

#include <rif/base/number_check.hpp>

namespace rif {

namespace {

constexpr std::size_t k_most_listed = 8;
constexpr std::size_t k_shortest_slip = 2;  // RB for UB is no slip

bool is_one_of(std::string_view word, const std::vector<std::string>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string joined(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : ", ") + name;
    return result;
}

/// A name, or a text where what is named is no plain name ("hours-per-week").
std::optional<std::string> word_of(const Value& value) {
    if (const Name* name = value.as<Name>()) return name->to_string();
    if (const Text* text = value.as<Text>()) return text->value;
    return std::nullopt;
}

class ValueCheck {
public:
    ValueCheck(const Parameter& parameter, const SettingScope& scope, bool is_item = false)
        : parameter_(parameter), scope_(scope), is_item_(is_item) {}

    CheckedValue whole(const Value& value) {
        CheckedValue result{value, &parameter_, true, {}, {}, {}};
        const Name* name = value.as<Name>();
        if (name && parameter_.or_word && name->to_string() == *parameter_.or_word) {
            result.word = *parameter_.or_word;
            return result;
        }
        if (ListValue* list = result.value.as<ListValue>()) {
            check_list(*list, result);
        } else if (parameter_.type == Type::list) {
            wrong_type(value, typed("[" + print(value) + "]"));
        } else {
            check_one(result.value, result.resolved_path);
        }
        return result;
    }

private:
    void check_list(ListValue& list, CheckedValue& result) {
        const bool is_list = parameter_.type == Type::list;
        if (!is_list && !parameter_.many) {
            const bool single = list.items.size() == 1;
            return wrong_type(result.value, single ? typed(print(list.items.front())) : help());
        }
        if (is_list && !parameter_.of) return;
        const Parameter element = element_of(parameter_);
        ValueCheck check(element, scope_, true);
        result.resolved_paths.resize(list.items.size());
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            if (!check.check_one(list.items[i], result.resolved_paths[i])) return;
        }
    }

    static Parameter element_of(const Parameter& list) {
        Parameter result = list;
        if (list.type == Type::list) result.type = *list.of, result.block_role = list.of_block_role;
        result.many = false;
        result.or_word.reset();
        result.default_value.reset();
        return result;
    }

    bool check_one(Value& value, std::string& resolved) {
        switch (parameter_.type) {
            case Type::number:
            case Type::count:
            case Type::probability: return check_a_number(value);
            case Type::text: return value.as<Text>() ? true : refuse_text(value);
            case Type::path: return value.as<Text>() ? check_path(value, resolved) : refuse_text(value);
            case Type::url: return value.as<Text>() ? check_url(value) : refuse_text(value);
            case Type::on_off: return check_switch(value);
            case Type::choice: return check_choice(value);
            case Type::column:
            case Type::attribute:
            case Type::unit: return check_word(value);
            case Type::range: return check_range(value);
            case Type::condition: return check_condition(value);
            case Type::list: return value.as<ListValue>() ? true : refuse(value);
            case Type::block: return check_block(value);
        }
        return true;
    }

    bool check_a_number(Value& value) {
        Number* number = value.as<Number>();
        if (!number) return refuse(value);
        const std::optional<Number> converted = check_number(parameter_, *number, value.place, scope_);
        if (converted) *number = *converted;
        return converted.has_value();
    }

    bool check_range(Value& value) {
        Range* range = value.as<Range>();
        if (!range) return refuse(value);
        Number low = range->low;
        low.unit = range->high.unit;
        const std::optional<Number> first = check_number(parameter_, low, value.place, scope_);
        const std::optional<Number> last = first ? check_number(parameter_, range->high, value.place, scope_) : std::nullopt;
        if (!last) return false;
        if (first->value > last->value) {
            return error("out-of-range", value, fmt::format("{} runs from {} down to {}", parameter_.key, first->text, last->text),
                         "the smaller number comes first",
                         fmt::format("{} = {}..{}", parameter_.key, range->high.text, with_unit(low.text, low.unit)));
        }
        range->low = *first, range->high = *last;
        return true;
    }

    bool check_path(const Value& value, std::string& resolved) {
        if (!scope_.context.find_path) return true;
        const std::string& path = value.as<Text>()->value;
        if (path.empty()) return error("wrong-type", value, fmt::format("{} is an empty path", parameter_.key), "a path in quotes", help());
        resolved = scope_.context.find_path(path, value.place);
        std::error_code ignored;
        if (parameter_.exists == Exists::found && !std::filesystem::is_regular_file(resolved, ignored)) resolved.clear();
        if (!resolved.empty() || parameter_.exists != Exists::must) return true;
        Diagnostic missing{scope_.context.missing_path_is_error ? Severity::error : Severity::warning,
                           "missing-file",
                           value.place,
                           fmt::format("{} is not there: '{}'", parameter_.key, path),
                           "looked beside this file and on the data path",
                           fmt::format("--set {}.{}=PATH, or a folder that holds it in RIFAIR_DATA", scope_.address, parameter_.key)};
        const bool is_error = missing.severity == Severity::error;
        scope_.diagnostics.add(std::move(missing));
        return !is_error;
    }

    /// An address, or the name of an endpoint of the site configuration.
    bool check_url(const Value& value) {
        const std::string& url = value.as<Text>()->value;
        const auto is_name_letter = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        };
        const bool is_name = !url.empty() && std::all_of(url.begin(), url.end(), is_name_letter);
        if (is_name || url.starts_with("http://") || url.starts_with("https://")) return true;
        const std::string better = url.find("://") == std::string::npos && !url.empty() ? typed(rif::quoted("http://" + url)) : help();
        return error("wrong-type", value, fmt::format("{} takes an address, and '{}' is none", parameter_.key, url),
                     "it begins with http:// or https://", better);
    }

    bool check_switch(const Value& value) {
        const Name* name = value.as<Name>();
        const std::string word = name ? name->to_string() : "";
        if (word == "on" || word == "off") return true;
        if (is_one_of(word, {"true", "yes"})) return refuse_switch(value, "on");
        if (is_one_of(word, {"false", "no"})) return refuse_switch(value, "off");
        return refuse(value);
    }

    bool refuse_switch(const Value& value, std::string_view word) {
        return error("wrong-type", value, fmt::format("{} takes on or off, and this is '{}'", parameter_.key, print(value)),
                     fmt::format("did you mean '{}'?", word), typed(std::string(word)));
    }

    /// `label` and "label" are one thing: kept as a name where it is a plain one.
    bool check_word(Value& value) {
        const std::optional<std::string> word = word_of(value);
        if (!word) return refuse(value);
        if (name_or_quoted(*word) == *word) value.data = Name{{*word}};
        return true;
    }

    bool check_choice(Value& value) {
        const std::optional<std::string> word = word_of(value);
        if (!word) return refuse(value);
        if (is_one_of(*word, parameter_.choices)) return check_word(value);
        std::vector<std::string> choices = parameter_.choices;
        if (parameter_.or_word) choices.push_back(*parameter_.or_word);
        const std::vector<std::string> near = nearest(*word, choices, 1);
        return error("unknown-choice", value, fmt::format("{} has no choice '{}'", parameter_.key, *word), expected_names(*word, choices),
                     near.empty() ? help() : typed(name_or_quoted(near.front())));
    }

    bool check_block(const Value& value) {
        const std::string& role = parameter_.block_role;
        const Name* name = value.as<Name>();
        if (!name) return refuse_text(value);
        const std::string word = name->to_string();
        if (!scope_.context.role_of) return true;
        const std::optional<std::string> found = scope_.context.role_of(word, role);
        if (found && (*found == role || role.empty())) return true;
        const std::vector<std::string> names = scope_.context.names_of ? scope_.context.names_of(role) : std::vector<std::string>{};
        const std::string label = names.empty() ? fmt::format("this file has no {}", role) : names_label(word, names, role);
        const std::string help_line =
            names.empty() ? fmt::format("{} {} = PLUGIN {{ … }}", role, found ? "NAME" : word) : block_help(word, names);
        if (!found) return error("unknown-block", value, fmt::format("no {} is called '{}'", role, word), label, help_line);
        return error("wrong-role", value,
                     fmt::format("{} takes {}, and '{}' is {}", parameter_.key, with_article(role), word, with_article(*found)), label,
                     help_line);
    }

    static std::string names_label(const std::string& word, const std::vector<std::string>& names, const std::string& role) {
        const std::string mean = word.size() > k_shortest_slip ? did_you_mean(word, names) : "";
        if (!mean.empty()) return mean;
        return names.size() > k_most_listed ? fmt::format("the file has {} blocks of role {}", names.size(), role)
                                            : fmt::format("of role {} in this file: {}", role, joined(names));
    }

    std::string block_help(const std::string& word, const std::vector<std::string>& names) const {
        const std::vector<std::string> near = nearest(word, names, 1);
        return typed(near.empty() || word.size() <= k_shortest_slip ? names.front() : near.front());
    }

    bool check_condition(Value& value) {
        ConditionValue* condition = value.as<ConditionValue>();
        if (!condition && value.as<Name>()) return refuse_with(value, typed(print(value) + " >= 0.8"));
        if (!condition) return refuse(value);
        const bool fits = parameter_.on == "score" ? check_score_subject(*condition) : check_similarity_subject(*condition);
        return fits && check_bound(*condition);
    }

    bool check_score_subject(const ConditionValue& condition) {
        if (condition.subject.to_string() == "score") return true;
        scope_.diagnostics.error(
            "wrong-role", condition.subject_place,
            fmt::format("{} is a condition on 'score', and this is '{}'", parameter_.key, condition.subject.to_string()), "score",
            with_subject(condition, "score"));
        return false;
    }

    bool takes_texts_or_words(const std::string& similarity) const {
        const auto& takes = scope_.context.similarity_takes;
        return !takes || takes(similarity, "text") || takes(similarity, "word");
    }

    bool check_similarity_subject(const ConditionValue& condition) {
        const std::string word = condition.subject.to_string();
        if (!scope_.context.role_of) return true;
        const std::optional<std::string> role = scope_.context.role_of(word, "similarity");
        if (role == "similarity" && takes_texts_or_words(word)) return true;
        std::vector<std::string> names = scope_.context.names_of ? scope_.context.names_of("similarity") : std::vector<std::string>{};
        std::erase_if(names, [&](const std::string& name) { return !takes_texts_or_words(name); });
        const std::vector<std::string> near = nearest(word, names, 1);
        const std::string best = names.empty() ? "SIMILARITY" : near.empty() ? names.front() : near.front();
        const std::string what = role == "similarity" ? "compares rows" : role ? "is " + with_article(*role) : "";
        const std::string message = role ? fmt::format("{} needs a similarity of texts, and '{}' {}", parameter_.key, word, what)
                                         : fmt::format("no similarity is called '{}'", word);
        scope_.diagnostics.error(role ? "wrong-role" : "unknown-block", condition.subject_place, message, similarities_label(word, names),
                                 with_subject(condition, best));
        return false;
    }

    static std::string similarities_label(const std::string& word, const std::vector<std::string>& names) {
        if (names.empty()) return "this file has no similarity of texts";
        const std::string mean = did_you_mean(word, names);
        if (!mean.empty() || names.size() > k_most_listed) return mean;
        return "similarities of texts in this file: " + joined(names);
    }

    std::string with_subject(const ConditionValue& condition, std::string_view subject) const {
        return typed(fmt::format("{} {} {}", subject, symbol(condition.comparison), with_unit(condition.bound.text, condition.bound.unit)));
    }

    bool check_bound(ConditionValue& condition) {
        Parameter bound = parameter_;
        bound.type = Type::number;
        const bool share = condition.bound.unit.word == "%" || condition.bound.unit.word == "probability";
        if (bound.unit.empty() && share) bound.unit = "probability";
        bound.key = fmt::format("{} {}", condition.subject.to_string(), symbol(condition.comparison));
        Diagnostics found;
        const std::optional<Number> converted =
            check_number(bound, condition.bound, condition.bound_place, {scope_.address, scope_.siblings, scope_.context, found});
        for (Diagnostic diagnostic : found.all()) {
            const std::size_t sign = diagnostic.help.rfind(" = ");
            if (sign != std::string::npos) diagnostic.help = typed(diagnostic.help.replace(sign, 3, " "));
            scope_.diagnostics.add(std::move(diagnostic));
        }
        if (converted) condition.bound = *converted;
        return converted.has_value();
    }

    /// A name or number where a text in quotes is due, or the other way round: the help line quotes or unquotes it.
    bool refuse_text(const Value& value) {
        const Name* name = value.as<Name>();
        const Text* text = value.as<Text>();
        const bool wants_text = parameter_.type != Type::block;
        if (wants_text && name) return refuse_with(value, typed(rif::quoted(name->to_string())));
        if (wants_text && value.as<Number>()) return refuse_with(value, typed(rif::quoted(print(value))));
        if (!wants_text && text) return refuse_with(value, typed(text->value));
        return refuse(value);
    }

    bool refuse(const Value& value) { return refuse_with(value, help()); }

    bool refuse_with(const Value& value, const std::string& help_line) {
        wrong_type(value, help_line);
        return false;
    }

    void wrong_type(const Value& value, const std::string& help_line) {
        const bool is_short = value.as<Name>() || value.as<Number>();
        const std::string found =
            is_short ? fmt::format("'{}' is {}", print(value), kind_of(value)) : fmt::format("this is {}", kind_of(value));
        const std::string_view takes = is_item_ ? "each item of {} is {}, and {}" : "{} takes {}, and {}";
        error("wrong-type", value, fmt::format(fmt::runtime(takes), parameter_.key, expected_phrase(parameter_), found), "", help_line);
    }

    /// The setting, or the item, with this value.
    std::string typed(const std::string& value) const { return is_item_ ? value : fmt::format("{} = {}", parameter_.key, value); }

    std::string help() const {
        const std::string sample = sample_setting(parameter_, scope_.context);
        return is_item_ ? sample.substr(sample.find(" = ") + 3) : sample;
    }

    bool error(std::string slug, const Value& value, std::string message, std::string label, std::string help_line) {
        scope_.diagnostics.error(std::move(slug), value.place, std::move(message), std::move(label), std::move(help_line));
        return false;
    }

    const Parameter& parameter_;
    const SettingScope& scope_;
    bool is_item_;  // of a list: help lines then show the item alone
};

}  // namespace

CheckedValue check_value(const Parameter& parameter, const Value& value, const SettingScope& scope) {
    return ValueCheck(parameter, scope).whole(value);
}

CheckedValue default_of(const Parameter& parameter) {
    CheckedValue result{*parameter.default_value, &parameter, false, {}, {}, {}};
    const Name* name = result.value.as<Name>();
    const Text* text = result.value.as<Text>();
    const std::string word = name ? name->to_string() : text ? text->value : "";
    if (parameter.or_word && word == *parameter.or_word) result.word = word;
    return result;
}

}  // namespace rif
