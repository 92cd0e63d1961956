// Building a dictionary: asks the perturbation and the similarities what the file does not know yet, and keeps it.
#pragma once

#include <vector>

#include <rif/engine/admission.hpp>
#include <rif/engine/carriers.hpp>
#include <rif/engine/dictionary.hpp>
#include <rif/engine/vocabulary.hpp>

namespace rif {

/// What building reads; all of it outlives the call.
struct DictionaryInputs {
    const Perturbation& perturbation;
    const AdmissionSettings& settings;
    const Vocabulary& vocabulary;
    const SensitiveTerms& sensitive;
    const Carriers& carriers;
    const Services& services;
};

/// What is left of a perturbation's proposals: no empty one, not the word itself, none twice (both in any case), at most `most`.
std::vector<Candidate> filtered(std::vector<Candidate> proposed, std::string_view word, std::size_t most, AdmissionCounts& counts);

/// Entries of a word that this run may use: no sensitive term; the reviewed ones, and of the others the first `candidates`.
std::vector<DictionaryEntry*> in_use(DictionaryWord& word, const DictionaryInputs& inputs);

/// The dictionary with every word of the vocabulary asked about, measured and decided by today's conditions; in its file where one is set.
/// errors: as Admission::build.
Dictionary built_dictionary(const DictionaryInputs& inputs, AdmissionCounts& counts);

}  // namespace rif
