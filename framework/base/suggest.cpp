// "Did you mean": names near to a mistyped word, and how a list of names is said in a sentence.
#include <rif/base/diagnostic.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/core.h>

namespace rif {

namespace {

constexpr std::size_t k_most_listed = 8;  // so many names are all said
constexpr std::size_t k_farthest = 3;
constexpr std::size_t k_longest_word = 64;  // a longer word is no slip of a key

char lower_ascii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letter(char a, char b) { return lower_ascii(a) == lower_ascii(b); }

/// Fewest insertions, deletions, replacements and swaps of neighbours (optimal string alignment); capitals do not count.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = last[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, changed});
            const bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
            if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(now);
    }
    return last[b.size()];
}

std::string said(const std::vector<std::string>& names) {
    std::string result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) result += i + 1 == names.size() ? " or " : ", ";
        result += fmt::format("'{}'", names[i]);
    }
    return result;
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names, std::size_t most) {
    const std::size_t limit = std::clamp<std::size_t>(word.size() / 3, 1, k_farthest);
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& name : names) {
        const std::size_t difference = name.size() > word.size() ? name.size() - word.size() : word.size() - name.size();
        if (difference > limit || word.size() > k_longest_word) continue;
        const std::size_t far = distance(word, name);
        if (far <= limit) near.emplace_back(far, name);
    }
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> result;
    for (auto& [far, name] : near) {
        if (result.size() == most) break;
        if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(std::move(name));
    }
    return result;
}

std::string expected_names(std::string_view word, const std::vector<std::string>& names) {
    return said(names.size() <= k_most_listed ? names : nearest(word, names));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
    const std::vector<std::string> near = nearest(word, names, 1);
    return near.empty() ? "" : fmt::format("did you mean '{}'?", near.front());
}

}  // namespace rif
