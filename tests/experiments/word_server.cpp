#include "experiments/word_server.hpp"

#include <array>
#include <cmath>

namespace rif::test {

namespace {

struct Profession {
    std::string name;
    std::array<std::string, 5> words;
};

const std::array<Profession, 4> k_professions = {{{"nurse", {"flu", "dizz", "fever", "genial", "convalesc"}},
                                                  {"surgeon", {"tumor", "kneecap", "deft", "gullet", "edema"}},
                                                  {"teacher", {"fable", "proverb", "penmanship", "narrat", "tireless"}},
                                                  {"architect", {"mantel", "banister", "loft", "foyer", "elegant"}}}};

std::size_t count(const std::string& text, const std::string& word) {
    std::size_t result = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++result;
    return result;
}

std::string row(const std::string& text) {
    std::array<double, k_professions.size()> weights{};
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        std::size_t found = 0;
        for (const std::string& word : k_professions[i].words) found += count(text, word);
        sum += weights[i] = std::exp2(static_cast<double>(found));
    }
    std::string result;
    for (const double weight : weights) result += (result.empty() ? "" : ",") + std::to_string(weight / sum);
    return "[" + result + "]";
}

std::string joined(const std::string& quote) {
    std::string result;
    for (const Profession& each : k_professions) result += (result.empty() ? "" : ",") + (quote + each.name + quote);
    return "[" + result + "]";
}

}  // namespace

HttpReply answer_by_words(const HttpRequest& request) {
    std::string rows;
    for (const std::string& text : texts_of(request)) rows += (rows.empty() ? "" : ",") + row(text);
    return {200, R"({"labels":)" + joined("\"") + R"(,"probabilities":[)" + rows + "]}"};
}

std::string words_in_shell(const std::string& before) {
    std::string text = "while read -r line; do\n" + before + "case $line in '{\"texts\":[]}') rows= ;;\n";
    for (std::size_t i = 0; i < k_professions.size(); ++i) {
        for (std::size_t w = 0; w < k_professions[i].words.size(); ++w) text += (w == 0 ? "*" : " | *") + k_professions[i].words[w] + "*";
        text += ") rows='[";
        for (std::size_t j = 0; j < k_professions.size(); ++j) text += std::string(j == 0 ? "" : ",") + (i == j ? "0.7" : "0.1");
        text += "]' ;;\n";
    }
    return text + "*) rows='[0.4,0.3,0.2,0.1]' ;;\nesac\necho \"{\\\"labels\\\":" + joined("\\\"") +
           ",\\\"probabilities\\\":[$rows]}\"\ndone\n";
}

}  // namespace rif::test
