// The way to the base and back, on words whose forms any dictionary gives.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

#include <rif/api/inflection.hpp>

using rif::Form;
using rif::PartOfSpeech;
using rif::Reading;

namespace {

const rif::WordNet& wordnet() {
    static const auto kept = rif::WordNet::open("/usr/share/wordnet");
    return *kept;
}

bool reads(std::string_view word, std::string_view lemma, PartOfSpeech part, Form form) {
    const std::vector<Reading> all = rif::readings(wordnet(), word);
    return std::ranges::find(all, Reading{std::string(lemma), part, form}) != all.end();
}

std::set<std::string> lemmas(std::string_view word, PartOfSpeech part) {
    std::set<std::string> result;
    for (const Reading& reading : rif::readings(wordnet(), word)) {
        if (reading.part == part) result.insert(reading.lemma);
    }
    return result;
}

struct Row {
    const char* lemma;
    const char* form;
};

void check(PartOfSpeech part, Form form, std::initializer_list<Row> rows) {
    for (const Row& row : rows)
        BOOST_TEST(rif::inflected(wordnet(), row.lemma, part, form) == row.form,
                   row.lemma << " gives " << rif::inflected(wordnet(), row.lemma, part, form) << ", not " << row.form);
}

constexpr PartOfSpeech noun = PartOfSpeech::noun, verb = PartOfSpeech::verb, adjective = PartOfSpeech::adjective,
                       adverb = PartOfSpeech::adverb;

}  // namespace

BOOST_AUTO_TEST_SUITE(inflection)

BOOST_AUTO_TEST_CASE(plurals_follow_rules_and_exceptions) {
    check(noun, Form::plural,
          {{"nurse", "nurses"},        {"box", "boxes"},          {"church", "churches"}, {"city", "cities"},   {"day", "days"},
           {"hero", "heroes"},         {"piano", "pianos"},       {"wife", "wives"},      {"man", "men"},       {"woman", "women"},
           {"policeman", "policemen"}, {"human", "humans"},       {"child", "children"},  {"foot", "feet"},     {"mouse", "mice"},
           {"analysis", "analyses"},   {"criterion", "criteria"}, {"alumnus", "alumni"},  {"cactus", "cacti"},  {"formula", "formulas"},
           {"forum", "forums"},        {"concerto", "concertos"}, {"index", "indexes"},   {"bus", "buses"},     {"gas", "gases"},
           {"brother", "brothers"},    {"lens", "lenses"},        {"sheep", "sheep"},     {"series", "series"}, {"scissors", "scissors"},
           {"boss", "bosses"},         {"Japanese", "Japanese"},  {"leaf", "leaves"},     {"roof", "roofs"},    {"quiz", "quizzes"}});
}

BOOST_AUTO_TEST_CASE(verbs_take_s_ed_and_ing) {
    check(verb, Form::third_person,
          {{"walk", "walks"},
           {"watch", "watches"},
           {"carry", "carries"},
           {"play", "plays"},
           {"go", "goes"},
           {"undergo", "undergoes"},
           {"have", "has"},
           {"be", "is"},
           {"quiz", "quizzes"},
           {"radio", "radios"},
           {"pass", "passes"}});
    check(verb, Form::past,
          {{"walk", "walked"},    {"love", "loved"},    {"carry", "carried"},       {"play", "played"},     {"stop", "stopped"},
           {"refer", "referred"}, {"visit", "visited"}, {"panic", "panicked"},      {"fix", "fixed"},       {"show", "showed"},
           {"work", "worked"},    {"take", "took"},     {"undertake", "undertook"}, {"rewrite", "rewrote"}, {"begin", "began"},
           {"go", "went"},        {"cut", "cut"},       {"reset", "reset"},         {"behave", "behaved"},  {"learn", "learned"},
           {"lie", "lay"},        {"lay", "laid"},      {"quit", "quit"},           {"agree", "agreed"},    {"relay", "relayed"},
           {"need", "needed"}});
    check(verb, Form::participle,
          {{"take", "taken"},
           {"undertake", "undertaken"},
           {"begin", "begun"},
           {"become", "become"},
           {"walk", "walked"},
           {"beat", "beaten"},
           {"overcome", "overcome"},
           {"show", "shown"},
           {"stop", "stopped"},
           {"withdraw", "withdrawn"},
           {"teach", "taught"}});
    check(verb, Form::gerund,
          {{"walk", "walking"},
           {"love", "loving"},
           {"die", "dying"},
           {"see", "seeing"},
           {"stop", "stopping"},
           {"begin", "beginning"},
           {"visit", "visiting"},
           {"dye", "dyeing"},
           {"panic", "panicking"},
           {"play", "playing"},
           {"be", "being"},
           {"run", "running"},
           {"lie", "lying"},
           {"fix", "fixing"}});
}

BOOST_AUTO_TEST_CASE(adjectives_and_adverbs_compare_by_ending_or_by_more) {
    check(adjective, Form::comparative,
          {{"big", "bigger"},
           {"nice", "nicer"},
           {"happy", "happier"},
           {"good", "better"},
           {"bad", "worse"},
           {"simple", "simpler"},
           {"important", "more important"},
           {"real", "more real"},
           {"narrow", "narrower"},
           {"new", "newer"},
           {"well-known", "more well-known"}});
    check(adjective, Form::superlative,
          {{"big", "biggest"}, {"good", "best"}, {"bad", "worst"}, {"large", "largest"}, {"beautiful", "most beautiful"}});
    check(adverb, Form::comparative, {{"well", "better"}, {"fast", "faster"}, {"quickly", "more quickly"}, {"far", "farther"}});
}

BOOST_AUTO_TEST_CASE(in_expressions_the_verb_is_the_first_word_and_the_noun_the_last_before_a_preposition) {
    BOOST_TEST(rif::inflected(wordnet(), "take_off", verb, Form::past) == "took off");
    BOOST_TEST(rif::inflected(wordnet(), "county_hospital", noun, Form::plural) == "county hospitals");
    BOOST_TEST(rif::inflected(wordnet(), "head_of_state", noun, Form::plural) == "heads of state");
    BOOST_TEST(rif::inflected(wordnet(), "City_of_Light", noun, Form::base) == "City of Light");
    BOOST_TEST(rif::inflected(wordnet(), "Frenchman", noun, Form::plural) == "Frenchmen");
    BOOST_TEST(reads("took off", "take_off", verb, Form::past));
    BOOST_TEST(reads("Nursing Homes", "nursing_home", noun, Form::plural));
    BOOST_TEST(reads("heads of state", "head_of_state", noun, Form::plural));
    BOOST_TEST(reads("new york", "new_york", noun, Form::base));
    BOOST_TEST(rif::readings(wordnet(), "purple nurse").empty());
}

BOOST_AUTO_TEST_CASE(a_word_is_read_in_every_part_of_speech_that_knows_it) {
    BOOST_TEST(reads("nurses", "nurse", noun, Form::plural));
    BOOST_TEST(reads("nurses", "nurse", verb, Form::third_person));
    BOOST_TEST(reads("NURSES", "nurse", noun, Form::plural));
    BOOST_TEST(reads("taken", "take", verb, Form::participle));
    BOOST_TEST(reads("took", "take", verb, Form::past));
    BOOST_TEST(reads("walked", "walk", verb, Form::past));
    BOOST_TEST(reads("running", "run", verb, Form::gerund));
    BOOST_TEST(reads("running", "running", noun, Form::base));
    BOOST_TEST(reads("better", "good", adjective, Form::comparative));
    BOOST_TEST(reads("happiest", "happy", adjective, Form::superlative));
    BOOST_TEST(reads("left", "leave", verb, Form::past));
    BOOST_TEST(reads("left", "left", adjective, Form::base));
    BOOST_TEST(reads("firemen", "fireman", noun, Form::plural));
    BOOST_TEST(reads("glasses", "glass", noun, Form::plural));
    BOOST_TEST(rif::readings(wordnet(), "xyzzyness").empty());
    BOOST_TEST(rif::readings(wordnet(), "").empty());
    BOOST_TEST(rif::readings(wordnet(), "s").size() > 0);  // a letter, not an ending
}

BOOST_AUTO_TEST_CASE(a_base_from_which_the_word_does_not_come_back_is_left_out_where_another_does) {
    BOOST_TEST((lemmas("hoped", verb) == std::set<std::string>{"hope"}));
    BOOST_TEST((lemmas("hopped", verb) == std::set<std::string>{"hop"}));
    BOOST_TEST((lemmas("rated", verb) == std::set<std::string>{"rate"}));
    BOOST_TEST((lemmas("traveled", verb) == std::set<std::string>{"travel"}));  // the list says travelled; nothing better is known
    BOOST_TEST((lemmas("axes", noun) == std::set<std::string>{"ax", "axis"}));
    BOOST_TEST((lemmas("matter", adjective).empty()));  // listed as no comparative of matt
    BOOST_TEST((lemmas("classes", noun) == std::set<std::string>{"class"}));
}

BOOST_AUTO_TEST_CASE(every_irregular_form_of_the_lists_is_read_as_one_of_its_bases) {
    std::size_t forms = 0, lost = 0;
    for (const auto& [base, part] :
         {std::pair{"go", verb}, {"take", verb}, {"write", verb}, {"child", noun}, {"foot", noun}, {"bad", adjective}, {"drink", verb}}) {
        for (const std::string& form : wordnet().irregulars_of(base, part)) {
            ++forms;
            lost += !lemmas(form, part).contains(base);
        }
    }
    BOOST_TEST(forms >= 12);
    BOOST_TEST(lost == 0);
}

BOOST_AUTO_TEST_CASE(odd_bytes_are_read_as_nothing) {
    for (const char* text : {"\xff\xfe", "नमस्ते", "🙂", "_", "___", "a\xcc\x81", "[MASK]", "%", "n't%4", "\n", "nurse\tn"}) {
        BOOST_CHECK_NO_THROW(rif::readings(wordnet(), text));
    }
    BOOST_TEST(rif::readings(wordnet(), "नमस्ते").empty());
    BOOST_TEST(rif::inflected(wordnet(), "", noun, Form::plural) == "");
    BOOST_TEST(rif::inflected(wordnet(), "_", verb, Form::past) == " ");
}

BOOST_AUTO_TEST_SUITE_END()
