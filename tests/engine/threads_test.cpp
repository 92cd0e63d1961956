// Plain threads: every number once, the first exception comes back, one thread is the caller.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <rif/base/error.hpp>
#include <rif/engine/threads.hpp>

BOOST_AUTO_TEST_SUITE(threads)

BOOST_AUTO_TEST_CASE(every_number_is_worked_once) {
    for (const std::size_t count : {1u, 2u, 7u}) {
        std::vector<std::atomic<int>> seen(1000);
        rif::for_each_parallel(count, seen.size(), [&](std::size_t i) { ++seen[i]; });
        for (const auto& times : seen) BOOST_REQUIRE_EQUAL(times.load(), 1);
    }
}

BOOST_AUTO_TEST_CASE(an_exception_of_any_type_ends_the_work_and_comes_back) {
    std::atomic<std::size_t> done{0};
    const auto work = [&](std::size_t i) {
        if (i == 10) throw std::runtime_error("ten");
        ++done;
    };
    BOOST_CHECK_THROW(rif::for_each_parallel(4, 100000, work), std::runtime_error);
    BOOST_CHECK_LT(done.load(), 99999u);
    BOOST_CHECK_THROW(rif::for_each_parallel(3, 10, [](std::size_t) { throw rif::Cancelled{}; }), rif::Cancelled);
}

BOOST_AUTO_TEST_CASE(one_thread_is_the_calling_one_and_nothing_to_do_is_fine) {
    const auto here = std::this_thread::get_id();
    rif::for_each_parallel(1, 3, [&](std::size_t) { BOOST_CHECK(std::this_thread::get_id() == here); });
    rif::for_each_parallel(4, 0, [](std::size_t) { BOOST_ERROR("there was nothing to do"); });
    BOOST_CHECK_GE(rif::usable_cores(), 1u);
}

BOOST_AUTO_TEST_SUITE_END()
