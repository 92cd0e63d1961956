// The step of a fairness search: the substitution at a token that opens the gap between v and v' most.
#pragma once

#include <optional>

#include <rif/api/session.hpp>

namespace rif {

/// Both members scored, and their gap by the session's kind.
struct GapStep {
    Variant v, v_prime;
    double gap = 0;
};

/// The gap of v and v' as they stand.
double present_gap(const Session& session);
/// Whether the model gives v and v' different labels as they stand.
bool labels_differ(const Session& session);

/// Of all candidates of `token`, put into the present texts, the pair with the widest gap (ties: the earlier): the same candidate in both
/// members (coupled), or any with any. Nothing without candidates. One ask, one query a candidate and member.
std::optional<GapStep> widest_step(Session& session, TokenIndex token, bool coupled);
/// Keeps the widest step where it is wider than the present gap. Whether it did.
bool keep_widest_step(Session& session, TokenIndex token, bool coupled);

}  // namespace rif
