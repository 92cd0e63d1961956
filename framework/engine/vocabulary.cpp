#include <rif/engine/vocabulary.hpp>

#include <algorithm>
#include <unordered_map>

#include <rif/base/file.hpp>

namespace rif {
namespace {

using Counts = std::unordered_map<std::string, VocabularyWord>;

/// Adds the units of one text. A sensitive term stands between expressions, never in one.
void count(std::string_view text, const Perturbation* expressions, Counts& counts, std::size_t& occurrences) {
    std::vector<ByteSpan> found = tokens(text);
    std::erase_if(found, [&](ByteSpan token) { return !has_letter_or_digit(token.of(text)); });
    for (const TokenRun run : units_of(text, found, expressions)) {
        const std::string_view unit = text.substr(found[run.first].begin, found[run.last].end - found[run.first].begin);
        std::string key = normal_form(unit);
        VocabularyWord& word = counts[key];
        if (word.count++ == 0) word.form = with_single_blanks(lower(unit)), word.key = std::move(key);
        ++occurrences;
    }
}

}  // namespace

StopWords stop_words(const Services& services, const Place& place) {
    const std::string text = read_file(services.data_file("lists/stop_words.txt", place), place);
    StopWords result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        if (!line.starts_with('#')) result.insert(normal_form(line));
        at = end + 1;
    }
    result.erase("");
    return result;
}

Vocabulary vocabulary_of(std::span<const std::string> texts, std::size_t most, const SensitiveTerms& sensitive, const StopWords& stop,
                         const Perturbation* expressions) {
    Counts counts;
    Vocabulary result;
    for (const std::string& text : texts) count(text, expressions, counts, result.occurrences);
    for (auto& [key, word] : counts)
        if (!stop.contains(key) && !sensitive.stands_in(word.form)) result.words.push_back(std::move(word));
    std::sort(result.words.begin(), result.words.end(),
              [](const VocabularyWord& a, const VocabularyWord& b) { return a.count != b.count ? a.count > b.count : a.key < b.key; });
    result.words.resize(std::min(result.words.size(), most));
    for (const VocabularyWord& word : result.words) result.occurrences_covered += word.count;
    return result;
}

}  // namespace rif
