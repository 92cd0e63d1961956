// Writing a dictionary: aligned, one entry a paragraph, in the order of words.
#include <array>

#include <fmt/format.h>

#include <rif/engine/dictionary.hpp>

namespace rif {
namespace {

constexpr std::string_view k_head =
    "# Substitutions and who admitted them. To decide one yourself, set its verdict to \"admitted\" or \"rejected\" and write your name "
    "into\n"
    "# reviewed_by: your verdict then beats every threshold. You may add entries (word, substitution, verdict, reviewed_by) and fill in "
    "note;\n"
    "# comments are not kept. S_eq, forward and backward are what measured_by said: P(word => substitution) and the reverse.\n";

constexpr std::array<std::string_view, 3> k_verdicts = {"open", "admitted", "rejected"};

/// A basic string of TOML.
std::string toml_text(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += '\\', result += c;
        else if (byte < 0x20 || byte == 0x7f)
            result += fmt::format("\\u{:04X}", byte);
        else
            result += c;
    }
    return result + '"';
}

/// Reads back as the same double.
std::string toml_number(double value) {
    std::string text = fmt::format("{}", value);
    const bool is_float = text.find_first_of(".en") != std::string::npos;  // 1e-05, nan, inf; else TOML would take it for an integer
    return is_float ? text : text + ".0";
}

std::string scores(const DirectedScore& score, std::string_view between) {
    std::string result = fmt::format("S_eq         = {}", toml_number(score.value));
    if (score.forward) result += fmt::format("{}forward      = {}", between, toml_number(*score.forward));
    if (score.backward) result += fmt::format("{}backward     = {}", between, toml_number(*score.backward));
    return result;
}

std::string also(const DictionaryEntry& entry) {
    std::string result;
    for (std::size_t i = 1; i < entry.measured.size(); ++i) {
        const auto& [by, score] = entry.measured[i];
        result += fmt::format("{}{{ measured_by = {}, S_eq = {}", result.empty() ? "" : ", ", toml_text(by), toml_number(score.value));
        if (score.forward) result += fmt::format(", forward = {}", toml_number(*score.forward));
        if (score.backward) result += fmt::format(", backward = {}", toml_number(*score.backward));
        result += " }";
    }
    return result;
}

std::string paragraph(const DictionaryEntry& entry) {
    std::string result =
        fmt::format("\n[[entry]]\nword         = {}\nsubstitution = {}\n", toml_text(entry.word), toml_text(entry.substitution));
    if (!entry.measured.empty())
        result += fmt::format("{}\nmeasured_by  = {}\n", scores(entry.measured[0].score, "\n"), toml_text(entry.measured[0].by));
    if (entry.measured.size() > 1) result += fmt::format("also         = [{}]\n", also(entry));
    return result + fmt::format("source       = {}\nverdict      = {}\nreviewed_by  = {}\nnote         = {}\n", toml_text(entry.source),
                                toml_text(k_verdicts[std::size_t(entry.verdict)]), toml_text(entry.reviewed_by), toml_text(entry.note));
}

}  // namespace

std::string Dictionary::print() const {
    std::string result = fmt::format("{}\nformat       = 1\nperturbation = {}\n", k_head, toml_text(perturbation));
    for (const auto& [key, word] : words)
        for (const DictionaryEntry& entry : word.entries) result += paragraph(entry);
    result += "\n# Words that the perturbation was asked about, and for how many candidates at most.\n[asked]\n";
    for (const auto& [key, word] : words)
        if (word.asked > 0) result += fmt::format("{} = {}\n", toml_text(key), word.asked);
    return result;
}

}  // namespace rif
