#include <rif/host/stand_ins.hpp>

#include <cmath>

#include <rif/api/attack.hpp>
#include <rif/api/counterpart.hpp>
#include <rif/api/dataset.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/similarity.hpp>

namespace rif {

namespace {

/// A weight in [-1, 1] for a word, the same on every machine.
double weight_of(std::string_view word) {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return static_cast<double>(hash % 2001) / 1000 - 1;
}

class StandInModel final : public Model {
public:
    ScoreKind score_kind() const override { return ScoreKind::probabilities; }
    std::vector<std::string> labels() const override { return {"negative", "positive"}; }
    std::string fingerprint() const override { return "stand-in"; }
    Matrix predict(std::span<const std::string> texts) const override {
        Matrix result(texts.size(), 2);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            double sum = 0;
            for (const ByteSpan token : tokens(texts[i])) sum += weight_of(token.of(texts[i]));
            const double positive = 1 / (1 + std::exp(-sum));
            result[i][0] = static_cast<float>(1 - positive);
            result[i][1] = static_cast<float>(positive);
        }
        return result;
    }
};

class StandInSimilarity final : public Similarity {
public:
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        std::vector<double> result;
        for (const TextPair& pair : pairs) result.push_back(pair.a == pair.b ? 1 : 0.9);
        return result;
    }
    std::vector<double> row_scores(std::span<const RowPair> pairs) const override { return std::vector<double>(pairs.size(), 0.5); }
};

class StandInPerturbation final : public Perturbation {
public:
    std::vector<Candidate> candidates(const Occurrence& occurrence, std::size_t most) const override {
        std::vector<Candidate> result;
        for (const char* ending : {"ing", "ly", "ness"}) result.push_back({std::string(occurrence.word) + ending, "stand-in"});
        result.resize(std::min(result.size(), most));
        return result;
    }
};

class StandInCounterpart final : public Counterpart {
public:
    Counterparts counterparts(const Individual&, Random) const override { return {{}, Outcome::no_sensitive_token, {}}; }
    std::vector<std::string> attributes() const override { return {"gender"}; }
    std::vector<std::string> sensitive_terms() const override { return {"he", "she"}; }
};

class StandInDataset final : public Dataset {
public:
    std::vector<std::string> labels() const override { return {"negative", "positive"}; }
    std::vector<Individual> individuals() const override {
        std::vector<Individual> result;
        for (std::size_t i = 0; i < 8; ++i) {
            result.push_back({std::to_string(i), i % 2 ? "a good day" : "a bad day", i % 2});
        }
        return result;
    }
};

class StandInAttack final : public Attack {
public:
    SearchEnd search(const PairView&, Session& session) const override { return session.end(Stop::exhausted); }
};

constexpr std::string_view k_texts[k_stand_in_pairs] = {"She repaired the old engine and drove it home.", "Nurse she was, tired.",
                                                        "\"She\" won"};

}  // namespace

std::shared_ptr<Component> stand_in(std::string_view role) {
    if (role == "similarity") return std::make_shared<StandInSimilarity>();
    if (role == "model") return std::make_shared<StandInModel>();
    if (role == "perturbation") return std::make_shared<StandInPerturbation>();
    if (role == "counterpart") return std::make_shared<StandInCounterpart>();
    if (role == "dataset") return std::make_shared<StandInDataset>();
    if (role == "attack") return std::make_shared<StandInAttack>();
    return nullptr;
}

std::shared_ptr<const Model> stand_in_model() { return std::make_shared<StandInModel>(); }

PairView stand_in_pair(std::size_t number) {
    const std::string text(k_texts[number % k_stand_in_pairs]);
    CounterpartText counterpart{text, {}, {{"gender", "female"}}, {{"gender", "male"}}};
    for (const std::string_view from : {"She", "she"}) {
        const std::size_t at = text.find(from);
        if (at == std::string::npos) continue;
        const std::string to = from == "She" ? "He" : "he";
        counterpart.text.replace(at, from.size(), to);
        counterpart.slots.push_back({"gender", "pronoun", {at, at + from.size()}, {at, at + to.size()}, "female", "male"});
        break;
    }
    auto pair = std::make_shared<Pair>(make_pair({"stand-in " + std::to_string(number), text, number % 2}, std::move(counterpart)));
    std::vector<EditableUnit> units;
    for (const AlignedToken& token : pair->tokens) units.push_back({token.v, token.v_prime});
    return PairView(std::move(pair), std::move(units));
}

StandInSession::StandInSession(PairView pair, std::optional<Target> target, std::size_t queries, bool with_candidates)
    : pair_(std::move(pair)),
      target_(std::move(target)),
      budget_(queries),
      with_candidates_(with_candidates),
      random_(stream(7, {pair_.pair().id})) {
    const StandInPerturbation perturbation;
    for (TokenIndex token = 0; token < pair_.units().size(); ++token)
        candidates_.push_back(perturbation.candidates({pair_.word(token)}, 3));
    const std::string texts[2] = {pair_.pair().text(Member::v), pair_.pair().text(Member::v_prime)};
    const Matrix rows = StandInModel().predict(texts);
    for (const Member member : {Member::v, Member::v_prime}) {
        const std::span<const float> row = rows[clean_.size()];
        clean_.push_back({member, {}, pair_.pair().text(member), {row.begin(), row.end()}});
    }
    current_ = clean_;
}

Matrix StandInSession::scores(std::span<const std::string> texts) {
    if (spent_ || queries_ + texts.size() > budget_) {
        spent_ = true;
        throw BudgetSpent{};
    }
    queries_ += texts.size();
    return StandInModel().predict(texts);
}

std::span<const Candidate> StandInSession::candidates(Member, TokenIndex token) {
    if (!with_candidates_) return {};
    return candidates_.at(token);
}

Variant StandInSession::with(const Variant& base, TokenIndex token, const Candidate& candidate) const {
    Variant result{base.member, {}, {}, {}};
    for (const Substitution& one : base.substitutions) {
        if (one.token != token) result.substitutions.push_back(one);
    }
    result.substitutions.push_back({base.member, token, candidate});
    std::vector<Edit> edits;
    for (const Substitution& one : result.substitutions) edits.push_back({pair_.units().at(one.token).in(base.member), one.candidate.text});
    result.text = with_edits(pair_.pair().text(base.member), edits);
    return result;
}

void StandInSession::score(std::span<Variant> variants, TokenIndex token) {
    std::vector<std::string> texts;
    for (const Variant& variant : variants) {
        if (!variant.scored()) texts.push_back(variant.text);
    }
    if (variants.empty()) return;
    if (round_token_ != token) round_token_ = token, ++rounds_;
    const Matrix rows = scores(texts);
    std::size_t next = 0;
    for (Variant& variant : variants) {
        if (!variant.scored()) variant.probabilities.assign(rows[next].begin(), rows[next].end()), ++next;
    }
}

void StandInSession::keep(Variant v, Variant v_prime, TokenIndex token) {
    current_ = {std::move(v), std::move(v_prime)};
    score(current_, token);
    history_ += std::to_string(token) + ": " + current_[0].text + " / " + current_[1].text + "\n";
}

}  // namespace rif
