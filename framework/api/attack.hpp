// Role attack: a search through a session for substitutions that make a pair fail. A plain sequential function.
#pragma once

#include <rif/api/arguments.hpp>
#include <rif/api/session.hpp>

namespace rif {

/// You decide which token, which candidates, which pair of them to keep. The framework counts, caches, ends at the budget,
/// records and reports; you never catch what an ask throws. search() is const and runs on several threads, each with its own session.
class Attack : public Component {
public:
    ~Attack() override;
    virtual SearchEnd search(const PairView& pair, Session& session) const = 0;
};

}  // namespace rif
