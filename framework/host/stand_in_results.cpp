// A results folder that was never run, for the contract of reports.
#include <rif/host/stand_ins.hpp>

namespace rif {

namespace {

class StandInResults final : public Results {
public:
    StandInResults(std::filesystem::path folder, bool without_pairs) : folder_(std::move(folder)), without_pairs_(without_pairs) {}

    std::filesystem::path folder() const override { return folder_; }
    std::string experiment() const override { return "stand_in"; }
    std::vector<std::string> labels(const std::string&) const override { return {"negative", "positive"}; }
    std::vector<CellRecord> cells() const override {
        std::vector<CellRecord> result;
        for (const std::string target : {"RB", "UB"}) {
            CellRecord cell{"cell-" + target, result.size() + 1, "notes", "swapped", "synonyms", "small", "rifair",
                            target,           "robust_fair",     {},      ""};
            result.push_back(std::move(cell));
        }
        return result;
    }
    std::vector<Rate> rates(const std::string& cell) const override {
        const std::size_t n = pairs(cell).size(), k = n / 2;
        const auto rate = [&](const char* measure) {
            Rate result{measure, k, n, {}, {}, {}, "wilson"};
            if (n > 0) result.value = static_cast<double>(k) / static_cast<double>(n), result.low = 0.1, result.high = 0.9;
            return result;
        };
        std::vector<Rate> result;
        for (const char* measure : {"R", "F", "RIF", "RB", "UF", "UB", "clean_accuracy", "clean_RF", "clean_flip", "ever_violated"})
            result.push_back(rate(measure));
        for (const char* mean : {"N_attack", "queries"})
            result.push_back({mean, {}, n, n > 0 ? std::optional(3.5) : std::nullopt, {}, {}, "none"});
        return result;
    }
    std::map<std::string, std::size_t> outcomes(const std::string& cell) const override { return {{"attacked", pairs(cell).size()}}; }
    std::vector<PairRecord> pairs(const std::string& cell) const override {
        std::vector<PairRecord> result;
        for (std::size_t number = 0; number < (without_pairs_ ? 0 : k_stand_in_pairs); ++number) result.push_back(pair(cell, number));
        return result;
    }
    std::map<std::string, std::string> facts() const override { return {{"rifair", "0.0.0"}, {"host", "nowhere"}}; }

private:
    static PairRecord pair(const std::string& cell, std::size_t number) {
        const PairView view = stand_in_pair(number);
        PairRecord result;
        result.cell = cell;
        result.pair = result.individual = view.pair().id;
        result.outcome = Outcome::attacked;
        result.label = view.label();
        for (const Member member : {Member::v, Member::v_prime}) {
            MemberRecord& into = member == Member::v ? result.v : result.v_prime;
            into.clean_text = into.final_text = view.pair().text(member);
            into.clean_probabilities = into.final_probabilities = {0.25f, 0.75f};
        }
        result.stop = Stop::exhausted;
        result.clean_quadrant = result.quadrant = Quadrant::RF;
        result.rounds = 2;
        result.queries = 9;
        result.steps.push_back({1, 5, "home", "house", "", {0.5f, 0.5f}, {0.25f, 0.75f}});
        return result;
    }

    std::filesystem::path folder_;
    bool without_pairs_;
};

}  // namespace

std::unique_ptr<Results> stand_in_results(std::filesystem::path folder, bool without_pairs) {
    return std::make_unique<StandInResults>(std::move(folder), without_pairs);
}

}  // namespace rif
