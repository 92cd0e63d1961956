// dataset/table: one individual a row of CSV, TSV or JSON lines; text, label, attributes and features by column.
// Files are read by framework/api/table.hpp; every message names file, row, line and column.
// Cost: the files are read once and held.

#include <rif/api/dataset.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include <fmt/core.h>
#include <fmt/format.h>

#include <rif/api/register.hpp>
#include <rif/api/table.hpp>
#include <rif/base/diagnostic.hpp>

#include "labels.hpp"

namespace rif {
namespace {

constexpr std::size_t k_most_labels = 1000;  // more different cells than this are no labels: another column was meant

std::string_view kind_name(CellKind kind) {
    switch (kind) {
        case CellKind::number: return "a number";
        case CellKind::on_off: return "true or false";
        case CellKind::null: return "null";
        case CellKind::missing: return "not there";
        case CellKind::nested: return "a list or an object";
        default: return "a text";
    }
}

bool is_absent(CellKind kind) { return kind == CellKind::null || kind == CellKind::missing; }

std::optional<double> number_in(std::string_view cell) {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return error == std::errc() && end == cell.data() + cell.size() ? std::optional(value) : std::nullopt;
}

class TableDataset final : public Dataset {
public:
    explicit TableDataset(const Arguments& arguments)
        : arguments_(arguments),
          table_(read_table(arguments)),
          text_(columns("text")),
          attributes_(columns("attributes")),
          features_(columns("features")),
          label_(table_.column(arguments.text("label"), arguments.place("label"))),
          marks_(arguments.texts("missing_marks")) {
        if (text_.empty() && features_.empty()) {
            throw Error("missing-setting", fmt::format("{} needs 'text' (or 'features')", arguments.address()),
                        fmt::format("text = one of {}", fmt::join(table_.columns, ", ")), arguments.place());
        }
        if (!arguments.is_word("id", "row_number")) id_ = table_.column(arguments.text("id"), arguments.place("id"));
        leave_out_missing();
        labels_ = arguments.texts("labels").empty() ? labels_of_the_file() : labels_of_the_settings();
        if (labels_.names.size() == 1) {
            arguments.services().warn(fmt::format("{}: every text has the one label '{}'", arguments.address(), labels_.names[0]));
        }
        make_individuals();
    }

    std::vector<std::string> labels() const override { return labels_.names; }
    std::vector<Individual> individuals() const override { return individuals_; }
    std::vector<std::string> features() const override { return arguments_.texts("features"); }
    std::map<std::string, std::size_t> skipped() const override { return skipped_; }

private:
    std::vector<std::size_t> columns(std::string_view key) const {
        std::vector<std::size_t> result;
        for (const std::string& name : arguments_.texts(key)) result.push_back(table_.column(name, arguments_.place(key)));
        return result;
    }

    [[noreturn]] void fail(std::size_t row, std::size_t column, std::string_view key, std::string slug, std::string_view what,
                           std::string help = {}) const {
        throw arguments_.error(key, std::move(slug), fmt::format("{}, column {}: {}", table_.where(row), table_.columns[column], what),
                               std::move(help));
    }

    bool is_missing(std::size_t row, std::size_t column) const {
        const std::string& cell = table_.rows[row][column];
        return cell.empty() || std::find(marks_.begin(), marks_.end(), cell) != marks_.end();
    }

    /// The first column of `row` that has no value, with the setting that reads it.
    std::optional<std::pair<std::size_t, std::string_view>> missing_in(std::size_t row) const {
        for (const std::size_t column : text_) {
            if (is_absent(table_.kind(row, column))) return std::pair(column, std::string_view("text"));
        }
        if (is_missing(row, label_)) return std::pair(label_, std::string_view("label"));
        for (const std::size_t column : features_) {
            if (is_missing(row, column)) return std::pair(column, std::string_view("features"));
        }
        return std::nullopt;
    }

    /// Fills rows_ with what has all its values.
    void leave_out_missing() {
        const bool skip = arguments_.choice("missing") == "skip";
        for (std::size_t row = 0; row < table_.rows.size(); ++row) {
            const auto missing = missing_in(row);
            if (!missing) {
                rows_.push_back(row);
                continue;
            }
            const auto& [column, key] = *missing;
            if (!skip) {
                const bool absent = is_absent(table_.kind(row, column));
                const std::string cell =
                    absent ? std::string(kind_name(table_.kind(row, column))) : fmt::format("'{}'", table_.rows[row][column]);
                fail(row, column, key, "missing-value", fmt::format("the value is {}", cell),
                     "missing = skip leaves such rows out and counts them");
            }
            ++skipped_[fmt::format("missing {}", table_.columns[column])];
        }
        if (rows_.empty())
            throw arguments_.error("missing", "no-rows", "every row has a missing value",
                                   "look at missing_marks, and at the columns that `text` and `label` name");
    }

    void check_kind(std::size_t row, std::size_t column, std::string_view key, bool only_text) const {
        const CellKind kind = table_.kind(row, column);
        if (kind == CellKind::text || (!only_text && kind != CellKind::nested)) return;
        fail(row, column, key, "wrong-type", fmt::format("the value is {}, and a text is due", kind_name(kind)),
             only_text ? "is it another column? " + fmt::format("There are {}", fmt::join(table_.columns, ", ")) : "");
    }

    Labels labels_of_the_settings() const {
        Labels result{arguments_.texts("labels"), arguments_.texts("values"), false};
        result.by_place = result.values.empty();
        if (result.by_place) result.values = result.names;
        if (result.values.size() != result.names.size()) {
            throw arguments_.error("values", "wrong-length",
                                   fmt::format("values has {} entries, and labels {}", result.values.size(), result.names.size()),
                                   "one value for each label, in the same order");
        }
        for (const auto* list : {&result.names, &result.values}) {
            std::set<std::string_view> seen;
            for (const std::string& entry : *list) {
                const std::string_view key = list == &result.names ? "labels" : "values";
                if (!seen.insert(entry).second)
                    throw arguments_.error(key, "repeated-label", fmt::format("'{}' stands in {} twice", entry, key));
            }
        }
        return result;
    }

    Labels labels_of_the_file() const {
        std::vector<std::string_view> cells;
        for (const std::size_t row : rows_) {
            check_kind(row, label_, "label", false);
            cells.push_back(table_.rows[row][label_]);
        }
        Labels result = labels_in(cells);
        if (result.names.size() > k_most_labels) {
            throw arguments_.error("label", "unknown-label",
                                   fmt::format("column {} has {} different values, and at most {} are labels", table_.columns[label_],
                                               result.names.size(), k_most_labels),
                                   "name the column that holds the label, or list labels = [ … ]");
        }
        return result;
    }

    std::size_t label_in(std::size_t row) const {
        check_kind(row, label_, "label", false);
        const std::string& cell = table_.rows[row][label_];
        if (const auto label = labels_.find(cell)) return *label;
        fail(row, label_, "label", "unknown-label", fmt::format("'{}' is no label; the labels are {}", cell, labels_.listed()),
             label_help(cell));
    }

    std::string label_help(const std::string& cell) const {
        const bool is_decimal = cell.ends_with(".0") && labels_.find(cell.substr(0, cell.size() - 2));
        if (is_decimal) return "say what stands in the file for each label: values = [\"0.0\", \"1.0\"]";
        const std::string near = did_you_mean(cell, labels_.values);
        return near.empty() ? "labels = [ … ] lists all names in order, values = [ … ] what stands in the file for each" : near;
    }

    std::string text_in(std::size_t row) const {
        std::string text;
        for (std::size_t i = 0; i < text_.size(); ++i) {
            check_kind(row, text_[i], "text", true);
            if (i > 0) text += join_;
            text += table_.rows[row][text_[i]];
        }
        return text;
    }

    std::string id_in(std::size_t row) const {
        if (!id_) return table_.row_ids[row];
        check_kind(row, *id_, "id", false);
        if (table_.rows[row][*id_].empty()) fail(row, *id_, "id", "missing-value", "the id is empty");
        return table_.rows[row][*id_];
    }

    void make_individuals() {
        std::map<std::string, std::size_t> row_of;
        for (const std::size_t row : rows_) {
            Individual individual{.id = id_in(row), .text = text_in(row), .label = label_in(row)};
            const auto [known, is_new] = row_of.emplace(individual.id, row);
            if (!is_new)
                fail(row, *id_, "id", "repeated-id", fmt::format("'{}' is the id of {} too", individual.id, table_.where(known->second)),
                     "id = row_number");
            for (const std::size_t column : attributes_) {
                check_kind(row, column, "attributes", false);
                if (!is_absent(table_.kind(row, column))) individual.attributes[table_.columns[column]] = table_.rows[row][column];
            }
            for (const std::size_t column : features_) {
                check_kind(row, column, "features", false);
                individual.row.push_back({table_.rows[row][column], number_in(table_.rows[row][column])});
            }
            individuals_.push_back(std::move(individual));
        }
    }

    Arguments arguments_;
    Table table_;
    std::vector<std::size_t> text_, attributes_, features_;
    std::size_t label_;
    std::optional<std::size_t> id_;
    std::vector<std::string> marks_;
    std::string join_ = arguments_.text("join");
    std::vector<std::size_t> rows_;  // of the table, those with every value
    std::map<std::string, std::size_t> skipped_;
    Labels labels_;
    std::vector<Individual> individuals_;
};

RIF_PLUGIN(TableDataset)

}  // namespace
}  // namespace rif
