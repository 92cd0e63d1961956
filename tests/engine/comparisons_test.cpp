// Which cells are compared, over which individuals, and what is counted; statistics themselves: tests/base/comparison_test.cpp.
#include <boost/test/unit_test.hpp>

#include <rif/engine/comparisons.hpp>

#include "support/test_data.hpp"

namespace {

using namespace rif;
using rif::test::TemporaryFolder;

CellRecord cell(std::size_t number, const std::string& model, const std::string& attack, const std::string& target) {
    CellRecord record;
    record.id = std::to_string(number), record.number = number;
    record.dataset = "people", record.counterpart = "swapped", record.perturbation = "synonyms";
    record.model = model, record.attack = attack, record.target = target, record.population = "robust_fair";
    return record;
}

PairRecord ended(const CellRecord& cell, const std::string& individual, Quadrant end, const std::string& pair = "") {
    PairRecord record;
    record.cell = cell.id, record.individual = individual, record.pair = pair.empty() ? individual : pair;
    record.outcome = Outcome::attacked;
    record.clean_quadrant = Quadrant::RF, record.quadrant = end;
    return record;
}

struct Folder {
    TemporaryFolder folder;
    ResultsWriter writer{folder.path()};
    std::size_t position = 0;

    CellRecord add(const CellRecord& record, const std::vector<std::pair<std::string, Quadrant>>& ends) {
        writer.add_cell(record);
        for (const auto& [individual, end] : ends) writer.record(ended(record, individual, end), position++, {});
        return record;
    }
    std::vector<CellComparison> comparisons() const { return comparisons_of(FolderResults(folder.path())); }
};

std::string shown(const std::vector<CellComparison>& all) {
    std::string text;
    for (const CellComparison& each : all) {
        if (each.measure == "RIF") text += each.axis + " " + each.first.id + "-" + each.second.id + "; ";
    }
    return text;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(comparisons, Folder)

BOOST_AUTO_TEST_CASE(cells_that_differ_in_one_thing_alone_are_compared) {
    add(cell(1, "small", "rifair", "RB"), {});
    add(cell(2, "large", "rifair", "RB"), {});
    add(cell(3, "small", "rifair", "UF"), {});
    add(cell(4, "small", "random", "RB"), {});
    add(cell(5, "small", "textfooler", ""), {});  // reads no target: beside each of them
    CellRecord failed = cell(6, "tiny", "rifair", "RB");
    failed.error = "gone";
    add(failed, {});
    BOOST_TEST(shown(comparisons()) == "model 1-2; attack 1-4; attack 1-5; attack 3-5; attack 4-5; ");
}

BOOST_AUTO_TEST_CASE(swept_settings_of_the_axis_make_a_comparison_and_others_forbid_one) {
    CellRecord one = cell(1, "small", "rifair", "RB"), two = one, three = one;
    one.settings = {{"model.small.layers", "1"}, {"run.seed", "1"}};
    two.id = "2", two.number = 2, two.settings = {{"model.small.layers", "2"}, {"run.seed", "1"}};
    three.id = "3", three.number = 3, three.settings = {{"model.small.layers", "1"}, {"run.seed", "2"}};
    add(one, {}), add(two, {}), add(three, {});
    BOOST_TEST(shown(comparisons()) == "model 1-2; ");
}

BOOST_AUTO_TEST_CASE(individuals_of_both_populations_are_counted_by_hand) {
    const Quadrant RF = Quadrant::RF, RB = Quadrant::RB, UF = Quadrant::UF, UB = Quadrant::UB;
    add(cell(1, "small", "rifair", "RB"), {{"a", RF}, {"b", RF}, {"c", RB}, {"d", UB}, {"e", RF}, {"only", RF}});
    const CellRecord second = add(cell(2, "large", "rifair", "RB"), {{"a", RF}, {"b", UF}, {"c", RF}, {"d", UF}, {"e", UB}});
    writer.record(ended(second, "a", RB, "a/2"), position++, {});  // its second pair fell: no longer in RF
    PairRecord outside = ended(second, "only", RF);
    outside.outcome = Outcome::violates_clean;
    writer.record(outside, position++, {});
    const std::vector<CellComparison> all = comparisons();
    BOOST_TEST_REQUIRE(all.size() == 3u);
    const auto check = [&](std::size_t i, const char* measure, PairedCounts expected) {
        BOOST_TEST(all[i].measure == measure);
        BOOST_TEST(all[i].n_first == 6u);
        BOOST_TEST(all[i].n_second == 5u);
        BOOST_TEST(all[i].counts.both == expected.both);
        BOOST_TEST(all[i].counts.first_only == expected.first_only);
        BOOST_TEST(all[i].counts.second_only == expected.second_only);
        BOOST_TEST(all[i].counts.neither == expected.neither);
    };
    check(0, "R", {2, 2, 0, 1});                                        // first: a b c e; second: a c
    check(1, "F", {1, 2, 2, 0});                                        // first: a b e; second: b c d (a no longer)
    check(2, "RIF", {0, 3, 1, 1});                                      // first: a b e; second: c
    BOOST_TEST(all[2].p == 0.625, boost::test_tools::tolerance(1e-9));  // 2 (1 + 4) / 16
    BOOST_TEST(all[2].p_holm == all[2].p);
}

BOOST_AUTO_TEST_CASE(a_family_is_an_axis_and_a_measure) {
    const auto ends = [](std::size_t fallen) {
        std::vector<std::pair<std::string, Quadrant>> result;
        for (std::size_t i = 0; i < 10; ++i) result.emplace_back(std::to_string(i), i < fallen ? Quadrant::RB : Quadrant::RF);
        return result;
    };
    add(cell(1, "a", "rifair", "RB"), ends(0));
    add(cell(2, "b", "rifair", "RB"), ends(6));
    add(cell(3, "c", "rifair", "RB"), ends(10));
    std::vector<double> p, adjusted;
    for (const CellComparison& each : comparisons()) {
        if (each.measure == "RIF") p.push_back(each.p), adjusted.push_back(each.p_holm);
    }
    BOOST_TEST_REQUIRE(p.size() == 3u);  // 1-2: 2/2^6, 1-3: 2/2^10, 2-3: 2/2^4
    BOOST_TEST(p == (std::vector<double>{1.0 / 32, 1.0 / 512, 1.0 / 8}), boost::test_tools::tolerance(1e-9)
                                                                             << boost::test_tools::per_element());
    BOOST_TEST(adjusted == (std::vector<double>{2.0 / 32, 3.0 / 512, 1.0 / 8}), boost::test_tools::tolerance(1e-9)
                                                                                    << boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
