#include <rif/engine/expressions.hpp>

#include <algorithm>

namespace rif {
namespace {

constexpr std::string_view k_blanks = " \t\r\n";
constexpr std::string_view k_typographic_apostrophe = "\u2019";

std::string with_straight_apostrophes(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = text.find(k_typographic_apostrophe, at);
        result += text.substr(at, next - at);
        if (next == std::string_view::npos) break;
        result += '\'';
        at = next + k_typographic_apostrophe.size();
    }
    return result;
}

/// Blanks and nothing else, at least one.
bool is_gap(std::string_view between) { return !between.empty() && between.find_first_not_of(k_blanks) == std::string_view::npos; }

std::string joined(std::span<const std::string> pieces) {
    std::string result;
    for (const std::string& piece : pieces) result += (result.empty() ? "" : " ") + piece;
    return result;
}

/// Tokens in normal form, or their parts.
std::vector<std::string> pieces_of(std::string_view text, bool parts) {
    std::vector<std::string> result;
    for (const ByteSpan token : tokens(text)) {
        if (!parts)
            result.push_back(normal_form(token.of(text)));
        else
            for (const ByteSpan part : token_parts(text, token)) result.push_back(normal_form(part.of(text)));
    }
    return result;
}

}  // namespace

std::string with_single_blanks(std::string_view text) {
    std::string result;
    for (std::size_t at = text.find_first_not_of(k_blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(k_blanks, at), text.size());
        if (!result.empty()) result += ' ';
        result += text.substr(at, end - at);
        at = text.find_first_not_of(k_blanks, end);
    }
    return result;
}

std::string normal_form(std::string_view expression) { return with_single_blanks(with_straight_apostrophes(fold_case(expression))); }

SensitiveTerms::SensitiveTerms(const std::vector<std::string>& terms) {
    for (const std::string& term : terms) {
        const std::vector<std::string> pieces = pieces_of(term, false);
        if (pieces.empty()) continue;
        terms_.insert(joined(pieces));
        longest_ = std::max(longest_, pieces.size());
    }
}

bool SensitiveTerms::stands_in(std::string_view expression) const {
    return stands_in(pieces_of(expression, false)) || stands_in(pieces_of(expression, true));
}

bool SensitiveTerms::stands_in(const std::vector<std::string>& pieces) const {
    for (std::size_t first = 0; first < pieces.size(); ++first)
        for (std::size_t count = 1; count <= std::min(longest_, pieces.size() - first); ++count)
            if (terms_.contains(joined(std::span(pieces).subspan(first, count)))) return true;
    return false;
}

std::vector<TokenRun> units_of(std::string_view text, std::span<const ByteSpan> tokens, const Perturbation* perturbation) {
    const std::size_t longest = perturbation ? perturbation->longest_expression() : 1;
    std::vector<TokenRun> result;
    for (std::size_t first = 0; first < tokens.size();) {
        std::size_t end = first + 1;  // of the run that blanks alone hold together
        while (end < tokens.size() && end - first < longest &&
               is_gap(text.substr(tokens[end - 1].end, tokens[end].begin - tokens[end - 1].end)))
            ++end;
        while (end > first + 1 &&
               !perturbation->knows_expression(normal_form(text.substr(tokens[first].begin, tokens[end - 1].end - tokens[first].begin))))
            --end;
        result.push_back({first, end - 1});
        first = end;
    }
    return result;
}

}  // namespace rif
