#include <rif/cli/pair_text.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/text.hpp>
#include <rif/cli/run_console.hpp>

namespace rif::cli {

namespace {

std::string label_name(const std::vector<std::string>& labels, std::size_t label) {
    return label < labels.size() ? labels[label] : fmt::format("class {}", label + 1);
}

/// "nurse 0.91 -> 0.88", and what it is taken for at the end where that is another label: "surgeon 0.64".
std::string prediction_text(const MemberRecord& member, std::size_t label, const std::vector<std::string>& labels) {
    if (member.clean_probabilities.empty()) return "the model was not asked";
    std::string text = fmt::format("{} {:.2f}", label_name(labels, label), member.clean_probabilities[label]);
    if (!member.final_probabilities.empty() && member.final_text != member.clean_text)
        text += fmt::format(" -> {:.2f}", member.final_probabilities[label]);
    const auto& last = member.final_probabilities.empty() ? member.clean_probabilities : member.final_probabilities;
    const std::size_t predicted = predicted_label(last);
    if (predicted != label) text += fmt::format("   {} {:.2f}", label_name(labels, predicted), last[predicted]);
    return text;
}

std::string kept_or(const std::string& word) { return word.empty() ? "(kept)" : word; }

/// PII of one step: how much one substitution moved the prediction (measures, section 2), against the step before.
std::string moved(const std::vector<float>& before, const std::vector<float>& after, bool edited) {
    return edited ? fmt::format("{:.3f}", l2(before, after)) : "-";
}

std::string steps_text(const PairRecord& pair) {
    std::vector<std::vector<std::string>> rows = {{"  round", "queries", "token", "v", "v'", "p(v)", "p(v')", "PII v", "PII v'"}};
    std::vector<float> v = pair.v.clean_probabilities, v_prime = pair.v_prime.clean_probabilities;
    for (const StepRecord& step : pair.steps) {
        rows.push_back({fmt::format("  {}", step.round), std::to_string(step.queries), step.token, kept_or(step.v), kept_or(step.v_prime),
                        fmt::format("{:.2f}", step.p_v[pair.label]), fmt::format("{:.2f}", step.p_v_prime[pair.label]),
                        moved(v, step.p_v, !step.v.empty()), moved(v_prime, step.p_v_prime, !step.v_prime.empty())});
        v = step.p_v, v_prime = step.p_v_prime;
    }
    return rows.size() > 1 ? table_text(rows) : std::string("  no step was kept\n");
}

std::string head_text(const PairRecord& pair, const CellRecord& cell, const std::vector<std::string>& labels) {
    std::string text = fmt::format("text {}, label {}   cell {} ({}): {} / {}{}: ", pair.pair, label_name(labels, pair.label), cell.number,
                                   cell.id, cell.model, cell.attack, cell.target.empty() ? "" : " / " + cell.target);
    if (!pair.stop) return text + std::string(outcome_name(pair.outcome)) + (pair.message.empty() ? "" : ": " + pair.message) + "\n";
    text +=
        fmt::format("{} after {} {}, {} queries", stop_name(*pair.stop), pair.rounds, pair.rounds == 1 ? "round" : "rounds", pair.queries);
    if (pair.clean_quadrant && pair.quadrant)
        text += fmt::format(", {} -> {}", quadrant_name(*pair.clean_quadrant), quadrant_name(*pair.quadrant));
    return text + "\n";
}

}  // namespace

std::string marked(const MemberRecord& member) {
    std::vector<Edit> edits;
    for (const MadeSubstitution& made : member.substitutions)
        edits.push_back({made.span, fmt::format("[{} -> {}]", made.word, made.replacement)});
    return with_edits(member.clean_text, edits);
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    std::string result, line, word;
    const std::string blanks(indent, ' ');
    const auto finish_word = [&] {
        if (!line.empty() && indent + display_width(line) + 1 + display_width(word) > width) {
            result += (result.empty() ? "" : blanks) + line + "\n";
            line.clear();
        }
        line += (line.empty() || word.empty() ? "" : " ") + word;
        word.clear();
    };
    for (const char c : text) {
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t')
            finish_word();
        else
            word += c;
    }
    finish_word();
    return result + (result.empty() ? "" : blanks) + line + "\n";
}

std::string pair_text(const PairRecord& pair, const CellRecord& cell, const std::vector<std::string>& labels, std::size_t width) {
    std::string text = head_text(pair, cell, labels);
    text += "  v   " + wrapped(marked(pair.v), width, 6);
    text += "      " + prediction_text(pair.v, pair.label, labels) + "\n";
    if (!pair.v_prime.clean_text.empty()) {
        text += "  v'  " + wrapped(marked(pair.v_prime), width, 6);
        text += "      " + prediction_text(pair.v_prime, pair.label, labels) + "\n";
    }
    if (pair.ambiguous) text += "  a grammatical role in it is ambiguous\n";
    if (!pair.residual_cues.empty()) text += fmt::format("  cues that stayed behind: {}\n", fmt::join(pair.residual_cues, ", "));
    return pair.stop ? text + steps_text(pair) : text;
}

}  // namespace rif::cli
