// The checker as a whole: what an experiment is when it is right, and what stands in it.
#include <boost/test/unit_test.hpp>

#include <rif/base/diagnostic.hpp>

#include "support/test_catalogue.hpp"

namespace rif::test {

BOOST_AUTO_TEST_SUITE(check)

BOOST_AUTO_TEST_CASE(the_manifests_of_these_tests_are_right) {
    for (const Diagnostic& fault : language_catalogue()->faults) BOOST_TEST_ERROR(as_text(fault));
    BOOST_TEST(language_catalogue()->plugins.size() > 25u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
