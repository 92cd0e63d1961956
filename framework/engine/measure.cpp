#include <rif/engine/measure.hpp>

#include <cmath>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {
namespace {

std::string_view context_name(AdmitContext context) {
    return context == AdmitContext::carrier ? "carrier" : context == AdmitContext::bare ? "bare" : "sentence";
}

void expect_rows(const AdmitCondition& condition, std::size_t asked, std::size_t given) {
    if (asked == given) return;
    throw Error("similarity-output",
                fmt::format("similarity {} was asked about {} pairs and answered {}", condition.condition.name, asked, given),
                "mend the similarity");
}

void expect_numbers(const AdmitCondition& condition, const std::vector<DirectedScore>& scores, const Proposals& proposals) {
    for (std::size_t i = 0; i < scores.size(); ++i) {
        if (!std::isnan(scores[i].value)) continue;
        throw Error("similarity-output",
                    fmt::format("similarity {} gave no number (nan) for '{}' and '{}'", condition.condition.name, proposals.word,
                                proposals.candidates[i].text),
                    "mend the similarity: rif plugins test holds it to its contract");
    }
}

/// Begins a sentence: with a capital, as its word would.
WordPair framed(std::string_view word, const std::string& candidate, const Frame& frame) {
    if (frame.before.empty()) return {title(word), title(candidate), frame.before, frame.after};
    return {std::string(word), candidate, frame.before, frame.after};
}

bool is_worse(const DirectedScore& a, const DirectedScore& b, Comparison comparison) {
    if (std::isnan(a.value) || std::isnan(b.value)) return std::isnan(a.value);  // so that none is lost among others
    const bool wants_more = comparison == Comparison::at_least || comparison == Comparison::above;
    return wants_more ? a.value < b.value : a.value > b.value;
}

std::vector<DirectedScore> bare(const AdmitCondition& condition, const Proposals& proposals) {
    std::vector<WordPair> pairs;
    for (const Candidate& candidate : proposals.candidates) pairs.push_back({std::string(proposals.word), candidate.text});
    return condition.condition.similarity->word_scores(pairs);
}

std::vector<DirectedScore> in_carriers(const AdmitCondition& condition, const Carriers& carriers, const Proposals& proposals) {
    std::vector<WordPair> pairs;
    for (const Candidate& candidate : proposals.candidates)
        for (const Frame& frame : carriers.frames(candidate)) pairs.push_back(framed(proposals.word, candidate.text, frame));
    const std::vector<DirectedScore> scores = condition.condition.similarity->word_scores(pairs);
    expect_rows(condition, pairs.size(), scores.size());
    std::vector<DirectedScore> result;
    std::size_t at = 0;
    for (const Candidate& candidate : proposals.candidates) {
        DirectedScore worst = scores[at];
        for (const std::size_t end = at + carriers.frames(candidate).size(); at < end; ++at)
            if (is_worse(scores[at], worst, condition.condition.comparison)) worst = scores[at];
        result.push_back(worst);
    }
    return result;
}

std::vector<DirectedScore> in_text(const AdmitCondition& condition, const Proposals& proposals) {
    const std::string text(proposals.text);
    std::vector<TextPair> pairs;
    for (const Candidate& candidate : proposals.candidates) {
        std::vector<Edit> edits{{proposals.span, follow_case(proposals.span.of(text), candidate.text)}};
        const std::string replacement = edits[0].replacement;
        if (proposals.agreement)
            for (Edit& edit : article_edits(text, proposals.span, replacement)) edits.push_back(std::move(edit));
        pairs.push_back({text, with_edits(text, edits)});
    }
    return condition.condition.similarity->directed_scores(pairs);
}

}  // namespace

AdmitContext context_of(const AdmitCondition& condition, AdmitContext context) {
    return condition.takes_texts ? context : AdmitContext::bare;
}

std::string measurement_key(const AdmitCondition& condition, AdmitContext context) {
    const std::string_view where = context_name(context_of(condition, context));
    return fmt::format("{} {}{}{}", condition.condition.name, where, condition.fingerprint.empty() ? "" : " ", condition.fingerprint);
}

std::vector<DirectedScore> measured(const AdmitCondition& condition, AdmitContext context, const Carriers& carriers,
                                    const Proposals& proposals) {
    if (proposals.candidates.empty()) return {};
    context = context_of(condition, context);
    std::vector<DirectedScore> result = context == AdmitContext::bare      ? bare(condition, proposals)
                                        : context == AdmitContext::carrier ? in_carriers(condition, carriers, proposals)
                                                                           : in_text(condition, proposals);
    expect_rows(condition, proposals.candidates.size(), result.size());
    expect_numbers(condition, result, proposals);
    return result;
}

}  // namespace rif
