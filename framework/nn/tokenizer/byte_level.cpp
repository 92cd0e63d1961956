// The splitting rules of byte-level tokenizers. Each function below is one alternative of the regular expression, in its order.
#include <rif/nn/tokenizer/byte_level.hpp>

#include <algorithm>
#include <array>

#include <rif/base/normal_form.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

struct Expression {
    std::string_view text;
    SplitRule rule;
};
constexpr Expression k_expressions[] = {
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", SplitRule::gpt2},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)", SplitRule::qwen2},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     SplitRule::llama3}};

enum class Kind : unsigned char { letter, number, space, other };

Kind kind_of(char32_t c) {
    static const std::array<Kind, 128> ascii = [] {
        std::array<Kind, 128> kinds{};
        for (char32_t i = 0; i < 128; ++i)
            kinds[i] = is_letter(i) ? Kind::letter : is_number(i) ? Kind::number : is_white_space(i) ? Kind::space : Kind::other;
        return kinds;
    }();
    if (c < 128) return ascii[c];
    return is_letter(c) ? Kind::letter : is_number(c) ? Kind::number : is_white_space(c) ? Kind::space : Kind::other;
}

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

class Scanner {
public:
    Scanner(SplitRule rule, std::string_view text) : rule_(rule), text_(text) {}

    /// Where the piece ends that begins at byte `at`.
    std::size_t piece_end(std::size_t at) const {
        std::size_t end = contraction_end(at);
        if (end != at) return end;
        return rule_ == SplitRule::gpt2 ? gpt2_end(at) : qwen2_end(at);
    }

private:
    Kind kind(std::size_t at) const { return kind_of(character_at(text_, at).code); }
    std::size_t after(std::size_t at) const { return at + character_size(text_[at]); }
    bool is(std::size_t at, Kind wanted) const { return at < text_.size() && kind(at) == wanted; }

    std::size_t run_end(std::size_t at, Kind wanted, std::size_t most = SIZE_MAX) const {
        for (; most > 0 && is(at, wanted); --most) at = after(at);
        return at;
    }

    // 's|'t|'re|'ve|'m|'ll|'d; in any case for qwen2, where a long s counts as an s.
    std::size_t contraction_end(std::size_t at) const {
        constexpr std::string_view long_s = "\u017F";
        if (text_[at] != '\'') return at;
        const std::string_view rest = text_.substr(at + 1);
        const bool any_case = rule_ != SplitRule::gpt2;
        if (any_case && rest.starts_with(long_s)) return at + 1 + long_s.size();
        const auto letter = [&](std::size_t i) {
            const char c = i < rest.size() ? rest[i] : '\0';
            return any_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        };
        const char first = letter(0), second = letter(1);
        if (first == 's' || first == 't' || first == 'm' || first == 'd') return at + 2;
        const bool is_pair = (first == 'r' && second == 'e') || (first == 'v' && second == 'e') || (first == 'l' && second == 'l');
        return is_pair ? at + 3 : at;
    }

    //  ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
    std::size_t gpt2_end(std::size_t at) const {
        const std::size_t start = text_[at] == ' ' ? at + 1 : at;
        if (start < text_.size() && kind(start) != Kind::space) return run_end(start, kind(start));
        return space_end(at);
    }

    // [^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
    std::size_t qwen2_end(std::size_t at) const {
        const Kind first = kind(at);
        if (first == Kind::letter) return run_end(at, Kind::letter);
        if (first == Kind::number) return run_end(at, Kind::number, rule_ == SplitRule::llama3 ? 3 : 1);
        if (!is_line_end(text_[at]) && is(after(at), Kind::letter)) return run_end(after(at), Kind::letter);
        const std::size_t start = text_[at] == ' ' ? at + 1 : at;
        if (is(start, Kind::other)) return line_ends_end(run_end(start, Kind::other));
        const std::size_t run = run_end(at, Kind::space);
        for (std::size_t i = run; i > at; --i)
            if (is_line_end(text_[i - 1])) return i;
        return space_end(at);
    }

    std::size_t line_ends_end(std::size_t at) const {
        while (at < text_.size() && is_line_end(text_[at])) ++at;
        return at;
    }

    // \s+(?!\S)|\s+: the last white space before a word goes with the word, unless it is alone.
    std::size_t space_end(std::size_t at) const {
        const std::size_t end = run_end(at, Kind::space);
        if (end == text_.size()) return end;
        const std::size_t last = character_before(text_, end);
        return last > at ? last : end;
    }

    SplitRule rule_;
    std::string_view text_;
};

}  // namespace

bool rule_of_expression(std::string_view expression, SplitRule& rule) {
    const auto* found = std::ranges::find(k_expressions, expression, &Expression::text);
    if (found == std::end(k_expressions)) return false;
    rule = found->rule;
    return true;
}

void append_split(SplitRule rule, std::string_view text, std::vector<ByteSpan>& pieces) {
    const Scanner scanner(rule, text);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = scanner.piece_end(at);
        pieces.push_back({at, end});
        at = end;
    }
}

}  // namespace rif::nn
