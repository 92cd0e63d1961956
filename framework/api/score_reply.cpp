#include <rif/api/score_reply.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <boost/json.hpp>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/error.hpp>
#include <rif/base/json.hpp>

namespace rif {

namespace {

namespace json = boost::json;

constexpr const char* k_slug = "model-output";
constexpr std::size_t k_shown = 80;         // bytes of a reply in a message
constexpr std::size_t k_deepest_reply = 8;  // lists in lists; three are needed

/// The beginning of a reply, on one line and never cut inside a character.
std::string beginning(std::string_view text) {
    std::string_view shown = text.substr(0, k_shown);
    while (shown.size() < text.size() && !shown.empty() && (static_cast<unsigned char>(text[shown.size()]) & 0xC0) == 0x80)
        shown.remove_suffix(1);
    return json_string(shown) + (shown.size() < text.size() ? " …" : "");
}

/// What Python's json writes for numbers that JSON does not have, as null.
std::string with_nulls(std::string_view reply) {
    std::string result;
    bool in_text = false;
    for (std::size_t i = 0; i < reply.size(); ++i) {
        if (in_text && reply[i] == '\\' && i + 1 < reply.size()) {
            result += reply[i++];
        } else if (reply[i] == '"') {
            in_text = !in_text;
        } else if (!in_text) {
            for (const std::string_view word : {"NaN", "-Infinity", "Infinity"}) {
                if (!reply.substr(i).starts_with(word)) continue;
                result += "null";
                i += word.size();
                break;
            }
            if (i >= reply.size()) break;
        }
        result += reply[i];
    }
    return result;
}

void refuse_error(const json::value& root, const std::string& who) {
    const json::object* object = root.if_object();
    const json::value* error = object ? object->if_contains("error") : nullptr;
    if (!error) return;
    throw Error(k_slug, fmt::format("{} answers that it failed: {}", who,
                                    error->is_string() ? std::string(error->get_string()) : json::serialize(*error)));
}

json::value parse(std::string_view reply, const std::string& who) {
    json::parse_options options;
    options.max_depth = k_deepest_reply;
    json::error_code failed;
    json::value root = json::parse(reply, failed, {}, options);
    if (failed) root = json::parse(with_nulls(reply), failed, {}, options);
    if (failed)
        throw Error(k_slug, fmt::format("{}: its answer is no JSON: {}", who, beginning(reply)),
                    R"({"probabilities": [[0.9, 0.1]]}, and nothing else where answers are read)");
    refuse_error(root, who);
    return root;
}

std::vector<std::string> names(const json::value& labels, const std::string& who) {
    std::vector<std::string> result;
    const json::array* list = labels.if_array();
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (!(*list)[i].is_string()) break;
        result.emplace_back((*list)[i].get_string());
    }
    if (list && result.size() == list->size() && !result.empty()) return result;
    throw Error(k_slug, fmt::format("{} answers labels that are no list of texts: {}", who, beginning(json::serialize(labels))),
                R"({"labels": ["negative", "positive"], "probabilities": []})");
}

class ReplyReader {
public:
    ReplyReader(const ReplyForm& form, std::size_t texts) : form_(form), texts_(texts) {}

    Matrix read(std::string_view reply) {
        const json::value root = parse(reply, form_.who);
        const json::array rows = rows_of(root, reply);
        if (rows.size() != texts_)
            throw fault(fmt::format("answers {} texts where {} were asked", rows.size(), texts_),
                        "one row of scores for each text, in order");
        Matrix result(texts_, form_.labels.size());
        for (std::size_t i = 0; i < texts_; ++i) read_row(rows[i], i, result[i]);
        return result;
    }

private:
    Error fault(const std::string& what, const std::string& help = {}) const {
        return Error(k_slug, fmt::format("{} {}", form_.who, what), help);
    }

    json::array rows_of(const json::value& root, std::string_view reply) {
        if (const json::array* list = root.if_array()) {
            if (!is_row_of_one(*list)) return *list;
            json::array rows;
            rows.push_back(*list);
            return rows;
        }
        if (const json::object* object = root.if_object()) {
            read_columns(*object);
            for (const char* key : {"probabilities", "logits", "scores"}) {
                const json::value* rows = object->if_contains(key);
                if (!rows) continue;
                refuse_other_kind(key);
                if (rows->is_array()) return rows->get_array();
            }
        }
        throw fault(fmt::format("answers without rows of scores: {}", beginning(reply)), R"({"probabilities": [[0.9, 0.1]]})");
    }

    /// The hosted inference format of one text may come without the outer list.
    bool is_row_of_one(const json::array& list) const {
        return texts_ == 1 && list.size() > 1 &&
               std::ranges::all_of(list, [](const json::value& item) { return item.is_object() && item.get_object().contains("label"); });
    }

    void read_columns(const json::object& object) {
        const json::value* labels = object.if_contains("labels");
        if (!labels) return;
        columns_.emplace();
        for (const std::string& name : names(*labels, form_.who)) columns_->push_back(column(name));
        if (columns_->size() != form_.labels.size()) throw lacking(names(*labels, form_.who));
    }

    void refuse_other_kind(std::string_view key) const {
        const std::string_view declared = form_.kind == ScoreKind::logits ? "logits" : "probabilities";
        if (key == "scores" || key == declared) return;
        throw fault(fmt::format("answers {}, and the experiment says {}", key, declared), fmt::format("scores = {}", key));
    }

    std::size_t column(const std::string& label) const {
        const auto at = std::ranges::find(form_.labels, label);
        if (at == form_.labels.end())
            throw fault(fmt::format("answers a label '{}'; the labels of the experiment are {}", label, fmt::join(form_.labels, ", ")),
                        "labels = [ … ] as the model names them");
        return static_cast<std::size_t>(at - form_.labels.begin());
    }

    Error lacking(const std::vector<std::string>& found) const {
        return fault(
            fmt::format("answers scores of {}; the labels of the experiment are {}", fmt::join(found, ", "), fmt::join(form_.labels, ", ")),
            "have it answer every label, each once");
    }

    void read_row(const json::value& value, std::size_t text, std::span<float> row) const {
        std::vector<std::pair<std::string, const json::value*>> named;
        if (const json::object* object = value.if_object()) {
            if (object->contains("label"))
                throw fault(fmt::format("answers the best label alone for text {} of {}", text + 1, texts_), "have it answer every label");
            for (const auto& [label, score] : *object) named.emplace_back(label, &score);
            return read_named(named, text, row);
        }
        const json::array* list = value.if_array();
        if (!list) throw fault(fmt::format("answers no list of scores for text {} of {}", text + 1, texts_), "[0.9, 0.1]");
        if (!list->empty() && list->front().is_object()) {
            for (const json::value& item : *list) named.push_back(labelled(item, text));
            return read_named(named, text, row);
        }
        if (list->size() != row.size())
            throw fault(
                fmt::format("answers {} scores for text {} of {}, and there are {} labels", list->size(), text + 1, texts_, row.size()),
                fmt::format("one score for each of {}", fmt::join(form_.labels, ", ")));
        for (std::size_t i = 0; i < row.size(); ++i) row[columns_ ? (*columns_)[i] : i] = number((*list)[i], text);
    }

    std::pair<std::string, const json::value*> labelled(const json::value& item, std::size_t text) const {
        const json::object* object = item.if_object();
        const json::value* label = object ? object->if_contains("label") : nullptr;
        const json::value* score = object ? object->if_contains("score") : nullptr;
        if (!label || !label->is_string() || !score)
            throw fault(fmt::format("answers a score without its label for text {} of {}", text + 1, texts_),
                        R"([{"label": "positive", "score": 0.9}, …])");
        return {std::string(label->get_string()), score};
    }

    void read_named(const std::vector<std::pair<std::string, const json::value*>>& named, std::size_t text, std::span<float> row) const {
        std::vector<bool> is_given(row.size(), false);
        std::vector<std::string> found;
        for (const auto& [label, score] : named) {
            const std::size_t at = column(label);
            found.push_back(label);
            if (is_given[at]) throw lacking(found);
            is_given[at] = true;
            row[at] = number(*score, text);
        }
        if (found.size() != row.size()) throw lacking(found);
    }

    float number(const json::value& value, std::size_t text) const {
        if (value.is_null()) return std::numeric_limits<float>::quiet_NaN();
        json::error_code failed;
        const double score = value.to_number<double>(failed);
        if (failed)
            throw fault(
                fmt::format("answers {} where a score of text {} of {} is due", beginning(json::serialize(value)), text + 1, texts_));
        return static_cast<float>(score);
    }

    const ReplyForm& form_;
    std::size_t texts_;
    std::optional<std::vector<std::size_t>> columns_;  // of the matrix, by column of the reply
};

}  // namespace

double sum_tolerance(std::size_t classes) { return 1e-3 + 5e-4 * static_cast<double>(classes); }

std::string json_strings(std::span<const std::string> texts) {
    std::string result = "[";
    for (const std::string& text : texts) result += (result.size() > 1 ? "," : "") + json_string(text);
    return result + "]";
}

std::string texts_as_json(std::span<const std::string> texts) { return R"({"texts":)" + json_strings(texts) + "}"; }

Matrix scores_of_reply(std::string_view reply, std::size_t texts, const ReplyForm& form) { return ReplyReader(form, texts).read(reply); }

std::vector<std::string> labels_of_reply(std::string_view reply, const std::string& who) {
    const json::value root = parse(reply, who);
    const json::object* object = root.if_object();
    const json::value* labels = object ? object->if_contains("labels") : nullptr;
    if (!labels)
        throw Error(
            k_slug, fmt::format("{} does not say its labels: {}", who, beginning(reply)),
            R"(labels = [negative, positive] in the experiment, or answer {"labels": ["negative", "positive"], "probabilities": []})");
    return names(*labels, who);
}

}  // namespace rif
