#include "dsl/targets.hpp"

#include <fmt/core.h>

#include <rif/base/schema_check.hpp>

namespace rif::dsl {

namespace {

/// A quadrant with the steering that the paper's Table 2 gives it; RF is aimed at by a repair.
struct Quadrant {
    std::string_view name, meaning;
    int alpha_v, alpha_v_prime, beta;
};

constexpr Quadrant k_quadrants[] = {
    {"RB", "v right, v' different", +1, -1, -1},
    {"UB", "v wrong, v' different", -1, +1, -1},
    {"UF", "v wrong, v' the same", -1, -1, +1},
    {"RF", "v right, v' the same", +1, +1, +1},
};

/// v is right exactly when alpha_v = +1, the labels differ exactly when beta = -1; alpha_v' only steers.
const Quadrant& aim_of(int alpha_v, int beta) {
    for (const Quadrant& quadrant : k_quadrants) {
        if (quadrant.alpha_v == alpha_v && quadrant.beta == beta) return quadrant;
    }
    return k_quadrants[0];
}

std::string settings_of(const Quadrant& quadrant) {
    return fmt::format("alpha = [{:+d}, {:+d}], beta = {:+d}", quadrant.alpha_v, quadrant.alpha_v_prime, quadrant.beta);
}

Value number(int value) { return {Number{static_cast<double>(value), fmt::format("{:+d}", value), {}}, {}}; }

Parameter needed(std::string key, Type type, Value sample) {
    Parameter result;
    result.key = std::move(key);
    result.type = type;
    result.required = true;
    result.default_value = std::move(sample);
    return result;
}

Schema make_schema() {
    Parameter alpha = needed("alpha", Type::list, {ListValue{{number(+1), number(-1)}}, {}});
    alpha.of = Type::number;
    alpha.help = "Signs of the losses of v and of v': +1 keeps a member at the ground truth, -1 pushes it away.";
    Parameter beta = needed("beta", Type::number, number(-1));
    beta.help = "Sign of the gap: -1 widens it, +1 closes it.";
    return {{alpha, beta}, {}};
}

class TargetCheck {
public:
    TargetCheck(const DraftTarget& target, Diagnostics& diagnostics) : target_(target), diagnostics_(diagnostics) {}

    std::optional<TargetBlock> checked() {
        const std::string& name = target_.statement->name;
        CheckContext context;
        context.address = "target." + name;
        context.owner = "target " + name;
        context.manual = fmt::format("target {} {{ {} }}", name, settings_of(k_quadrants[0]));
        const std::size_t before = diagnostics_.errors();
        const auto settings = check_settings(target_.body, target_.statement->name_place, target_schema(), context, diagnostics_);
        if (diagnostics_.errors() > before) return std::nullopt;
        return signs_of(*settings);
    }

private:
    std::optional<TargetBlock> signs_of(const Settings& settings) {
        const Value& alpha = settings.find("alpha")->value;
        const ListValue& list = *alpha.as<ListValue>();
        if (list.items.size() != 2) {
            diagnostics_.error(
                "wrong-type", alpha.place,
                fmt::format("alpha has {} {}, and needs two: of v and of v'", list.items.size(), list.items.size() == 1 ? "sign" : "signs"),
                "", "alpha = [+1, -1]");
            return std::nullopt;
        }
        const std::optional<int> v = sign("alpha", list.items[0]), v_prime = sign("alpha", list.items[1]),
                                 beta = sign("beta", settings.find("beta")->value);
        if (!v || !v_prime || !beta) return std::nullopt;
        TargetBlock result{target_.statement->name, *v, *v_prime, *beta, target_.statement->place};
        warn(result, list.items[1].place);
        return result;
    }

    std::optional<int> sign(std::string_view key, const Value& value) {
        const double number = value.as<Number>()->value;
        if (number == 1 || number == -1) return number > 0 ? 1 : -1;
        diagnostics_.error("out-of-range", value.place, fmt::format("{} is {}, and must be +1 or -1", key, print(value)), "",
                           key == "beta" ? "beta = -1" : "alpha = [+1, -1]");
        return std::nullopt;
    }

    void warn(const TargetBlock& target, const Place& v_prime_place) {
        const Quadrant& aim = aim_of(target.alpha_v, target.beta);
        for (const Quadrant& named : k_quadrants) {
            if (named.name != target.name || named.name == aim.name) continue;
            diagnostics_.warning("misnamed-target", target_.statement->name_place,
                                 fmt::format("this target is called {} and aims at {} ({})", target.name, aim.name, aim.meaning),
                                 fmt::format("{}: {}", named.name, named.meaning),
                                 fmt::format("target {} {{ {} }}", target.name, settings_of(named)));
            return;
        }
        if (target.alpha_v_prime == aim.alpha_v_prime) return;
        diagnostics_.warning(
            "contrary-target", v_prime_place,
            fmt::format("this target aims at {} ({}), and {:+d} for v' pulls the other way", aim.name, aim.meaning, target.alpha_v_prime),
            fmt::format("{} is steered by {:+d}", aim.name, aim.alpha_v_prime), settings_of(aim));
    }

    const DraftTarget& target_;
    Diagnostics& diagnostics_;
};

}  // namespace

const Schema& target_schema() {
    static const Schema schema = make_schema();
    return schema;
}

std::optional<TargetBlock> check_target(const DraftTarget& target, Diagnostics& diagnostics) {
    return TargetCheck(target, diagnostics).checked();
}

}  // namespace rif::dsl
