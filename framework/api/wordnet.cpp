#include <rif/api/wordnet.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <optional>

#include <fmt/core.h>

#include <rif/api/arguments.hpp>
#include <rif/base/mapped_file.hpp>
#include <rif/base/text.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

struct PartName {
    char letter;
    const char* name;
};
constexpr PartName k_part_names[] = {{'n', "noun"}, {'v', "verb"}, {'a', "adj"}, {'r', "adv"}};
constexpr const char* k_package = "wordnet-base";

std::size_t at(PartOfSpeech part) { return static_cast<std::size_t>(part); }

Error damaged(PartOfSpeech part, std::string_view file, std::size_t offset, std::string_view what) {
    return Error("damaged-wordnet",
                 fmt::format("WordNet's {}.{} is damaged at byte {}: {}", file, k_part_names[at(part)].name, offset, what),
                 fmt::format("apt-get install --reinstall {}", k_package));
}

/// One line of a data file. words: as written, with markers such as (p); lex_ids tell apart equal words of one lexicographer's file.
struct SynsetLine {
    struct Word {
        std::string_view text;
        unsigned lex_id = 0;
    };
    struct Pointer {
        std::string_view symbol;
        Synset target;
    };
    char type = ' ';  // n v a r, and s: an adjective in the cluster of another
    unsigned lex_file = 0;
    std::vector<Word> words;
    std::vector<Pointer> pointers;
};

/// Fields of a line, counted numbers included; anything that is not there is damage.
class Fields {
public:
    /// where: the place that a message names, in data.* or index.*.
    Fields(std::string_view line, const Synset& where, std::string_view file = "data") : rest_(line), where_(where), file_(file) {}

    std::string_view next() {
        const std::string_view field = take_field(rest_);
        if (field.empty()) throw wrong("the line ends early");
        return field;
    }
    std::size_t number(int base = 10) {
        const std::string_view field = next();
        std::size_t value = 0;
        const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), value, base);
        if (code != std::errc() || end != field.data() + field.size()) throw wrong(fmt::format("'{}' is no number", field));
        return value;
    }
    PartOfSpeech part() {
        const std::string_view field = next();
        for (const PartOfSpeech part : k_parts_of_speech) {
            if (field.size() == 1 && field[0] == part_letter(part)) return part;
        }
        if (field == "s") return PartOfSpeech::adjective;
        throw wrong(fmt::format("'{}' is no part of speech", field));
    }
    Error wrong(std::string_view what) const { return damaged(where_.part, file_, where_.offset, what); }

private:
    std::string_view rest_;
    Synset where_;
    std::string_view file_;
};

std::string_view without_marker(std::string_view word) { return word.ends_with(')') ? word.substr(0, word.rfind('(')) : word; }

std::string lower_ascii(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

}  // namespace

char part_letter(PartOfSpeech part) { return k_part_names[at(part)].letter; }

std::string Synset::to_string() const { return fmt::format("{:08}-{}", offset, part_letter(part)); }

/// The mapped files, and the lists of exceptions turned round.
struct WordNet::Files {
    explicit Files(const fs::path& folder) : counts(map(folder, "cntlist.rev")) {
        for (const PartOfSpeech part : k_parts_of_speech) {
            const char* name = k_part_names[at(part)].name;
            index.push_back(map(folder, fmt::format("index.{}", name)));
            data.push_back(map(folder, fmt::format("data.{}", name)));
            exceptions.push_back(map(folder, fmt::format("{}.exc", name)));
            turn_round(exceptions.back().bytes(), irregulars[at(part)]);
        }
    }

    static MappedFile map(const fs::path& folder, const std::string& name) {
        std::error_code ignored;
        if (fs::exists(folder / name, ignored)) return MappedFile(folder / name);
        throw Error("missing-wordnet", fmt::format("WordNet's data is not in '{}': it has no file {}", folder.string(), name),
                    fmt::format("apt-get install {}, or folder = \"…\" where the data is elsewhere", k_package));
    }

    static void turn_round(std::string_view list, std::map<std::string, std::vector<std::string>, std::less<>>& forms) {
        while (!list.empty()) {
            std::string_view line = take_field(list, '\n');
            const std::string form(take_field(line));
            while (!line.empty()) {
                std::vector<std::string>& known = forms[std::string(take_field(line))];
                if (known.empty() || known.back() != form) known.push_back(form);
            }
        }
    }

    SynsetLine line(const Synset& synset) const {
        const std::string_view text = data[at(synset.part)].bytes();
        if (synset.offset >= text.size()) throw damaged(synset.part, "data", synset.offset, "the file is shorter than that");
        const std::string_view rest = text.substr(synset.offset);
        Fields fields(rest.substr(0, std::min(rest.find('|'), rest.find('\n'))), synset);
        if (fields.number() != synset.offset) throw fields.wrong("no synset starts there");
        SynsetLine result;
        result.lex_file = static_cast<unsigned>(fields.number());
        result.type = fields.next().front();
        for (std::size_t words = fields.number(16); words > 0; --words) {
            const std::string_view word = fields.next();
            result.words.push_back({word, static_cast<unsigned>(fields.number(16))});
        }
        for (std::size_t pointers = fields.number(); pointers > 0; --pointers) {
            const std::string_view symbol = fields.next();
            const auto offset = static_cast<std::uint32_t>(fields.number());
            result.pointers.push_back({symbol, {fields.part(), offset}});
            fields.next();  // which words of the two synsets the pointer joins
        }
        if (result.words.empty()) throw fields.wrong("the synset has no word");
        return result;
    }

    std::vector<MappedFile> index, data, exceptions;  // by part of speech
    MappedFile counts;
    std::array<std::map<std::string, std::vector<std::string>, std::less<>>, 4> irregulars;
};

WordNet::WordNet(const fs::path& folder) : files_(std::make_unique<const Files>(folder)) {}
WordNet::~WordNet() = default;

std::shared_ptr<const WordNet> WordNet::open(const fs::path& folder) {
    static std::mutex mutex;
    static std::map<fs::path, std::weak_ptr<const WordNet>> opened;
    const std::lock_guard lock(mutex);
    std::weak_ptr<const WordNet>& known = opened[folder];
    std::shared_ptr<const WordNet> result = known.lock();
    if (!result) known = result = std::shared_ptr<const WordNet>(new WordNet(folder));
    return result;
}

std::vector<Sense> WordNet::senses(std::string_view lemma, PartOfSpeech part) const {
    const std::string_view index = files_->index[at(part)].bytes();
    const std::string_view line = sorted_line(index, lemma);
    if (line.empty()) return {};
    // lemma pos synset_cnt p_cnt [ptr_symbol…] sense_cnt tagsense_cnt synset_offset…
    Fields fields(line, {part, static_cast<std::uint32_t>(line.data() - index.data())}, "index");
    for (int skipped = 0; skipped < 2; ++skipped) fields.next();
    const std::size_t count = fields.number();
    for (std::size_t symbols = fields.number() + 2; symbols > 0; --symbols) fields.next();
    std::vector<Sense> result;
    for (std::size_t number = 1; number <= count; ++number) {
        const Synset synset{part, static_cast<std::uint32_t>(fields.number())};
        result.push_back({synset, number, tag_count(lemma, synset)});
    }
    return result;
}

bool WordNet::has(std::string_view lemma, PartOfSpeech part) const { return !sorted_line(files_->index[at(part)].bytes(), lemma).empty(); }

bool WordNet::has(std::string_view lemma) const {
    return std::ranges::any_of(k_parts_of_speech, [&](PartOfSpeech part) { return has(lemma, part); });
}

// Counts are found by the sense's key and not by its number: the counts that come with WordNet 3.0 are those of an earlier
// database, in which 2 % of the senses had another number.
std::size_t WordNet::tag_count(std::string_view lemma, const Synset& synset) const {
    std::string_view line = sorted_line(files_->counts.bytes(), sense_key(lemma, synset));
    if (line.empty()) return 0;
    const std::string_view number = line.substr(line.rfind(' ') + 1);
    std::size_t count = 0;
    std::from_chars(number.data(), number.data() + number.size(), count);
    return count;
}

// lemma%type:lex_file:lex_id:head_word:head_id, the last two for an adjective in the cluster of a head.
std::string WordNet::sense_key(std::string_view lemma, const Synset& synset) const {
    const SynsetLine line = files_->line(synset);
    const auto word = std::ranges::find_if(line.words, [&](const auto& w) { return lower_ascii(without_marker(w.text)) == lemma; });
    if (word == line.words.end()) return {};
    const std::size_t type = line.type == 's' ? 5 : at(synset.part) + 1;
    std::string head = ":";
    if (const auto to_head = std::ranges::find(line.pointers, "&", &SynsetLine::Pointer::symbol);
        type == 5 && to_head != line.pointers.end()) {
        const SynsetLine cluster = files_->line(to_head->target);
        head = fmt::format("{}:{:02}", lower_ascii(cluster.words.front().text), cluster.words.front().lex_id);
    }
    return fmt::format("{}%{}:{:02}:{:02}:{}", lemma, type, line.lex_file, word->lex_id, head);
}

std::vector<std::string> WordNet::lemmas(const Synset& synset) const {
    std::vector<std::string> result;
    for (const auto& word : files_->line(synset).words) result.emplace_back(without_marker(word.text));
    return result;
}

std::vector<Synset> WordNet::hypernyms(const Synset& synset) const {
    std::vector<Synset> result;
    for (const auto& pointer : files_->line(synset).pointers) {
        if (pointer.symbol == "@" || pointer.symbol == "@i") result.push_back(pointer.target);
    }
    return result;
}

std::vector<std::string> WordNet::bases_of(std::string_view irregular, PartOfSpeech part) const {
    std::string_view line = sorted_line(files_->exceptions[at(part)].bytes(), irregular);
    std::vector<std::string> result;
    for (take_field(line); !line.empty();) result.emplace_back(take_field(line));
    return result;
}

std::vector<std::string> WordNet::irregulars_of(std::string_view base, PartOfSpeech part) const {
    const auto& forms = files_->irregulars[at(part)];
    const auto found = forms.find(base);
    return found == forms.end() ? std::vector<std::string>{} : found->second;
}

std::shared_ptr<const WordNet> open_wordnet(const Arguments& arguments) {
    try {
        if (arguments.given("folder")) return WordNet::open(arguments.path("folder"));
        fs::path folder = arguments.path("folder");
        try {
            folder = arguments.services().data_file("wordnet", arguments.place());
        } catch (const Error&) {
            // no such folder on the data path: the default
        }
        return WordNet::open(folder);
    } catch (const Error& error) {
        throw error.at(arguments.place("folder"));
    }
}

}  // namespace rif
