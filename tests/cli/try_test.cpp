// rif try: why a candidate is not admitted, so that a bound can be chosen; pairs that are none.
#include <boost/test/unit_test.hpp>

#include <rif/base/file.hpp>

#include "support/command_line.hpp"
#include "support/test_data.hpp"

namespace rif::test {

namespace {

constexpr const char* k_experiment = R"(rif 1
dataset texts = templates { limit = 5 examples }
counterpart swapped = lexicon { attributes = [gender] }
similarity letters = edit
perturbation synonyms = wordnet { admit = letters >= 1, context = bare, vocabulary = 1000 words }
run { counterpart = swapped }
)";

struct Tried {
    TemporaryFolder folder;
    Ran operator()(const std::string& arguments) const {
        write_file(folder / "x.rif", k_experiment);
        return run_rif("try " + (folder / "x.rif").string() + " " + arguments);
    }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(try_one)

BOOST_AUTO_TEST_CASE(a_candidate_is_rejected_with_the_reason_and_what_was_measured) {
    const Tried tried;
    const Ran ran = tried("perturbation.synonyms --json \"She is a physician and a man.\"");
    BOOST_TEST_REQUIRE(ran.code == 0, ran.errors);
    BOOST_TEST(has(ran.out, R"("word":"is","candidate":"exists","verdict":"rejected","reason":"stop word")"), ran.out);
    BOOST_TEST(has(ran.out, R"("word":"physician","candidate":"doctor","verdict":"rejected","reason":"below the bound 1 of letters")"),
               ran.out);
    BOOST_TEST(!has(ran.out, R"("reason":"below the bound 1 of letters","source":"","value":null)"));
    for (std::size_t at = 0; (at = ran.out.find("below the bound", at)) != std::string::npos; ++at)
        BOOST_TEST(!has(ran.out.substr(at, ran.out.find('\n', at) - at), R"("value":null)"));
    const std::size_t man = ran.out.find(R"("word":"man")");
    BOOST_TEST_REQUIRE(man != std::string::npos);
    BOOST_TEST(has(ran.out.substr(man), R"("reason":"sensitive term")"), ran.out);
}

BOOST_AUTO_TEST_CASE(a_line_without_the_other_text_is_refused_with_its_number) {
    const Tried tried;
    write_file(tried.folder / "t.jsonl", "{\"text\": \"a\", \"text_pair\": \"b\"}\n{\"text\": \"a\"}\n");
    const Ran ran = tried("similarity.letters --file " + (tried.folder / "t.jsonl").string());
    BOOST_TEST(ran.code == 2);
    BOOST_TEST(has(ran.errors, "line 2 of"), ran.errors);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
