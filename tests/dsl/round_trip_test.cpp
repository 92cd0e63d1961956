// What is printed reads as what was meant, however it was written; and printing twice changes nothing.
#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <vector>

#include "dsl/parse.hpp"
#include "dsl/random_document.hpp"

namespace rif::test {

namespace {

constexpr std::size_t k_documents = 10'000;

struct Parsed {
    dsl::Document document;
    std::string said;  // the first diagnostic, or ""
};

Parsed parsed(std::string text) {
    Diagnostics diagnostics;
    Parsed result;
    result.document = dsl::parse(std::make_shared<const Source>(Source{"random.rif", std::move(text), {}}), diagnostics);
    if (!diagnostics.all().empty()) result.said = as_text(diagnostics.all().front());
    return result;
}

std::vector<std::string> comments_of(const dsl::Document& document) {
    std::vector<std::string> result;
    for (const Place& comment : document.comments) result.emplace_back(comment.text());
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(round_trip)

BOOST_AUTO_TEST_CASE(a_document_made_by_a_program_reads_back_the_same) {
    for (std::size_t i = 0; i < k_documents; ++i) {
        Random random = stream(1, {"made", std::to_string(i)});
        const dsl::Document document = random_document(random);
        const std::string text = dsl::format(document);
        const Parsed back = parsed(text);
        BOOST_TEST_REQUIRE(back.said == "", "document " << i << "\n" << back.said << text);
        BOOST_TEST_REQUIRE(difference(document, back.document) == "", "document " << i << "\n" << text);
    }
}

BOOST_AUTO_TEST_CASE(a_document_written_loosely_keeps_meaning_and_comments_in_its_canonical_form) {
    for (std::size_t i = 0; i < k_documents; ++i) {
        Random random = stream(2, {"loose", std::to_string(i)});
        const dsl::Document document = random_document(random);
        std::vector<std::string> comments;
        const std::string loose = written_loosely(document, random, comments);
        const Parsed read = parsed(loose);
        BOOST_TEST_REQUIRE(read.said == "", "document " << i << "\n" << read.said << loose);
        BOOST_TEST_REQUIRE(difference(document, read.document) == "", "document " << i << "\n" << loose);
        BOOST_TEST_REQUIRE(comments_of(read.document) == comments, "document " << i << "\n" << loose);

        const std::string once = dsl::format(read.document);
        const Parsed again = parsed(once);
        BOOST_TEST_REQUIRE(again.said == "", "document " << i << "\n" << again.said << once);
        BOOST_TEST_REQUIRE(difference(document, again.document) == "", "document " << i << "\n" << loose << "---\n" << once);
        BOOST_TEST_REQUIRE(comments_of(again.document) == comments, "document " << i << "\n" << loose << "---\n" << once);
        BOOST_TEST_REQUIRE(dsl::format(again.document) == once, "document " << i << "\n" << loose << "---\n" << once);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
