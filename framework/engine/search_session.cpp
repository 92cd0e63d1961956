#include <rif/engine/search_session.hpp>

#include <algorithm>

#include <rif/base/error.hpp>

namespace rif {

namespace {

Variant clean_variant(const PairView& pair, Member member, std::span<const float> probabilities) {
    return {member, {}, pair.pair().text(member), {probabilities.begin(), probabilities.end()}};
}

/// What the unit at `token` became in a variant; "" where it was kept.
std::string replacement_at(const Variant& variant, TokenIndex token) {
    const auto at = std::find_if(variant.substitutions.begin(), variant.substitutions.end(),
                                 [&](const Substitution& substitution) { return substitution.token == token; });
    return at == variant.substitutions.end() ? std::string() : at->candidate.text;
}

}  // namespace

SearchSession::SearchSession(const PairView& pair, const SearchSettings& settings, std::span<const float> v, std::span<const float> v_prime)
    : pair_(pair),
      settings_(settings),
      random_(stream(settings.seed, {"attack", settings.attack, pair.pair().id})),
      clean_{clean_variant(pair, Member::v, v), clean_variant(pair, Member::v_prime, v_prime)},
      current_{clean_[0], clean_[1]} {
    counts_ = {2, 0, 2, 0};  // the clean predictions of both members
    ever_violated_ = Session::violated();
}

void SearchSession::check_budget(std::size_t texts) const {
    if (settings_.cancelled && settings_.cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
    if (settings_.budget.queries && counts_.queries + texts > *settings_.budget.queries) throw BudgetSpent{};
    if (!settings_.budget.seconds) return;
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begun_;
    if (used.count() > *settings_.budget.seconds) throw BudgetSpent{true};
}

Matrix SearchSession::scores(std::span<const std::string> texts) {
    check_budget(texts.size());
    return settings_.scorer->probabilities(texts, counts_);
}

std::span<const Candidate> SearchSession::candidates(Member member, TokenIndex token) {
    if (!settings_.admission) return {};
    const std::string& text = pair_.pair().text(member);
    const ByteSpan span = pair_.units()[token].in(member);
    return settings_.admission->candidates(span.of(text), text, span);
}

std::string SearchSession::text_of(Member member, const std::vector<Substitution>& substitutions) const {
    const std::string& text = pair_.pair().text(member);
    const bool agreement = settings_.admission && settings_.admission->settings().agreement;
    std::vector<Edit> edits, articles;
    for (const Substitution& substitution : substitutions) {
        const ByteSpan span = pair_.units()[substitution.token].in(member);
        edits.push_back({span, follow_case(span.of(text), substitution.candidate.text)});
        if (!agreement) continue;
        for (Edit& edit : article_edits(text, span, edits.back().replacement)) articles.push_back(std::move(edit));
    }
    // An article that was itself substituted stays as substituted; one of the counterpart's slots is free to follow.
    const std::size_t substituted = edits.size();
    for (Edit& article : articles) {
        const bool taken = std::any_of(edits.begin(), edits.begin() + static_cast<std::ptrdiff_t>(substituted),
                                       [&](const Edit& edit) { return edit.span.overlaps(article.span); });
        if (!taken) edits.push_back(std::move(article));
    }
    return with_edits(text, edits);
}

Variant SearchSession::with(const Variant& base, TokenIndex token, const Candidate& candidate) const {
    Variant result;
    result.member = base.member;
    result.substitutions.reserve(base.substitutions.size() + 1);
    for (const Substitution& substitution : base.substitutions) {
        if (substitution.token != token) result.substitutions.push_back(substitution);
    }
    result.substitutions.push_back({base.member, token, candidate});
    result.text = text_of(base.member, result.substitutions);
    return result;
}

void SearchSession::begin_round(TokenIndex token) {
    if (round_token_ == token) return;
    round_token_ = token;
    ++rounds_;
}

void SearchSession::score(std::span<Variant> variants, TokenIndex token) {
    std::vector<std::string> texts;
    for (const Variant& variant : variants) {
        if (!variant.scored()) texts.push_back(variant.text);
    }
    if (variants.empty()) return;
    if (texts.empty()) return begin_round(token);
    const Matrix rows = scores(texts);  // throws where the budget ends: then no candidate was tried
    begin_round(token);
    std::size_t next = 0;
    for (Variant& variant : variants) {
        if (!variant.scored()) variant.probabilities.assign(rows[next].begin(), rows[next].end()), ++next;
    }
}

void SearchSession::keep(Variant v, Variant v_prime, TokenIndex token) {
    if (v.member != Member::v || v_prime.member != Member::v_prime)
        assertion_failed("keep() was given the members in the wrong order", __FILE__, __LINE__);
    Variant both[2] = {std::move(v), std::move(v_prime)};
    score(both, token);
    StepRecord step;
    step.round = rounds_;
    step.queries = counts_.queries;
    step.token = std::string(pair_.word(token));
    step.v = replacement_at(both[0], token);
    step.v_prime = replacement_at(both[1], token);
    step.p_v = both[0].probabilities;
    step.p_v_prime = both[1].probabilities;
    steps_.push_back(std::move(step));
    current_[0] = std::move(both[0]);
    current_[1] = std::move(both[1]);
    ever_violated_ = ever_violated_ || Session::violated();
}

MadeSubstitution SearchSession::made(Member member, const Substitution& substitution) const {
    const ByteSpan span = pair_.units()[substitution.token].in(member);
    const std::string word(span.of(pair_.pair().text(member)));
    return {substitution.token,          span, word, follow_case(word, substitution.candidate.text), substitution.candidate.source,
            substitution.candidate.value};
}

void SearchSession::write(PairRecord& record) const {
    for (const Member member : {Member::v, Member::v_prime}) {
        MemberRecord& into = member == Member::v ? record.v : record.v_prime;
        into.clean_text = clean(member).text;
        into.final_text = current(member).text;
        into.clean_probabilities = clean(member).probabilities;
        into.final_probabilities = current(member).probabilities;
        for (const Substitution& substitution : current(member).substitutions) into.substitutions.push_back(made(member, substitution));
    }
    if (counts_.queries != counts_.model_calls + counts_.cache_hits + counts_.duplicates) {
        assertion_failed("queries are not model calls, cache hits and duplicates together", __FILE__, __LINE__);
    }
    record.steps = steps_;
    record.rounds = rounds_;
    record.queries = counts_.queries;
    record.ever_violated = ever_violated_;
    record.clean_quadrant = quadrant(clean(Member::v), clean(Member::v_prime));
    record.quadrant = Session::quadrant();
}

}  // namespace rif
