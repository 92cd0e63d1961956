#include "filling.hpp"

#include <algorithm>

namespace rif::lexicon {

namespace {

/// An edit of v that becomes a slot.
struct Planned {
    Edit edit;
    std::string role;
    std::size_t term = 0;  // index into the mask: whose slot it is, or belongs to
    bool is_term = false;
};

/// The lexicon's spelling `to` in the case in which `from` is written in the text.
std::string cased(std::string_view written, const std::string& from, const std::string& to, bool starts_sentence, bool small_text) {
    const bool own_capitals = !is_lower(from);
    if (small_text || (own_capitals && is_lower(written))) return lower(to);
    if (code_points(written) > 1 && is_upper(written) && !is_upper(from)) return upper(to);
    if (own_capitals && written == from) return starts_sentence ? title(to) : to;
    return follow_case(written, to);
}

class Filler {
public:
    Filler(const Masking& masking, const Words& words, const Mask& mask, const std::vector<std::size_t>& targets)
        : masking_(masking), words_(words), mask_(mask), targets_(targets), small_text_(is_lower(words.text)) {}

    CounterpartText fill() {
        for (std::size_t i = 0; i < mask_.terms.size(); ++i) plan_term(i);
        const std::size_t terms = planned_.size();
        for (std::size_t i = 0; i < terms; ++i) plan_followers(planned_[i].term, planned_[i].edit.replacement);
        std::ranges::stable_sort(planned_, [](const Planned& a, const Planned& b) { return a.edit.span.begin < b.edit.span.begin; });
        make_text();
        name_values();
        add_cues();
        result_.ambiguous = result_.ambiguous || !masks_alike();
        return std::move(result_);
    }

private:
    const Lexicon& lexicon_of(std::size_t i) const { return masking_.attributes()[mask_.terms[i].meaning.attribute].lexicon; }
    const Term& target_term(std::size_t i, const Meaning& meaning) const { return masking_.concept_of(meaning).terms[targets_[i]]; }

    void plan_term(std::size_t i) {
        const Found& found = mask_.terms[i];
        const Term& to = target_term(i, found.meaning);
        if (to.absent() || found.meaning.value == targets_[i]) return;
        std::string replacement = cased(found.span.of(words_.text), masking_.spelling_of(found.meaning), to.text,
                                        words_[found.first].starts_sentence, small_text_);
        planned_.push_back({{found.span, std::move(replacement)}, masking_.concept_of(found.meaning).role, i, true});
        if (found.other && target_term(i, *found.other).text != to.text) result_.ambiguous = true;
    }

    void plan_followers(std::size_t i, const std::string replacement) {
        const Found& found = mask_.terms[i];
        if (indefinite_article(found.span.of(words_.text)) != indefinite_article(replacement))
            for (Edit& edit : article_edits(words_.text, found.span, replacement)) plan({std::move(edit), "article", i});
        if (masking_.concept_of(found.meaning).role != "pronoun") return;
        const auto& plural = lexicon_of(i).plural_verb;
        const bool was = plural.contains(fold_case(masking_.term_of(found.meaning).text)),
                   is = plural.contains(fold_case(target_term(i, found.meaning).text));
        if (was == is) return;
        const Agreement agreement = masking_.english().agreement(words_, found.first, is);
        for (const VerbChange& change : agreement.changes) plan({{change.span, change.replacement}, "verb", i});
        if (was || !agreement.sure) result_.ambiguous = true;  // `they` may be several
    }

    void plan(Planned more) {
        const bool taken = std::ranges::any_of(planned_, [&](const Planned& known) { return known.edit.span.overlaps(more.edit.span); });
        if (!taken) planned_.push_back(std::move(more));
    }

    void make_text() {
        std::vector<Edit> edits;
        std::size_t shift = 0;  // modulo 2^64: v' may be the shorter
        for (const Planned& planned : planned_) {
            const Found& found = mask_.terms[planned.term];
            const std::vector<std::string>& values = lexicon_of(planned.term).values;
            const std::size_t begin = planned.edit.span.begin + shift;
            result_.slots.push_back({lexicon_of(planned.term).attribute,
                                     planned.role,
                                     planned.edit.span,
                                     {begin, begin + planned.edit.replacement.size()},
                                     values[found.meaning.value],
                                     values[targets_[planned.term]]});
            shift += planned.edit.replacement.size() - planned.edit.span.size();
            edits.push_back(planned.edit);
        }
        result_.text = with_edits(words_.text, edits);
    }

    /// "female", or "female+male" where the text names several: in order of place.
    void name_values() {
        const auto add = [](std::string& names, const std::string& name) {
            const std::string both = "+" + names + "+";
            if (both.find("+" + name + "+") == std::string::npos) names += (names.empty() ? "" : "+") + name;
        };
        for (const Slot& slot : result_.slots) {
            add(result_.from[slot.attribute], slot.from);
            add(result_.to[slot.attribute], slot.to);
        }
    }

    void add_cue(ByteSpan span) {
        const std::string cue(span.of(words_.text));
        if (std::ranges::find(result_.residual_cues, cue) == result_.residual_cues.end()) result_.residual_cues.push_back(cue);
    }

    /// What hints at a value that was left: cues of the lexicon, and terms that the new value has no word for.
    void add_cues() {
        std::vector<ByteSpan> spans;
        for (const Found& cue : mask_.cues) {
            const bool left = std::ranges::any_of(mask_.terms, [&](const Found& found) {
                return found.meaning.attribute == cue.meaning.attribute && found.meaning.value == cue.meaning.value;
            });
            if (left) spans.push_back(cue.span);
        }
        for (std::size_t i = 0; i < mask_.terms.size(); ++i)
            if (target_term(i, mask_.terms[i].meaning).absent()) spans.push_back(mask_.terms[i].span);
        std::ranges::sort(spans, {}, &ByteSpan::begin);
        for (const ByteSpan& span : spans) add_cue(span);
    }

    /// M(v') read from v' afresh: the same places, each with its role and new value. A term that is only put in is not looked for.
    bool masks_alike() const {
        const Words words = words_of(result_.text);
        const Mask again = masking_.mask(words);
        std::size_t expected = 0;
        for (const Planned& planned : planned_) {
            if (!planned.is_term) continue;
            const Meaning& meaning = mask_.terms[planned.term].meaning;
            if (target_term(planned.term, meaning).put_in_only) continue;
            ++expected;
            const auto slot = std::ranges::find(result_.slots, planned.edit.span, &Slot::v);
            const auto found = std::ranges::find(again.terms, slot->v_prime, &Found::span);
            if (found == again.terms.end() || found->meaning.value != targets_[planned.term] ||
                masking_.concept_of(found->meaning).role != planned.role)
                return false;
        }
        const auto in_term_slot = [&](const Found& found) {
            return std::ranges::any_of(result_.slots, [&](const Slot& slot) { return slot.v_prime.contains(found.span); });
        };
        const auto stayed =
            static_cast<std::size_t>(std::ranges::count_if(again.terms, [&](const Found& found) { return !in_term_slot(found); }));
        const auto left = mask_.terms.size() - static_cast<std::size_t>(std::ranges::count(planned_, true, &Planned::is_term));
        return stayed == left && again.terms.size() >= expected;
    }

    const Masking& masking_;
    const Words& words_;
    const Mask& mask_;
    const std::vector<std::size_t>& targets_;
    const bool small_text_;
    std::vector<Planned> planned_;
    CounterpartText result_;
};

}  // namespace

CounterpartText filled(const Masking& masking, const Words& words, const Mask& mask, const std::vector<std::size_t>& targets) {
    return Filler(masking, words, mask, targets).fill();
}

}  // namespace rif::lexicon
