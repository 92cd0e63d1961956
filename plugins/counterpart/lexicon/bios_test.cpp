// counterpart/lexicon on real biographies and on random Unicode: M(v) = M(v'), aligned, and back again.
#include <boost/test/unit_test.hpp>

#include <filesystem>

#include <rif/api/counterpart.hpp>
#include <rif/api/pair.hpp>
#include <rif/base/file.hpp>
#include <support/plugin.hpp>
#include <support/random_text.hpp>
#include <support/test_data.hpp>

using namespace rif;

namespace {

/// The first cell of every row but the header: quoted cells may hold commas, line ends and doubled quotes.
std::vector<std::string> first_cells(const std::string& csv) {
    std::vector<std::string> result;
    std::string cell;
    bool quoted = false, first = true;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (c == '"' && quoted && i + 1 < csv.size() && csv[i + 1] == '"')
            cell += csv[i++];
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == ',' || c == '\n')) {
            if (first) result.push_back(cell);
            first = c == '\n';
            cell.clear();
        } else if (first)
            cell += c;
    }
    result.erase(result.begin());
    return result;
}

std::vector<std::string> biographies() {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::test_data("data/bios"))) {
        if (entry.path().extension() != ".csv") continue;
        for (std::string& text : first_cells(read_file(entry.path()))) result.push_back(std::move(text));
    }
    return result;
}

std::string outside_slots(const std::string& text, const std::vector<Slot>& slots, ByteSpan Slot::*member) {
    std::string result;
    std::size_t done = 0;
    for (const Slot& slot : slots) {
        result.append(text, done, (slot.*member).begin - done).append("\x1F");
        done = (slot.*member).end;
    }
    return result.append(text, done, std::string::npos);
}

/// M(v) = M(v') byte for byte, and the framework's own alignment: every token of a pair is the same bytes twice, none in a slot.
void check_pair(const std::string& text, const CounterpartText& made) {
    BOOST_REQUIRE(made.text != text);
    BOOST_REQUIRE(!made.slots.empty());
    BOOST_REQUIRE(outside_slots(text, made.slots, &Slot::v) == outside_slots(made.text, made.slots, &Slot::v_prime));
    for (const Slot& slot : made.slots) BOOST_REQUIRE((slot.from != slot.to && slot.v.of(text) != slot.v_prime.of(made.text)));
    const Pair pair = make_pair({.id = "1", .text = text}, made);
    for (const AlignedToken& token : pair.tokens) BOOST_REQUIRE(token.v.of(text) == token.v_prime.of(made.text));
}

double share(std::size_t part, std::size_t whole) { return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0; }

}  // namespace

BOOST_AUTO_TEST_SUITE(counterpart_lexicon_on_texts)

BOOST_AUTO_TEST_CASE(biographies_swap_and_swap_back, *test::needs_data("data/bios")) {
    const auto lexicon = test::make<Counterpart>("counterpart/lexicon", "attributes = gender");
    std::size_t texts = 0, named = 0, ambiguous = 0, decided = 0, back = 0, cued = 0;
    for (const std::string& text : biographies()) {
        ++texts;
        const Counterparts found = lexicon->counterparts({.id = "1", .text = text}, Random(1));
        if (found.made.empty()) continue;
        ++named;
        const CounterpartText& made = found.made[0];
        check_pair(text, made);
        cued += !made.residual_cues.empty();
        ambiguous += made.ambiguous;
        if (made.ambiguous) continue;
        ++decided;
        const Counterparts again = lexicon->counterparts({.id = "1", .text = made.text}, Random(1));
        const bool same = !again.made.empty() && again.made[0].text == text;
        back += same;
        if (!same && std::getenv("RIFAIR_SHOW_TEXTS"))
            BOOST_TEST_MESSAGE("NOT BACK: " << text << "\n  " << made.text << "\n  " << (again.made.empty() ? "" : again.made[0].text));
        if (std::getenv("RIFAIR_SHOW_TEXTS")) BOOST_TEST_MESSAGE("SURE: " << text << "\n  " << made.text);
    }
    BOOST_TEST_MESSAGE(texts << " texts, " << named << " name gender, " << ambiguous << " ambiguous, " << cued << " with a cue, " << back
                             << " of " << decided << " come back");
    BOOST_TEST(share(named, texts) > 0.9);
    BOOST_TEST(share(ambiguous, named) < 0.15);
    BOOST_TEST(share(back, decided) > 0.97);
}

BOOST_AUTO_TEST_CASE(biographies_have_counterparts_of_several_attributes_together, *test::needs_data("data/bios")) {
    const auto lexicon = test::make<Counterpart>(
        "counterpart/lexicon", "attributes = [gender, race, religion, sexuality, disability, age, nationality], per_individual = 3");
    std::size_t several = 0;
    for (const std::string& text : biographies()) {
        const Counterparts found = lexicon->counterparts({.id = "1", .text = text}, Random(3));
        several += found.named.size() > 1;
        for (const CounterpartText& made : found.made) {
            check_pair(text, made);
            BOOST_TEST(made.from.size() <= found.named.size());
        }
    }
    BOOST_TEST_MESSAGE(several << " texts name several attributes");
    BOOST_TEST(several > 100u);
}

BOOST_AUTO_TEST_CASE(any_text_gives_a_pair_or_says_why_not) {
    const char* settings[] = {"attributes = gender", "attributes = [gender, race, age], per_individual = 4",
                              "attributes = [nationality, religion], independent = on, per_individual = 3",
                              "attributes = gender, values = [\"female\", \"male\", \"neutral\"], per_individual = all"};
    const char* pieces[] = {"she ",         "her ",    "is ",         "Pacific Islander, ", "he’s ",
                            "Black-owned ", "They ",   "the whites ", "old man ",           "a ",
                            "an ",          "Polish ", "gay "};
    for (const char* setting : settings) {
        const auto lexicon = test::make<Counterpart>("counterpart/lexicon", setting);
        Random random(5);
        for (int i = 0; i < 1500; ++i) {
            std::string text;
            for (std::size_t n = random.below(12); n > 0; --n)
                text += random.below(3) == 0 ? test::random_text(random, 3) : pieces[random.below(std::size(pieces))];
            const Counterparts found = lexicon->counterparts({.id = "1", .text = text}, Random(1));
            BOOST_REQUIRE(found.made.empty() == found.why_none.has_value());
            for (const CounterpartText& made : found.made) check_pair(text, made);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
