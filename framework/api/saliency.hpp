// How much a prediction changes where a token is deleted: what attacks rank tokens by.
#pragma once

#include <string_view>
#include <vector>

#include <rif/api/session.hpp>

namespace rif {

/// A norm of f(x) - f(x without the token), or the absolute change of the true class's probability.
enum class Saliency { l2, l1, true_class };
Saliency saliency_named(std::string_view name);  // "l2", "l1", else true_class

/// Saliency of each of `tokens` in the member's clean text, [tokens]: one ask, one query a token. Deletion takes one adjacent blank along.
std::vector<double> saliencies(Session& session, Member member, const std::vector<TokenIndex>& tokens, Saliency kind);

/// Change of the true class's probability, p(y | x) - p(y | x without the token), with its sign, [tokens]; one query a token.
std::vector<double> signed_saliencies(Session& session, Member member, const std::vector<TokenIndex>& tokens);

}  // namespace rif
