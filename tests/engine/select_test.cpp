#include "framework/engine/select.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <boost/test/unit_test.hpp>

#include <rif/base/error.hpp>
#include <rif/base/random.hpp>

using namespace rif;

namespace {

/// Sorted by label: `sizes[i]` individuals of label i.
std::vector<Individual> sorted_by_label(const std::vector<std::size_t>& sizes) {
    std::vector<Individual> result;
    for (std::size_t label = 0; label < sizes.size(); ++label) {
        for (std::size_t i = 0; i < sizes[label]; ++i) {
            const std::string id = std::to_string(result.size() + 1);
            result.push_back({.id = id, .text = "text number " + id, .label = label});
        }
    }
    return result;
}

std::vector<std::string> names(std::size_t count) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back("label" + std::to_string(i));
    return result;
}

std::vector<std::string> ids(const Selection& selection) {
    std::vector<std::string> result;
    for (const Individual& individual : selection.individuals) result.push_back(individual.id);
    return result;
}

std::string slug_of(const auto& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.slug();
    }
    return "none";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(select_test)

BOOST_AUTO_TEST_CASE(a_limit_on_a_file_sorted_by_label_keeps_the_labels_shares) {
    const Selection selection = select(sorted_by_label({600, 300, 100}), names(3), Part::all, 50, Order::shuffled, 7);
    BOOST_TEST(selection.label_counts == (std::vector<std::size_t>{30, 15, 5}), boost::test_tools::per_element());
    BOOST_TEST(selection.available == (std::vector<std::size_t>{600, 300, 100}), boost::test_tools::per_element());
    BOOST_TEST(selection.counts_text(names(3)) == "label0 30, label1 15, label2 5");
}

BOOST_AUTO_TEST_CASE(a_rare_label_gets_a_place_where_the_limit_allows) {
    const Selection selection = select(sorted_by_label({997, 1, 1, 1}), names(4), Part::all, 10, Order::shuffled, 1);
    BOOST_TEST(selection.label_counts == (std::vector<std::size_t>{7, 1, 1, 1}), boost::test_tools::per_element());
    const Selection two = select(sorted_by_label({10, 10, 10}), names(3), Part::all, 2, Order::shuffled, 1);
    BOOST_TEST(two.individuals.size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_limit_is_met_exactly_for_any_sizes) {
    Random random(3);
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<std::size_t> sizes(1 + random.below(6));
        for (std::size_t& size : sizes) size = random.below(40);
        std::size_t total = 0;
        for (const std::size_t size : sizes) total += size;
        const std::size_t limit = random.below(120);
        const Selection selection = select(sorted_by_label(sizes), names(sizes.size()), Part::all, limit, Order::shuffled, random.next());
        BOOST_TEST_REQUIRE(selection.individuals.size() == std::min(limit, total));
        const std::vector<std::string> chosen = ids(selection);
        BOOST_TEST_REQUIRE(std::set<std::string>(chosen.begin(), chosen.end()).size() == chosen.size());
    }
}

BOOST_AUTO_TEST_CASE(file_order_takes_the_first_ones_as_they_stand) {
    const Selection selection = select(sorted_by_label({3, 3}), names(2), Part::all, 4, Order::file, 9);
    BOOST_TEST(ids(selection) == (std::vector<std::string>{"1", "2", "3", "4"}), boost::test_tools::per_element());
    BOOST_TEST(selection.label_counts == (std::vector<std::size_t>{3, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_same_seed_draws_the_same_and_another_seed_others) {
    const auto draw = [](std::uint64_t seed) {
        return ids(select(sorted_by_label({50, 50}), names(2), Part::all, 20, Order::shuffled, seed));
    };
    BOOST_TEST(draw(5) == draw(5), boost::test_tools::per_element());
    BOOST_TEST((draw(5) != draw(6)));
}

BOOST_AUTO_TEST_CASE(training_and_test_part_are_disjoint_whole_and_four_fifths_to_one) {
    const std::vector<Individual> all = sorted_by_label({5000, 5000});
    const Selection train = select(all, names(2), Part::train, std::nullopt, Order::file, 0);
    const Selection test = select(all, names(2), Part::test, std::nullopt, Order::file, 0);
    BOOST_TEST(train.individuals.size() + test.individuals.size() == all.size());
    BOOST_TEST(train.individuals.size() > 7800u);  // 5 standard deviations of a binomial of 10,000 and 0.8
    BOOST_TEST(train.individuals.size() < 8200u);
    for (const Individual& individual : test.individuals) BOOST_TEST_REQUIRE((part_of(individual.text) == Part::test));
}

BOOST_AUTO_TEST_CASE(a_text_is_in_the_part_that_its_hash_says) {
    // sha256sum: "a" ca978112…, "" e3b0c442…, "abc" ba7816bf…; 0.8 * 2^32 = cccccccc.
    BOOST_TEST((part_of("a") == Part::train));    // ca978112 < cccccccc
    BOOST_TEST((part_of("") == Part::test));      // e3b0c442
    BOOST_TEST((part_of("abc") == Part::train));  // ba7816bf
}

BOOST_AUTO_TEST_CASE(two_individuals_of_one_id_and_a_label_without_a_name_are_refused) {
    std::vector<Individual> twins = sorted_by_label({2});
    twins[1].id = "1";
    BOOST_TEST(slug_of([&] { select(twins, names(1), Part::all, std::nullopt, Order::file, 0); }) == "repeated-id");
    BOOST_TEST(slug_of([&] { select(sorted_by_label({1, 1}), names(1), Part::all, std::nullopt, Order::file, 0); }) == "unknown-label");
}

BOOST_AUTO_TEST_CASE(no_individuals_are_a_selection_too) {
    BOOST_TEST(select({}, names(2), Part::test, 10, Order::shuffled, 0).individuals.empty());
}

BOOST_AUTO_TEST_SUITE_END()
