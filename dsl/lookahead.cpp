#include "dsl/lookahead.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "dsl/parse.hpp"

namespace rif::dsl {

namespace {

constexpr std::array<std::string_view, 7> k_reserved = {"in", "like", "per", "on", "off", "include", "none"};

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool at_line_end(Cursor at) { return *at == '\0' || *at == '\n' || (*at == '\r' && at[1] == '\n'); }
bool is_opening(char c) { return c == '{' || c == '['; }
bool is_closing(char c) { return c == '}' || c == ']'; }
char opening_of(char closing) { return closing == '}' ? '{' : '['; }

/// Calls visit(at) for each character that is in no text and no comment; visit returns false to stop.
template <class Visit>
void walk(Cursor at, Visit visit) {
    while (*at) {
        if (*at == '"')
            at = text_end(at);
        else if (*at == '#')
            at = line_end(at);
        else if (!visit(at))
            return;
        else
            ++at;
    }
}

bool starts_line(Cursor begin, Cursor at) { return at == begin || at[-1] == '\n'; }

/// The first closing brace on the line, or the line's end: where nothing balances, a mistake is over there at the latest.
Cursor rest_of_line(Cursor at) {
    Cursor end = line_end(at);
    walk(at, [&](Cursor p) {
        if (p >= end) return false;
        if (*p == '}') end = p;
        return *p != '}';
    });
    return end;
}

}  // namespace

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_character(char c) { return is_letter(c) || is_digit(c); }
bool is_reserved(std::string_view word) { return std::find(k_reserved.begin(), k_reserved.end(), word) != k_reserved.end(); }

Cursor skip_blanks(Cursor at) {
    while (is_blank(*at)) ++at;
    return at;
}

Cursor skip_filler(Cursor at) {
    while (true) {
        if (is_blank(*at) || *at == '\n')
            ++at;
        else if (*at == '\r' && at[1] == '\n')
            at += 2;
        else if (*at == '#')
            at = line_end(at);
        else
            return at;
    }
}

Cursor word_end(Cursor at) {
    while (is_word_character(*at)) ++at;
    return at;
}

Cursor text_end(Cursor at) {
    for (++at; !at_line_end(at); ++at) {
        if (*at == '"') return at + 1;
        if (*at == '\\' && !at_line_end(at + 1)) ++at;
    }
    return at;
}

Cursor line_end(Cursor at) {
    while (!at_line_end(at)) ++at;
    return at;
}

bool ends_line(Cursor at) { return *at == '#' || at_line_end(at); }

std::string_view first_word(Cursor at) {
    if (!is_letter(*at)) return {};
    return {at, static_cast<std::size_t>(word_end(at) - at)};
}

bool at_statement_head(Cursor begin, Cursor at) {
    if (!starts_line(begin, at)) return false;
    const std::string_view head = first_word(at);
    if (head.empty()) return false;
    const Cursor second = skip_blanks(at + head.size());
    if (head == "run" || head == "sweep") return *second == '{';
    if (head == "include") return *second == '"';
    const std::string_view name = first_word(second);
    const Cursor third = skip_blanks(second + name.size());
    return !name.empty() && (*third == '=' || (head == "target" && *third == '{'));
}

bool at_entry(Cursor at) {
    if (!is_letter(*at)) return false;
    Cursor next = word_end(at);
    while (*next == '.' && (is_letter(next[1]) || next[1] == '"')) next = next[1] == '"' ? text_end(next + 1) : word_end(next + 1);
    next = skip_blanks(next);
    if (*next == '{' || (*next == '=' && next[1] != '=' && next[1] != '>' && next[1] != '<')) return true;
    if (first_word(next) == "in") return *skip_blanks(next + 2) == '[';
    if (*next != '"' && !is_letter(*next)) return false;
    return *skip_blanks(*next == '"' ? text_end(next) : word_end(next)) == '{';
}

bool at_value(Cursor at) {
    if (is_letter(*at)) return !at_entry(at);
    if (*at == '"' || *at == '[' || is_digit(*at)) return true;
    const Cursor number = *at == '+' || *at == '-' ? at + 1 : at;
    return is_digit(*number) || (*number == '.' && is_digit(number[1]));
}

bool at_wrong_closing(Cursor begin, Cursor at) {
    if (*at != ']' && *at != ')') return false;
    int depth = 0;
    walk(at, [&](Cursor p) {
        if (at_statement_head(begin, p)) return false;
        depth += *p == '{' ? 1 : *p == '}' ? -1 : 0;
        return depth >= 0;
    });
    return depth >= 0;
}

Cursor too_deep(Cursor begin, Cursor at, std::size_t deepest) {
    std::size_t depth = 0;
    Cursor found = nullptr;
    walk(at, [&](Cursor p) {
        if ((depth == 0 && *p == '\n') || (p != at && at_statement_head(begin, p))) return false;
        if (is_closing(*p) && depth > 0) --depth;
        if (is_opening(*p) && ++depth > deepest) found = p;
        return found == nullptr;
    });
    return found;
}

Cursor after_bracket(Cursor begin, Cursor at) {
    std::string open;
    Cursor end = nullptr;
    walk(at, [&](Cursor p) {
        if (p != at && at_statement_head(begin, p)) return false;
        if (is_opening(*p)) open += *p;
        if (!is_closing(*p)) return open.size() <= k_deepest_nesting;
        if (open.back() != opening_of(*p)) return false;
        open.pop_back();
        if (open.empty()) end = p + 1;
        return !open.empty();
    });
    return end;
}

Cursor after_entry(Cursor begin, Cursor entry, Cursor fault) {
    std::string open;
    Cursor found = nullptr;
    char before = '\0';  // the last character that is no blank
    walk(entry, [&](Cursor p) {
        if (p != entry && at_statement_head(begin, p)) return false;
        if (is_closing(*p) && !open.empty() && open.back() != opening_of(*p)) return false;
        if (open.empty() && p >= fault) {
            const bool next_entry = *p == ',' && at_entry(skip_filler(p + 1));
            if (*p == '}' || next_entry || (*p == '\n' && before != ',')) return found = p, false;
        }
        if (is_closing(*p) && !open.empty()) open.pop_back();
        if (is_opening(*p)) open += *p;
        if (!is_blank(*p) && *p != '\n' && *p != '\r') before = *p;
        return true;
    });
    return found ? found : rest_of_line(fault);
}

Cursor after_statement(Cursor begin, Cursor statement, Cursor fault) {
    Cursor at = fault;
    const Cursor head_end = line_end(statement);
    walk(statement, [&](Cursor p) {
        if (p > head_end) return false;
        if (*p != '{') return true;
        const Cursor closed = after_bracket(begin, p);
        if (closed) at = std::max(at, closed);
        return false;
    });
    while (*at) {
        at = line_end(at);
        if (*at == '\r') ++at;
        if (*at == '\n') ++at;
        if (is_letter(*at)) return at;
    }
    return at;
}

std::vector<std::pair<Cursor, Cursor>> comments(Cursor at) {
    std::vector<std::pair<Cursor, Cursor>> result;
    while (*at) {
        if (*at == '"')
            at = text_end(at);
        else if (*at == '#')
            result.emplace_back(at, line_end(at)), at = result.back().second;
        else
            ++at;
    }
    return result;
}

}  // namespace rif::dsl
