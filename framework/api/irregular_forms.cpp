#include <rif/api/irregular_forms.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace rif {

namespace {

// In order of the base; a list, read across.
// clang-format off
constexpr IrregularVerb k_verbs[] = {
    {"arise", "arose", "arisen"}, {"awake", "awoke", "awoken"}, {"be", "was", "been", "is", "being"}, {"bear", "bore", "borne"},
    {"beat", "beat", "beaten"}, {"become", "became", "become"}, {"befall", "befell", "befallen"}, {"beget", "begot", "begotten"},
    {"begin", "began", "begun"}, {"behold", "beheld"}, {"bend", "bent"}, {"beseech", "besought"}, {"beset", "beset"}, {"bet", "bet"},
    {"bid", "bid"}, {"bind", "bound"}, {"bite", "bit", "bitten"}, {"bleed", "bled"}, {"bless", "blessed"}, {"blow", "blew", "blown"},
    {"break", "broke", "broken"}, {"breed", "bred"}, {"bring", "brought"}, {"broadcast", "broadcast"}, {"build", "built"}, {"burn", "burned"},
    {"burst", "burst"}, {"buy", "bought"}, {"cast", "cast"}, {"catch", "caught"}, {"choose", "chose", "chosen"}, {"cleave", "cleft"},
    {"cling", "clung"}, {"clothe", "clothed"}, {"come", "came", "come"}, {"cost", "cost"}, {"creep", "crept"}, {"curse", "cursed"}, {"cut", "cut"},
    {"deal", "dealt"}, {"dig", "dug"}, {"dive", "dived"}, {"do", "did", "done", "does"}, {"draw", "drew", "drawn"}, {"dream", "dreamed"},
    {"drink", "drank", "drunk"}, {"drive", "drove", "driven"}, {"dwell", "dwelt"}, {"eat", "ate", "eaten"}, {"fall", "fell", "fallen"},
    {"feed", "fed"}, {"feel", "felt"}, {"fight", "fought"}, {"find", "found"}, {"fit", "fitted"}, {"flee", "fled"}, {"fling", "flung"},
    {"fly", "flew", "flown"}, {"forbid", "forbade", "forbidden"}, {"forecast", "forecast"}, {"forget", "forgot", "forgotten"},
    {"forgive", "forgave", "forgiven"}, {"forsake", "forsook", "forsaken"}, {"freeze", "froze", "frozen"}, {"get", "got", "gotten"},
    {"gild", "gilded"}, {"gird", "girded"}, {"give", "gave", "given"}, {"gnaw", "gnawed"}, {"go", "went", "gone", "goes"}, {"grave", "graved"},
    {"grind", "ground"}, {"grip", "gripped"}, {"grow", "grew", "grown"}, {"hang", "hung"}, {"have", "had", {}, "has"}, {"hear", "heard"},
    {"heave", "heaved"}, {"hew", "hewed", "hewn"}, {"hide", "hid", "hidden"}, {"hit", "hit"}, {"hold", "held"}, {"honey", "honeyed"},
    {"hurt", "hurt"}, {"keep", "kept"}, {"kneel", "knelt"}, {"knit", "knitted"}, {"know", "knew", "known"}, {"lay", "laid"}, {"lead", "led"},
    {"lean", "leaned"}, {"leap", "leaped"}, {"learn", "learned"}, {"leave", "left"}, {"lend", "lent"}, {"let", "let"},
    {"lie", "lay", "lain", {}, "lying"}, {"light", "lit"}, {"lose", "lost"}, {"make", "made"}, {"mean", "meant"}, {"meet", "met"},
    {"melt", "melted"}, {"mow", "mowed", "mown"}, {"partake", "partook", "partaken"}, {"pay", "paid"}, {"pen", "penned"}, {"plead", "pleaded"},
    {"prove", "proved", "proven"}, {"put", "put"}, {"quit", "quit"}, {"read", "read"}, {"rend", "rent"}, {"rid", "rid"},
    {"ride", "rode", "ridden"}, {"ring", "rang", "rung"}, {"rise", "rose", "risen"}, {"run", "ran", "run"}, {"saw", "sawed", "sawn"}, {"say", "said"},
    {"see", "saw", "seen"}, {"seek", "sought"}, {"sell", "sold"}, {"send", "sent"}, {"set", "set"}, {"sew", "sewed", "sewn"},
    {"shake", "shook", "shaken"}, {"shave", "shaved"}, {"shear", "sheared", "shorn"}, {"shed", "shed"}, {"shine", "shone"}, {"shoe", "shod"},
    {"shoot", "shot"}, {"show", "showed", "shown"}, {"shrink", "shrank", "shrunk"}, {"shut", "shut"}, {"sing", "sang", "sung"},
    {"sink", "sank", "sunk"}, {"sit", "sat"}, {"slay", "slew", "slain"}, {"sleep", "slept"}, {"slide", "slid"}, {"sling", "slung"},
    {"slink", "slunk"}, {"slit", "slit"}, {"smell", "smelled"}, {"smite", "smote", "smitten"}, {"sneak", "sneaked"}, {"sow", "sowed", "sown"},
    {"speak", "spoke", "spoken"}, {"speed", "sped"}, {"spell", "spelled"}, {"spend", "spent"}, {"spill", "spilled"}, {"spin", "spun"},
    {"spit", "spat"}, {"split", "split"}, {"spoil", "spoiled"}, {"spread", "spread"}, {"spring", "sprang", "sprung"}, {"stand", "stood"},
    {"stave", "staved"}, {"steal", "stole", "stolen"}, {"stick", "stuck"}, {"sting", "stung"}, {"stink", "stank", "stunk"},
    {"strew", "strewed", "strewn"}, {"stride", "strode", "stridden"}, {"strike", "struck"}, {"string", "strung"}, {"strive", "strove", "striven"},
    {"swear", "swore", "sworn"}, {"sweat", "sweated"}, {"sweep", "swept"}, {"swell", "swelled", "swollen"}, {"swim", "swam", "swum"},
    {"swing", "swung"}, {"take", "took", "taken"}, {"teach", "taught"}, {"tear", "tore", "torn"}, {"tell", "told"}, {"think", "thought"},
    {"thrive", "thrived"}, {"throw", "threw", "thrown"}, {"thrust", "thrust"}, {"tread", "trod", "trodden"}, {"wake", "woke", "woken"},
    {"wear", "wore", "worn"}, {"weave", "wove", "woven"}, {"wed", "wed"}, {"weep", "wept"}, {"wet", "wet"}, {"win", "won"}, {"wind", "wound"},
    {"work", "worked"}, {"wring", "wrung"}, {"write", "wrote", "written"},
};
// clang-format on

constexpr std::string_view k_prefixes[] = {"be",   "fore", "in", "inter", "mis",   "off", "out",
                                           "over", "pre",  "re", "un",    "under", "up",  "with"};

constexpr std::string_view k_no_plural_form[] = {
    "aircraft",   "corps",  "crossroads", "deer",      "fish",   "folk",   "goldfish",  "grapefruit", "headquarters",
    "hovercraft", "means",  "moose",      "offspring", "people", "police", "salmon",    "series",     "sheep",
    "shellfish",  "shrimp", "spacecraft", "species",   "swine",  "trout",  "watercraft"};

constexpr std::string_view k_classical[] = {
    "addendum",   "alga",     "alumna",     "alumnus",    "antihelix",  "appendix",     "bacillus",      "bacterium", "cactus",
    "codex",      "cortex",   "criterion",  "curriculum", "datum",      "erratum",      "fungus",        "ganglion",  "helix",
    "larva",      "locus",    "matrix",     "medium",     "memorandum", "millennium",   "mitochondrion", "nucleus",   "ovum",
    "phenomenon", "phylum",   "polyhedron", "radius",     "spectrum",   "spermatozoon", "stimulus",      "stratum",   "symposium",
    "taxon",      "terminus", "vertebra",   "vertex",     "vortex"};

constexpr std::string_view k_rare_plurals[] = {"beef", "brother", "bus",   "colon",  "cow",  "cry",  "dwarf", "gas",
                                               "gen",  "money",   "penny", "person", "real", "roof", "staff", "turf"};

constexpr std::string_view k_take_more[] = {"apt",   "bored", "dead",    "fake",   "fun",    "gone",    "ill",
                                            "lone",  "prime", "real",    "right",  "scared", "skilled", "sole",
                                            "staid", "tired", "trained", "unique", "used",   "worth",   "wrong"};

bool among(std::span<const std::string_view> words, std::string_view word) { return std::ranges::binary_search(words, word); }

static_assert(std::ranges::is_sorted(k_verbs, {}, &IrregularVerb::base));
static_assert(std::ranges::is_sorted(k_no_plural_form) && std::ranges::is_sorted(k_classical));
static_assert(std::ranges::is_sorted(k_rare_plurals) && std::ranges::is_sorted(k_take_more));

}  // namespace

const IrregularVerb* irregular_verb(std::string_view base) {
    const auto found = std::ranges::lower_bound(k_verbs, base, {}, &IrregularVerb::base);
    return found != std::end(k_verbs) && found->base == base ? found : nullptr;
}

const IrregularVerb* irregular_stem(std::string_view base) {
    const IrregularVerb* longest = nullptr;
    for (const std::string_view prefix : k_prefixes) {
        if (!base.starts_with(prefix)) continue;
        const IrregularVerb* stem = irregular_verb(base.substr(prefix.size()));
        if (stem && (!longest || stem->base.size() > longest->base.size())) longest = stem;
    }
    return longest;
}

bool has_no_plural_form(std::string_view noun) { return among(k_no_plural_form, noun); }
bool keeps_classical_plural(std::string_view noun) { return among(k_classical, noun); }
bool has_rare_irregular_plural(std::string_view noun) { return among(k_rare_plurals, noun); }
bool takes_more(std::string_view adjective) { return among(k_take_more, adjective); }

}  // namespace rif
