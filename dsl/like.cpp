#include "dsl/like.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace rif::dsl {

namespace {

bool has_setting(const Body& body, const std::string& key) { return body.find(key) != nullptr; }

/// Whether `own` replaces the other block's group: one of the same name and label, and for groups without label any of the same name.
bool replaces(const Body& own, const Group& group) {
    return std::any_of(own.groups.begin(), own.groups.end(),
                       [&](const Group& one) { return one.name == group.name && one.label == group.label; });
}

/// In the original's order, each setting where the original has it; what is new stands behind.
Body folded(const Body& original, const Body& own) {
    Body result;
    for (const Setting& setting : original.settings) {
        const Setting* replacement = own.find(setting.key);
        result.settings.push_back(replacement ? *replacement : setting);
    }
    std::vector<std::string> placed;
    for (const Setting& setting : own.settings) {
        const bool again =
            std::find(placed.begin(), placed.end(), setting.key) != placed.end();  // given twice: kept, so that the check says it
        if (again || !has_setting(original, setting.key)) result.settings.push_back(setting);
        placed.push_back(setting.key);
    }
    for (const Group& group : original.groups) {
        if (!replaces(own, group)) result.groups.push_back(group);
    }
    result.groups.insert(result.groups.end(), own.groups.begin(), own.groups.end());
    return result;
}

enum class State { open, folding, done };

class Folder {
public:
    Folder(Draft& draft, Diagnostics& diagnostics) : draft_(draft), diagnostics_(diagnostics), states_(draft.blocks.size(), State::open) {}

    void fold_all() {
        for (std::size_t i = 0; i < draft_.blocks.size(); ++i) fold_chain(i);
    }

private:
    /// Along the chain of `like`s first, then back: without recursion, for a chain may be as long as the file.
    void fold_chain(std::size_t index) {
        std::vector<std::size_t> chain;
        for (std::optional<std::size_t> at = index; at && states_[*at] != State::done; at = draft_.blocks[*at].like) {
            if (states_[*at] == State::folding) return break_circle(chain, *at);
            states_[*at] = State::folding;
            chain.push_back(*at);
        }
        for (auto at = chain.rbegin(); at != chain.rend(); ++at) fold(*at);
    }

    void fold(std::size_t index) {
        DraftBlock& block = draft_.blocks[index];
        block.body = block.like ? folded(draft_.blocks[*block.like].body, block.statement->body) : block.statement->body;
        for (const Override& change : block.overrides) replace_setting(block.body, change);
        states_[index] = State::done;
    }

    void break_circle(const std::vector<std::size_t>& chain, std::size_t start) {
        std::string printed;
        const auto first = std::find(chain.begin(), chain.end(), start);
        for (auto at = first; at != chain.end(); ++at) printed += draft_.blocks[*at].statement->name + " -> ";
        printed += draft_.blocks[start].statement->name;
        const BlockStatement& statement = *draft_.blocks[start].statement;
        diagnostics_.error("like-cycle", statement.like_place, fmt::format("this `like` goes round in a circle: {}", printed),
                           "leads back to this block", fmt::format("{} {} = {} {{ … }}", statement.role, statement.name, statement.plugin));
        draft_.blocks[start].like = std::nullopt;
        for (auto at = chain.rbegin(); at != chain.rend(); ++at) fold(*at);
    }

    Draft& draft_;
    Diagnostics& diagnostics_;
    std::vector<State> states_;
};

bool gives_itself(const DraftBlock& block, const std::string& group, const std::string& label, const std::string& key) {
    const Body& own = block.statement->body;
    const bool written = group.empty() ? has_setting(own, key) : own.find_group(group, label) != nullptr;
    return written || std::any_of(block.overrides.begin(), block.overrides.end(), [&](const Override& change) {
               return change.group == group && change.group_label == label && change.setting.key == key;
           });
}

}  // namespace

void fold_likes(Draft& draft, Diagnostics& diagnostics) { Folder(draft, diagnostics).fold_all(); }

std::vector<std::size_t> reached_by(const Draft& draft, std::size_t index, const std::string& group, const std::string& label,
                                    const std::string& key) {
    std::vector<std::size_t> result = {index};
    for (std::size_t next = 0; next < result.size(); ++next) {
        for (std::size_t i = 0; i < draft.blocks.size(); ++i) {
            const DraftBlock& block = draft.blocks[i];
            if (block.like == result[next] && !gives_itself(block, group, label, key)) result.push_back(i);
        }
    }
    return result;
}

}  // namespace rif::dsl
