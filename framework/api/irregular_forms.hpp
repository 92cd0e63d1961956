// English words whose forms no rule gives: a closed table, written from general knowledge of the language.
#pragma once

#include <string_view>

namespace rif {

/// participle is empty where it is the same as past.
struct IrregularVerb {
    std::string_view base, past, participle = {}, third_person = {}, gerund = {};
    std::string_view participle_or_past() const { return participle.empty() ? past : participle; }
};

/// The verb itself, or nullptr; prefixed verbs (undertake, rewrite) are not in the table.
const IrregularVerb* irregular_verb(std::string_view base);
/// The longest ending of `base` that is in the table behind one of the prefixes that keep a verb's forms ("re" + "write"), or nullptr.
const IrregularVerb* irregular_stem(std::string_view base);

/// Nouns whose plural is the singular: sheep, series.
bool has_no_plural_form(std::string_view noun);
/// Nouns of Latin or Greek whose foreign plural is the usual one today: alumnus, criterion. The others take -s.
bool keeps_classical_plural(std::string_view noun);
/// Nouns whose plural in the list of exceptions is old or rare: brother (brethren), bus (busses).
bool has_rare_irregular_plural(std::string_view noun);
/// Short adjectives that take "more" all the same: real, wrong.
bool takes_more(std::string_view adjective);

}  // namespace rif
