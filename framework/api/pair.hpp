// A pair (v, v'): two texts aligned token by token, and what of them may be edited.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <rif/api/counterpart.hpp>
#include <rif/api/individual.hpp>
#include <rif/base/text.hpp>

namespace rif {

enum class Member { v, v_prime };
constexpr Member other(Member member) { return member == Member::v ? Member::v_prime : Member::v; }

/// A token that stands in both texts, outside every slot: the same bytes at two places.
struct AlignedToken {
    ByteSpan v, v_prime;
    ByteSpan in(Member member) const { return member == Member::v ? v : v_prime; }
};

/// Knows no model. tokens: outside the slots, in order.
struct Pair {
    std::string id;  // the individual's, with "/2" for its second pair
    Individual individual;
    CounterpartText counterpart;
    std::vector<AlignedToken> tokens;

    const std::string& text(Member member) const { return member == Member::v ? individual.text : counterpart.text; }
    std::size_t label() const { return individual.label; }
};

/// Cuts and aligns. errors: rif::Error "not-a-counterpart" where the texts differ outside their slots.
Pair make_pair(Individual individual, CounterpartText counterpart, std::size_t number = 1);

/// Index into PairView::units().
using TokenIndex = std::size_t;

/// One editable unit: a token, or with `phrases = on` a run of tokens that the perturbation knows as one expression.
struct EditableUnit {
    ByteSpan v, v_prime;
    ByteSpan in(Member member) const { return member == Member::v ? v : v_prime; }
};

/// A pair as one cell sees it: what is editable depends on the model's window and the perturbation.
class PairView {
public:
    PairView(std::shared_ptr<const Pair> pair, std::vector<EditableUnit> units) : pair_(std::move(pair)), units_(std::move(units)) {}
    const Pair& pair() const { return *pair_; }
    const std::vector<EditableUnit>& units() const { return units_; }
    /// 0, 1, …: every editable token, in order of place.
    std::vector<TokenIndex> editable_tokens() const;
    std::string_view word(TokenIndex token) const { return units_[token].v.of(pair_->text(Member::v)); }
    std::size_t label() const { return pair_->label(); }
    /// The member's clean text without each of `tokens`, one text each (for a deletion saliency).
    std::vector<std::string> each_without(Member member, const std::vector<TokenIndex>& tokens) const;

private:
    std::shared_ptr<const Pair> pair_;
    std::vector<EditableUnit> units_;
};

}  // namespace rif
