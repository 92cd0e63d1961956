// rif try perturbation.NAME: what is proposed for each word, what of it is admitted, and why the rest is not.
#include <rif/cli/try_trial.hpp>

#include <algorithm>
#include <span>

#include <fmt/core.h>

#include <rif/api/counterpart.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/similarity.hpp>
#include <rif/base/json.hpp>
#include <rif/engine/admission.hpp>
#include <rif/engine/admission_inputs.hpp>
#include <rif/engine/expressions.hpp>
#include <rif/engine/measure.hpp>
#include <rif/engine/vocabulary.hpp>

namespace rif::cli {

namespace {

using dsl::Block;

/// Sensitive terms of the counterpart that `run` names first; none where it names none.
std::vector<std::string> sensitive_terms(Trial& trial) {
    if (!trial.experiment.run) return {};
    const std::vector<std::string> names = trial.experiment.run_names("counterpart");
    const Block* block = names.empty() ? nullptr : trial.experiment.find(Role::counterpart, names.front());
    return block ? trial.assembly.make<Counterpart>(*block, {})->sensitive_terms() : std::vector<std::string>();
}

struct Verdict {
    std::string reason;  // empty: admitted
    std::optional<double> value;
};

/// Decides as Admission does, one candidate at a time, and keeps what decided.
class Reasons {
public:
    Reasons(const Trial& trial, const AdmissionSettings& settings, const std::vector<std::string>& terms)
        : settings_(settings),
          sensitive_(terms),
          stop_(settings.skip_stop_words ? stop_words(*trial.services, settings.place) : StopWords{}) {
        if (settings.context == AdmitContext::carrier && !settings.admit.empty())
            carriers_ = Carriers::read(*trial.services, settings.place);
    }

    /// Why this candidate of the word at `span` of `text` is not admitted.
    Verdict of(const Candidate& candidate, std::string_view text, ByteSpan span) const {
        const std::string word = lower(span.of(text));
        if (stop_.contains(normal_form(word))) return {"stop word", {}};
        if (sensitive_.stands_in(word) || sensitive_.stands_in(candidate.text)) return {"sensitive term", {}};
        if (normal_form(candidate.text) == normal_form(word)) return {"the word itself", {}};
        std::optional<double> first;
        for (const AdmitCondition& condition : settings_.admit) {
            const Proposals proposals{word, {candidate}, text, span, settings_.agreement};
            const double value = measured(condition, settings_.context, carriers_, proposals).front().value;
            if (!condition.condition.admits(value)) return {beyond(condition.condition), value};
            if (!first) first = value;
        }
        return {"not in the vocabulary", first};
    }

private:
    static std::string beyond(const Condition& condition) {
        const bool wants_more = condition.comparison == Comparison::at_least || condition.comparison == Comparison::above;
        return fmt::format("{} the bound {} of {}", wants_more ? "below" : "above", condition.bound, condition.name);
    }

    const AdmissionSettings& settings_;
    SensitiveTerms sensitive_;
    StopWords stop_;
    Carriers carriers_;
};

std::string candidate_answer(const Trial& trial, std::string_view word, const Candidate& candidate, const Verdict& verdict) {
    const char* name = verdict.reason.empty() ? "admitted" : "rejected";
    if (trial.request.json) {
        return fmt::format(R"({{"word":{},"candidate":{},"verdict":"{}","reason":{},"source":{},"value":{}}})", json_string(word),
                           json_string(candidate.text), name, verdict.reason.empty() ? "null" : json_string(verdict.reason),
                           json_string(candidate.source), verdict.value ? json_number(*verdict.value) : "null") +
               "\n";
    }
    return fmt::format("    {:<9} {}{}{}{}\n", name, candidate.text, verdict.value ? fmt::format("  {:.3f}", *verdict.value) : "",
                       verdict.reason.empty() ? "" : "  " + verdict.reason, trial.request.detail ? "  " + candidate.source : "");
}

}  // namespace

std::string tried_perturbation(Trial& trial) {
    const auto perturbation = trial.assembly.make<Perturbation>(trial.block, {});
    AdmissionSettings settings = admission_settings(trial.experiment, trial.block, {}, trial.assembly.arguments(trial.block, {}));
    settings.dictionary.reset();  // asking never writes
    std::vector<std::string> texts;
    for (const Input& input : inputs_of(trial)) texts.push_back(input.text);
    const std::vector<std::string> terms = sensitive_terms(trial);
    const auto admission = Admission::build(perturbation, settings, texts, terms, *trial.services);
    const Reasons reasons(trial, settings, terms);
    std::string answer;
    for (const std::string& text : texts) {
        if (!trial.request.json) answer += text + "\n";
        for (const ByteSpan& token : tokens(text)) {
            const std::string_view word = token.of(text);
            if (!has_letter_or_digit(word)) continue;
            const auto proposed = perturbation->candidates({word, text, token}, settings.candidates);
            const auto admitted = admission->candidates(word, text, token);
            if (!trial.request.json) answer += fmt::format("  {}{}\n", word, proposed.empty() ? "  (nothing proposed)" : "");
            for (const Candidate& candidate : proposed) {
                const auto at =
                    std::find_if(admitted.begin(), admitted.end(), [&](const Candidate& each) { return each.text == candidate.text; });
                const bool is_admitted = at != admitted.end();
                answer += candidate_answer(trial, word, is_admitted ? *at : candidate,
                                           is_admitted ? Verdict{"", at->value} : reasons.of(candidate, text, token));
            }
        }
    }
    return answer;
}

}  // namespace rif::cli
