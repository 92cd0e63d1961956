// Adam's steps against the formula of Kingma & Ba 2015, algorithm 1, written out in double.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <thread>
#include <vector>

#include <rif/nn/threads.hpp>
#include <rif/nn/train/adam.hpp>

#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/zeros.h>

namespace {

/// One number under algorithm 1.
struct Number {
    double value = 0, first = 0, second = 0;
    int steps = 0;
    void step(double gradient, double rate) {
        ++steps;
        first = 0.9 * first + 0.1 * gradient;
        second = 0.999 * second + 0.001 * gradient * gradient;
        value -= rate * (first / (1 - std::pow(0.9, steps))) / (std::sqrt(second / (1 - std::pow(0.999, steps))) + 1e-8);
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(adam)

BOOST_AUTO_TEST_CASE(a_whole_parameter_moves_by_algorithm_1) {
    rif::nn::one_thread();
    at::Tensor parameter = at::zeros({2});
    rif::nn::Adam adam(parameter, {0.1});
    Number a, b;
    const double gradients[][2] = {{1, -0.5}, {0.25, -0.5}, {-3, 0}, {0.125, 8}};
    for (const auto& g : gradients) {
        at::Tensor gradient = at::zeros({2});
        gradient[0] = g[0], gradient[1] = g[1];
        adam.step(gradient);
        a.step(g[0], 0.1), b.step(g[1], 0.1);
        BOOST_TEST(parameter[0].item<double>() == a.value, boost::test_tools::tolerance(1e-5));
        BOOST_TEST(parameter[1].item<double>() == b.value, boost::test_tools::tolerance(1e-5));
    }
}

BOOST_AUTO_TEST_CASE(rows_move_alone_each_by_its_own_count_of_steps) {
    rif::nn::one_thread();
    at::Tensor parameter = at::zeros({3, 1});
    rif::nn::Adam adam(parameter, {0.1});
    Number rows[3];
    const std::vector<std::vector<std::int64_t>> asked = {{0}, {0, 2}, {2}, {0, 2}};
    for (std::size_t round = 0; round < asked.size(); ++round) {
        const auto k = static_cast<std::int64_t>(asked[round].size());
        at::Tensor index = at::zeros({k}, at::TensorOptions().dtype(at::kLong)), gradient = at::zeros({k, 1});
        for (std::int64_t i = 0; i < k; ++i) {
            const std::int64_t row = asked[round][static_cast<std::size_t>(i)];
            const double g = 1.0 + static_cast<double>(row) - static_cast<double>(round);
            index[i] = row, gradient[i][0] = g;
            rows[row].step(g, 0.1);
        }
        adam.step_rows(index, gradient);
    }
    for (int row = 0; row < 3; ++row) BOOST_TEST(parameter[row][0].item<double>() == rows[row].value, boost::test_tools::tolerance(1e-5));
    BOOST_TEST(parameter[1][0].item<double>() == 0);  // never asked
}

BOOST_AUTO_TEST_CASE(a_thread_that_says_so_computes_on_one_thread) {
    std::thread([] {
        rif::nn::one_thread();
        BOOST_TEST(at::get_num_threads() == 1);
    }).join();
}

BOOST_AUTO_TEST_SUITE_END()
