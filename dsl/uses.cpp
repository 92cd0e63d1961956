#include "dsl/uses.hpp"

#include <fmt/core.h>

#include "dsl/references.hpp"

namespace rif::dsl {

namespace {

std::optional<std::size_t> block_named(const Draft& draft, const Reference& one) {
    const std::optional<Role> role = role_named(one.role);
    return role ? draft.find(*role, one.name) : std::nullopt;
}

/// The blocks that each block names, under any value of any axis.
std::vector<std::vector<Reference>> named_by(const Experiment& experiment) {
    std::vector<std::vector<Reference>> result;
    for (const Block& block : experiment.blocks) result.push_back(references(*block.settings));
    for (const Axis& axis : experiment.sweep) {
        for (const AxisValue& value : axis.values) {
            const std::vector<Reference> more = references(value.checked);
            for (const std::size_t index : axis.blocks) result[index].insert(result[index].end(), more.begin(), more.end());
        }
    }
    return result;
}

/// Depth first, without recursion: a chain of blocks may be as long as the file.
class CircleSearch {
public:
    CircleSearch(const Experiment& experiment, const Draft& draft, Diagnostics& diagnostics)
        : draft_(draft), diagnostics_(diagnostics), named_(named_by(experiment)), done_(named_.size()), open_(named_.size()) {}

    void search() {
        for (std::size_t i = 0; i < named_.size(); ++i) {
            if (!done_[i]) walk_from(i);
        }
    }

private:
    struct Step {
        std::size_t block, next;
    };

    void walk_from(std::size_t start) {
        std::vector<Step> path = {{start, 0}};
        open_[start] = true;
        while (!path.empty()) {
            Step& step = path.back();
            if (step.next == named_[step.block].size()) {
                open_[step.block] = false, done_[step.block] = true;
                path.pop_back();
                continue;
            }
            const Reference& one = named_[step.block][step.next++];
            const std::optional<std::size_t> to = block_named(draft_, one);
            if (!to || done_[*to]) continue;
            if (open_[*to])
                report(path, *to, one);
            else
                open_[*to] = true, path.push_back({*to, 0});
        }
    }

    void report(const std::vector<Step>& path, std::size_t start, const Reference& closing) {
        std::string circle;
        bool in_circle = false;
        for (const Step& step : path) {
            in_circle = in_circle || step.block == start;
            if (in_circle) circle += draft_.blocks[step.block].address() + " -> ";
        }
        diagnostics_.error("block-cycle", closing.place,
                           fmt::format("blocks need each other in a circle: {}{}", circle, draft_.blocks[start].address()), "leads back",
                           "name another block in one of them");
    }

    const Draft& draft_;
    Diagnostics& diagnostics_;
    std::vector<std::vector<Reference>> named_;
    std::vector<bool> done_, open_;
};

class Marker {
public:
    Marker(const Experiment& experiment, const Draft& draft) : experiment_(experiment), draft_(draft), named_(named_by(experiment)) {
        uses_.blocks.resize(draft.blocks.size());
        uses_.targets.resize(draft.targets.size());
    }

    Uses marked() {
        if (experiment_.run) mark(references(*experiment_.run));
        for (const Axis& axis : experiment_.sweep) {
            for (const AxisValue& value : axis.values) {
                if (axis.blocks.empty()) mark(references(value.checked));
            }
        }
        for (std::size_t i = 0; i < draft_.blocks.size(); ++i) {
            if (draft_.blocks[i].role == Role::report) mark_block(i);
        }
        while (!waiting_.empty()) {
            const std::size_t index = waiting_.back();
            waiting_.pop_back();
            mark(named_[index]);
            if (draft_.blocks[index].like) mark_block(*draft_.blocks[index].like);
        }
        return std::move(uses_);
    }

private:
    void mark(const std::vector<Reference>& names) {
        for (const Reference& one : names) {
            const std::optional<std::size_t> target = one.role == "target" ? draft_.find_target(one.name) : std::nullopt;
            if (target) uses_.targets[*target] = true;
            if (const std::optional<std::size_t> block = block_named(draft_, one)) mark_block(*block);
        }
    }

    void mark_block(std::size_t index) {
        if (uses_.blocks[index]) return;
        uses_.blocks[index] = true;
        waiting_.push_back(index);
    }

    const Experiment& experiment_;
    const Draft& draft_;
    std::vector<std::vector<Reference>> named_;
    Uses uses_;
    std::vector<std::size_t> waiting_;
};

/// Where a block of a role is named.
std::string use_of(std::string_view role, const std::string& name) {
    if (role == "similarity") return fmt::format("run {{ quality = {} }}, or `admit` of a perturbation, or leave it out", name);
    return fmt::format("run {{ {} = {} }}, or leave it out", role, name);
}

void warn(std::string_view role, const std::string& name, const Place& place, Diagnostics& diagnostics) {
    diagnostics.warning("unused-block", place, fmt::format("nothing uses {} '{}'", role, name), "", use_of(role, name));
}

}  // namespace

void check_circles(const Experiment& experiment, const Draft& draft, Diagnostics& diagnostics) {
    CircleSearch(experiment, draft, diagnostics).search();
}

Uses uses_of(const Experiment& experiment, const Draft& draft) { return Marker(experiment, draft).marked(); }

void warn_of_unused(const Experiment& experiment, const Draft& draft, const Uses& uses, Diagnostics& diagnostics) {
    if (!experiment.run) return;
    for (std::size_t i = 0; i < draft.blocks.size(); ++i) {
        const DraftBlock& block = draft.blocks[i];
        if (!uses.blocks[i] && !block.included)
            warn(role_name(block.role), block.statement->name, block.statement->name_place, diagnostics);
    }
    for (std::size_t i = 0; i < draft.targets.size(); ++i) {
        const DraftTarget& target = draft.targets[i];
        if (!uses.targets[i] && !target.included) warn("target", target.statement->name, target.statement->name_place, diagnostics);
    }
}

}  // namespace rif::dsl
