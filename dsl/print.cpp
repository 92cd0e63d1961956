// The one canonical layout. What the writer put on one line stays on one line, and one blank line stays between what blank lines
// separated; everything else has one form. A document without a source is laid out by what it holds.
#include "dsl/print.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "dsl/layout.hpp"
#include "dsl/lookahead.hpp"
#include "dsl/parse.hpp"

namespace rif::dsl {

namespace {

constexpr std::size_t k_widest_line = 80;   // of a block that a program made
constexpr std::size_t k_widest_list = 100;  // of a list that a program made

std::string print_setting(const Setting& setting) { return fmt::format("{} = {}", setting.key, print(setting.value)); }

std::string group_head(const Group& group) { return group.label ? group.name + " " + name_or_quoted(*group.label) : group.name; }

/// A setting or a group of a body, where it stands in the source.
struct Entry {
    Cursor begin = nullptr;
    const Setting* setting = nullptr;
    const Group* group = nullptr;
};

/// In the order written; without places, settings before groups.
std::vector<Entry> entries_of(const Body& body, const Source* source) {
    std::vector<Entry> result;
    const auto begin = [&](const Place& place) { return source ? source->text.data() + place.begin : nullptr; };
    for (const Setting& setting : body.settings) result.push_back({begin(setting.key_place), &setting, nullptr});
    for (const Group& group : body.groups) result.push_back({begin(group.name_place), nullptr, &group});
    std::stable_sort(result.begin(), result.end(), [](const Entry& a, const Entry& b) { return std::less<>()(a.begin, b.begin); });
    return result;
}

std::string print_on_line(const Body& body, const Source* source);

std::string print_on_line(const Entry& entry, const Source* source) {
    if (entry.setting) return print_setting(*entry.setting);
    return group_head(*entry.group) + " " + print_on_line(entry.group->body, source);
}

/// `{ a = 1, b = 2 }`
std::string print_on_line(const Body& body, const Source* source) {
    std::string inside;
    for (const Entry& entry : entries_of(body, source)) inside += (inside.empty() ? "" : ", ") + print_on_line(entry, source);
    return inside.empty() ? "{ }" : "{ " + inside + " }";
}

/// Writes statements into rows, taking each comment along when the writing reaches it.
class Printer {
public:
    explicit Printer(const Source* source, const std::vector<Place>* comments = nullptr) : source_(source), comments_(comments) {}

    void document(const Document& document);
    void statement(const Statement& statement);
    const std::vector<Row>& rows() const { return rows_; }

private:
    // One row or several
    void block(const BlockStatement& block);
    void target(const TargetStatement& target);
    void sweep(const SweepStatement& sweep);
    void run(const RunStatement& run);
    void body(std::vector<std::string> head, const std::string& run, const Body& body, Cursor brace);
    void entry(const Entry& entry);
    void group(const Group& group);
    void value(std::vector<std::string> head, std::string run, const Value& value);
    void list(const ListValue& list, Cursor begin, Cursor end, std::vector<std::string> head, const std::string& run);
    void axis(const AxisStatement& axis);

    // Where things stand in the source; null or false without one
    Cursor at(std::uint32_t offset) const { return source_ ? source_->text.data() + offset : nullptr; }
    Cursor brace_after(const Place& place) const { return source_ ? skip_filler(at(place.end)) : nullptr; }
    Cursor past(Cursor bracket) const;
    bool is_on_lines(Cursor begin, Cursor end) const { return begin && end && std::find(begin, end, '\n') != end; }
    bool blank_line_before(Cursor position) const;

    // Comments and blank lines
    void comments_before(Cursor position);
    void trailing_comment(Cursor end);
    void blank_line(Cursor position);
    Cursor next_comment() const { return comments_ && comment_ < comments_->size() ? at((*comments_)[comment_].begin) : nullptr; }
    std::string take_comment();

    void row(std::vector<std::string> cells, std::string run = {}) {
        rows_.push_back({indent_, std::move(cells), std::move(run)});
        is_first_ = false;
    }
    void close(const char* bracket, Cursor end);
    void separate(const Statement& statement, const Statement* before);

    const Source* source_;
    const std::vector<Place>* comments_;
    std::size_t comment_ = 0;
    std::size_t indent_ = 0;
    bool is_first_ = true;  // nothing stands yet in the body that is being written: no blank line
    std::vector<Row> rows_;
};

Cursor Printer::past(Cursor bracket) const {
    if (!bracket || (*bracket != '{' && *bracket != '[')) return nullptr;
    return after_bracket(source_->text.data(), bracket);
}

bool Printer::blank_line_before(Cursor position) const {
    std::size_t line_ends = 0;
    const Cursor begin = source_->text.data();
    for (Cursor p = position; p > begin && line_ends < 2; --p) {
        if (p[-1] == '\n')
            ++line_ends;
        else if (p[-1] != ' ' && p[-1] != '\t' && p[-1] != '\r')
            break;
    }
    return line_ends == 2;
}

void Printer::blank_line(Cursor position) {
    if (!is_first_ && position && blank_line_before(position)) rows_.emplace_back();
}

std::string Printer::take_comment() {
    std::string_view text = (*comments_)[comment_++].text();
    while (text.ends_with(' ') || text.ends_with('\t') || text.ends_with('\r')) text.remove_suffix(1);
    return std::string(text);
}

void Printer::comments_before(Cursor position) {
    while (next_comment() && next_comment() < position) {
        blank_line(next_comment());
        rows_.push_back({indent_, {}, {}, take_comment()});
        is_first_ = false;
    }
}

/// The comment behind what ends at `end`, with nothing but blanks and a comma between, goes to the last row.
void Printer::trailing_comment(Cursor end) {
    const Cursor comment = next_comment();
    if (!end || !comment || comment < end) return;
    const bool follows = std::all_of(end, comment, [](char c) { return c == ' ' || c == '\t' || c == ','; });
    if (follows) rows_.back().comment = take_comment();
}

void Printer::close(const char* bracket, Cursor end) {
    if (end) comments_before(end - 1);
    --indent_;
    row({bracket});
    trailing_comment(end);
}

void Printer::body(std::vector<std::string> head, const std::string& run, const Body& body, Cursor brace) {
    const Cursor end = past(brace);
    std::string whole = print_on_line(body, source_);
    std::size_t width = whole.size() + 2 * indent_;
    for (const std::string& cell : head) width += cell.size() + 1;
    const bool on_lines = source_ ? is_on_lines(brace, end) : width > k_widest_line || !body.groups.empty();
    const bool has_comment = end && next_comment() && next_comment() < end;
    if (!on_lines || (body.settings.empty() && body.groups.empty() && !has_comment)) {
        const bool is_block = run.starts_with("block");
        if (!is_block || !(body.settings.empty() && body.groups.empty())) head.push_back(std::move(whole));
        row(std::move(head), run);
        return trailing_comment(end);
    }
    std::string line;
    for (const std::string& cell : head) line += cell + " ";
    row({line + "{"});
    if (brace) trailing_comment(brace + 1);
    ++indent_;
    is_first_ = true;
    for (const Entry& each : entries_of(body, source_)) entry(each);
    close("}", end);
}

void Printer::entry(const Entry& entry) {
    if (entry.begin) comments_before(entry.begin), blank_line(entry.begin);
    if (entry.group) return group(*entry.group);
    value({entry.setting->key, "="}, "setting", entry.setting->value);
}

void Printer::group(const Group& group) {
    const Place& head_end = group.label ? group.label_place : group.name_place;
    body({group_head(group)}, "group " + group.name, group.body, brace_after(head_end));
}

/// The last cell of the head and the value make one cell.
void Printer::value(std::vector<std::string> head, std::string run, const Value& value) {
    const Cursor begin = at(value.place.begin), end = at(value.place.end);
    if (const auto* items = value.as<ListValue>()) return list(*items, begin, end, std::move(head), run);
    head.back() += " " + print(value);
    row(std::move(head), std::move(run));
    trailing_comment(end);
}

void Printer::list(const ListValue& list, Cursor begin, Cursor end, std::vector<std::string> head, const std::string& run) {
    std::string whole = print(Value{list, {}});
    const std::string gap = head.back().empty() ? "" : " ";
    const bool on_lines = source_ ? is_on_lines(begin, end) : whole.size() > k_widest_list;
    const bool is_item = run == "item";
    const bool has_comment = end && next_comment() && next_comment() < end;
    if (!on_lines || (list.items.empty() && !has_comment)) {
        head.back() += gap + whole + (is_item ? "," : "");
        row(std::move(head), run);
        return trailing_comment(end);
    }
    head.back() += gap + "[";
    row(std::move(head), is_item ? "" : run);
    if (begin) trailing_comment(begin + 1);
    ++indent_;
    is_first_ = true;
    for (const Value& item : list.items) {
        if (source_) comments_before(at(item.place.begin)), blank_line(at(item.place.begin));
        if (const auto* inner = item.as<ListValue>()) {
            this->list(*inner, at(item.place.begin), at(item.place.end), {""}, "item");
            continue;
        }
        row({print(item) + ","}, "item");
        trailing_comment(at(item.place.end));
    }
    close(is_item ? "]," : "]", end);
}

void Printer::axis(const AxisStatement& axis) {
    if (source_) comments_before(at(axis.place.begin)), blank_line(at(axis.place.begin));
    list(axis.values, at(axis.values_place.begin), at(axis.values_place.end), {axis.address.to_string() + " in"}, "");
}

void Printer::block(const BlockStatement& block) {
    std::vector<std::string> head = {block.role + " " + block.name, "= " + block.plugin + (block.like ? " like " + *block.like : "")};
    const std::string run = "block " + block.role;
    if (block.has_body || !block.body.settings.empty() || !block.body.groups.empty()) {
        return body(std::move(head), run, block.body, brace_after(block.like ? block.like_place : block.plugin_place));
    }
    row(std::move(head), run);
    trailing_comment(at(block.place.end));
}

void Printer::target(const TargetStatement& target) {
    body({"target " + target.name}, "target", target.body, brace_after(target.name_place));
}

void Printer::run(const RunStatement& run) {
    const Cursor begin = at(run.place.begin);
    body({"run"}, "", run.body, begin ? skip_filler(word_end(begin)) : nullptr);
}

void Printer::sweep(const SweepStatement& sweep) {
    const Cursor begin = at(sweep.place.begin), end = at(sweep.place.end);
    const Cursor brace = begin ? skip_filler(word_end(begin)) : nullptr;
    if (source_ && !is_on_lines(brace, end)) {
        std::string axes;
        for (const AxisStatement& axis : sweep.axes) axes += (axes.empty() ? "" : ", ") + print_axis(axis);
        row({"sweep { " + axes + " }"});
        return trailing_comment(end);
    }
    row({"sweep {"});
    if (brace) trailing_comment(brace + 1);
    ++indent_;
    is_first_ = true;
    for (const AxisStatement& each : sweep.axes) axis(each);
    close("}", end);
}

void Printer::statement(const Statement& statement) {
    if (const auto* a_block = std::get_if<BlockStatement>(&statement)) block(*a_block);
    if (const auto* a_target = std::get_if<TargetStatement>(&statement)) target(*a_target);
    if (const auto* a_run = std::get_if<RunStatement>(&statement)) run(*a_run);
    if (const auto* a_sweep = std::get_if<SweepStatement>(&statement)) sweep(*a_sweep);
}

const Place& place_of(const Statement& statement) {
    return std::visit([](const auto& each) -> const Place& { return each.place; }, statement);
}

/// Statements that a program made stand apart unless they are one-line blocks of one role.
void Printer::separate(const Statement& statement, const Statement* before) {
    if (source_) return comments_before(at(place_of(statement).begin)), blank_line(at(place_of(statement).begin));
    if (!before) return;
    const auto* block = std::get_if<BlockStatement>(&statement);
    const auto* block_before = std::get_if<BlockStatement>(before);
    const bool same = block && block_before ? block->role == block_before->role : statement.index() == before->index();
    Printer alone(nullptr);
    alone.statement(statement);
    if (!same || alone.rows().size() > 1 || rows_.back().cells.front() == "}") rows_.emplace_back();
}

void Printer::document(const Document& document) {
    if (source_) comments_before(at(document.version_place.begin)), blank_line(at(document.version_place.begin));
    row({fmt::format("rif {}", std::max(document.version, 1L))});
    trailing_comment(at(document.version_place.end));
    for (const IncludeStatement& include : document.includes) {
        if (source_) comments_before(at(include.place.begin)), blank_line(at(include.place.begin));
        row({"include " + quoted(include.path)});
        trailing_comment(at(include.place.end));
    }
    if (!source_ && !document.statements.empty()) rows_.emplace_back();
    const Statement* before = nullptr;
    for (const Statement& each : document.statements) {
        separate(each, before);
        statement(each);
        before = &each;
    }
    if (source_) comments_before(source_->text.data() + source_->text.size());
}

template <class T>
std::string print_alone(const T& statement) {
    Printer printer(nullptr);
    printer.statement(statement);
    return laid_out(printer.rows());
}

}  // namespace

std::string print_block(const BlockStatement& block) { return print_alone(block); }
std::string print_target(const TargetStatement& target) { return print_alone(target); }
std::string print_run(const RunStatement& run) { return print_alone(run); }
std::string print_sweep(const SweepStatement& sweep) { return print_alone(sweep); }

std::string print_axis(const AxisStatement& axis) { return axis.address.to_string() + " in " + print(Value{axis.values, {}}); }

std::string print_statements(const std::vector<Statement>& statements) {
    Document document;
    document.statements = statements;
    const std::string text = format(document);
    return statements.empty() ? "" : text.substr(text.find("\n\n") + 2);
}

std::string format(const Document& document) {
    Printer printer(document.source.get(), &document.comments);
    printer.document(document);
    return laid_out(printer.rows());
}

}  // namespace rif::dsl
