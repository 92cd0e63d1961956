// Δ_adm, the admissible substitutions of a run: candidates generated once, filtered, measured, and looked up during searches
// (measures, section 6). The dictionary D_final is its file.
//
//     AdmissionSettings settings = admission_settings(arguments);   // of the perturbation's block
//     settings.address     = "perturbation.synonyms";
//     settings.fingerprint = …;                                     // plugin and its own settings, contents of its files
//     for (AdmitCondition& each : settings.admit) each.takes_texts = …, each.fingerprint = …;   // from the catalogue
//     auto admission = Admission::build(perturbation, settings, texts_of_v, counterpart.sensitive_terms(), services);
//
//     auto view  = PairView(pair, inside_window(admission->units(*pair)));
//     auto found = admission->candidates(word, pair->text(member), unit.in(member));   // in Session::candidates
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/pair.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/similarity.hpp>

namespace rif {

/// Where both expressions stand while they are compared. carrier: sentences of share/carriers, the worst of them counts;
/// bare: alone; sentence: the individual's own text, at attack time.
enum class AdmitContext { carrier, bare, sentence };

/// One condition of `admit`. takes_texts: the similarity's manifest says "text" (one that takes words only is always asked bare).
/// fingerprint: what its values depend on besides its name (plugin, settings, contents of its files); another one is measured anew.
struct AdmitCondition {
    Condition condition;
    bool takes_texts = true;
    std::string fingerprint = {};
};

/// The framework's settings of a perturbation block.
struct AdmissionSettings {
    std::size_t candidates = 20;    // asked for, and kept at most, for each word
    std::size_t vocabulary = 1000;  // most frequent words that get candidates
    bool skip_stop_words = true;
    AdmitContext context = AdmitContext::carrier;
    bool phrases = false;
    bool agreement = true;              // for Session::with; not used here
    std::vector<AdmitCondition> admit;  // all must hold; none: everything proposed is admitted
    std::optional<std::filesystem::path> dictionary;

    std::string address;           // "perturbation.synonyms", for messages and the dictionary's head
    std::string fingerprint;       // of the perturbation; a dictionary made by another one is refused
    std::size_t threads = 1;       // that generate and measure
    Progress* progress = nullptr;  // words done of words
    Place place;                   // of `dictionary`, or of the block's head
};

/// Reads candidates, vocabulary, skip_stop_words, context, phrases, agreement, admit, dictionary. The rest is for the caller to fill.
AdmissionSettings admission_settings(const Arguments& perturbation);

/// What building it came to, for printing. Counts are of substitutions unless they say words.
struct AdmissionCounts {
    std::size_t words = 0;                  // in the vocabulary
    std::size_t words_with_candidates = 0;  // with an admitted one; 0 where candidates depend on the text
    std::size_t occurrences = 0;            // of words with a letter or digit in the texts, terms and stop words included
    std::size_t occurrences_covered = 0;    // of words in the vocabulary
    std::size_t proposed = 0;               // by the perturbation, now
    std::size_t dropped_same = 0, dropped_duplicate = 0, dropped_empty = 0, dropped_sensitive = 0;
    std::size_t measured = 0;  // values asked of the similarities, now
    std::size_t reused = 0;    // values measured earlier, out of the dictionary
    std::size_t admitted = 0, rejected = 0;
    std::size_t reviewed = 0;  // decided by a reviewer, among the two above
};

/// Const and thread-safe once built.
class Admission {
public:
    /// texts: v of every individual of the run. sensitive_terms: of the run's attributes, case-folded.
    /// Reads and writes the dictionary where one is set: atomically, every few seconds, under a lock that other processes respect.
    /// errors: rif::Error "dictionary" (unreadable, at the place in it), "dictionary-of-another", "cannot-write", "missing-file" (lists,
    /// carriers); whatever the perturbation and the similarities throw; Cancelled. What was measured until then is in the dictionary.
    static std::shared_ptr<const Admission> build(std::shared_ptr<const Perturbation> perturbation, const AdmissionSettings& settings,
                                                  std::span<const std::string> texts, const std::vector<std::string>& sensitive_terms,
                                                  const Services& services);
    virtual ~Admission();

    /// Admitted candidates of the unit `word` at `span` of `text`, in the perturbation's order; empty for a word outside the vocabulary.
    /// The span of them stays as long as this. One look-up in a hash table, text and span unread, unless candidates depend on the text
    /// (`context = sentence`, a perturbation that needs it): then they are found once a text and place and remembered.
    virtual std::span<const Candidate> candidates(std::string_view word, std::string_view text, ByteSpan span) const = 0;
    /// Tokens of the pair that hold a letter or a digit, runs that are one expression as one unit (`phrases = on`). Windows are the
    /// caller's.
    virtual std::vector<EditableUnit> units(const Pair& pair) const = 0;
    /// Whether candidates() reads the text: then members may have different ones.
    virtual bool reads_text() const = 0;
    virtual const AdmissionSettings& settings() const = 0;
    virtual AdmissionCounts counts() const = 0;
};

}  // namespace rif
