// AdamW, its schedule and clipping against the formulas written out in double.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

#include <rif/nn/train/adamw.hpp>
#include <rif/nn/train/gradients.hpp>

using rif::nn::AdamW;
using rif::nn::Config;
using rif::nn::Gradients;
using rif::nn::GradientSum;
using rif::nn::Parameter;
using rif::nn::ParameterSet;
using rif::nn::scheduled_rate;

namespace {

const auto k_close = boost::test_tools::tolerance(1e-5);

/// A network of a few numbers.
Config small() {
    Config config;
    config.vocabulary = 5, config.hidden = config.embedding = 2, config.layers = 1, config.heads = 1, config.intermediate = 2;
    config.positions = 4, config.types = 2, config.labels = {"a", "b"};
    return config;
}

/// One number under algorithm 2 of Loshchilov & Hutter 2019, with the schedule inside `rate`.
struct Number {
    double value = 0, first = 0, second = 0;
    int steps = 0;
    void step(double gradient, double rate, double decay) {
        ++steps;
        first = 0.9 * first + 0.1 * gradient;
        second = 0.999 * second + 0.001 * gradient * gradient;
        const double move = (first / (1 - std::pow(0.9, steps))) / (std::sqrt(second / (1 - std::pow(0.999, steps))) + 1e-8);
        value -= rate * (move + decay * value);
    }
};

/// Gradients of zeros, with word rows 1 and 3.
Gradients zeros(const ParameterSet& parameters) {
    Gradients result;
    for (const Parameter& parameter : parameters.all()) result.values.emplace_back(parameter.values.size());
    result.values[ParameterSet::k_words].clear();
    result.rows = {1, 3};
    result.row_values = std::vector<float>(4);
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(adamw)

BOOST_AUTO_TEST_CASE(weights_move_and_shrink_by_algorithm_2_and_biases_and_norms_only_move) {
    ParameterSet parameters = ParameterSet::of(small());
    AdamW optimiser(parameters, {.weight_decay = 0.1});
    const std::size_t weight = parameters.index("bert.pooler.dense.weight"), bias = parameters.index("bert.pooler.dense.bias"),
                      norm = parameters.index("bert.embeddings.LayerNorm.weight"), words = ParameterSet::k_words;
    std::vector<Number> numbers(4);
    for (const auto& [number, index, decay] : {std::tuple(0, weight, 0.1), {1, bias, 0.0}, {2, norm, 0.0}, {3, words, 0.1}}) {
        parameters.all()[index].values[1] = 0.5f;
        numbers[static_cast<std::size_t>(number)].value = 0.5;
        BOOST_TEST(parameters.all()[index].decays() == (decay > 0));
    }
    const double slopes[] = {1, -0.25, 3, 0, 0.5}, rates[] = {0.01, 0.02, 0.02, 0.01, 0.005};
    for (int step = 0; step < 5; ++step) {
        optimiser.begin_step();
        for (const auto& [number, index, decay] : {std::tuple(0, weight, 0.1), {1, bias, 0.0}, {2, norm, 0.0}, {3, words, 0.1}}) {
            std::vector<float> gradient(parameters.all()[index].values.size());
            gradient[1] = static_cast<float>(slopes[step]);
            optimiser.update(index, parameters.all()[index], gradient, rates[step]);
            numbers[static_cast<std::size_t>(number)].step(slopes[step], rates[step], decay);
            BOOST_TEST(static_cast<double>(parameters.all()[index].values[1]) == numbers[static_cast<std::size_t>(number)].value, k_close);
        }
    }
    BOOST_TEST(optimiser.steps() == 5u);
    BOOST_TEST(parameters.all()[bias].values[0] == 0.0f);
}

BOOST_AUTO_TEST_CASE(the_rate_grows_to_its_height_and_falls_to_nothing) {
    BOOST_TEST(scheduled_rate(2, 0, 4, 12) == 0.5, k_close);
    BOOST_TEST(scheduled_rate(2, 3, 4, 12) == 2.0, k_close);
    BOOST_TEST(scheduled_rate(2, 4, 4, 12) == 2.0, k_close);
    BOOST_TEST(scheduled_rate(2, 8, 4, 12) == 1.0, k_close);
    BOOST_TEST(scheduled_rate(2, 11, 4, 12) == 0.25, k_close);
    BOOST_TEST(scheduled_rate(2, 12, 4, 12) == 0.0);
    BOOST_TEST(scheduled_rate(2, 0, 0, 4) == 2.0, k_close);  // no warm-up
    BOOST_TEST(scheduled_rate(2, 3, 4, 4) == 2.0, k_close);  // nothing but warm-up
    BOOST_TEST(scheduled_rate(2, 9, 4, 4) == 0.0);
}

BOOST_AUTO_TEST_CASE(a_gradient_above_the_limit_is_shortened_to_it_and_keeps_its_direction) {
    const ParameterSet parameters = ParameterSet::of(small());
    GradientSum sum(parameters);
    Gradients one = zeros(parameters);
    one.row_values[0] = 3;  // row 1, column 0
    one.values[parameters.index("classifier.bias")][1] = 4;
    one.loss = 0.25;
    sum.add(one);
    BOOST_TEST(sum.norm() == 5.0, k_close);
    BOOST_TEST(sum.clip(10) == 5.0, k_close);
    BOOST_TEST(sum.norm() == 5.0, k_close);
    BOOST_TEST(sum.clip(1) == 5.0, k_close);
    BOOST_TEST(sum.norm() == 1.0, k_close);
    BOOST_TEST(sum.values()[ParameterSet::k_words][2] == 0.6f, boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(sum.values()[parameters.index("classifier.bias")][1] == 0.8f, boost::test_tools::tolerance(1e-6f));
}

BOOST_AUTO_TEST_CASE(sums_of_gradients_add_up_and_begin_anew) {
    const ParameterSet parameters = ParameterSet::of(small());
    GradientSum sum(parameters);
    Gradients first = zeros(parameters), second = zeros(parameters);
    first.row_values = {1, 2, 3, 4}, first.loss = 0.5;
    second.rows = {0, 3}, second.row_values = {5, 6, 7, 8}, second.loss = 0.25;
    sum.add(first);
    sum.add(second);
    const std::vector<float> expected = {5, 6, 1, 2, 0, 0, 10, 12, 0, 0};
    BOOST_TEST(sum.values()[ParameterSet::k_words] == expected, boost::test_tools::per_element());
    BOOST_TEST(sum.loss() == 0.75);
    sum.clear();
    BOOST_TEST(sum.norm() == 0.0);
    BOOST_TEST(sum.loss() == 0.0);
    BOOST_TEST(sum.values()[ParameterSet::k_words] == std::vector<float>(10), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
