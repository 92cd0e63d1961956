// What is done to a text before it is cut: one class for each kind of step that tokenizer.json names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <rif/base/normal_form.hpp>
#include <rif/nn/tokenizer/aligned_text.hpp>
#include <rif/nn/tokenizer/charsmap.hpp>

namespace rif::nn {

class Normalizer {
public:
    virtual ~Normalizer() = default;
    virtual void apply(AlignedText& text) const = 0;
};

using Normalizers = std::vector<std::unique_ptr<Normalizer>>;

struct BertCleaning {
    bool clean_text = true;     // controls are dropped, white space becomes a space
    bool space_chinese = true;  // a space on both sides of each ideograph
    bool strip_accents = true;
    bool lowercase = true;
};

/// source: Devlin et al. 2019, tokenization.py; in the order of tokenizers, bert.rs: clean, space, strip, lower.
std::unique_ptr<Normalizer> bert_normalizer(const BertCleaning& cleaning);
std::unique_ptr<Normalizer> normal_form_normalizer(NormalForm form);
std::unique_ptr<Normalizer> lowercase_normalizer();
/// Drops nonspacing marks.
std::unique_ptr<Normalizer> strip_accents_normalizer();
/// White space at the ends.
std::unique_ptr<Normalizer> strip_normalizer(bool left, bool right);
/// Each `pattern` (not empty) becomes `content`.
std::unique_ptr<Normalizer> replace_normalizer(std::string pattern, std::string content);
/// Each run of at least `least` spaces (any white space where `any`) becomes `content`.
std::unique_ptr<Normalizer> replace_run_normalizer(bool any, std::size_t least, std::string content);
/// `prefix` before a text that is not empty.
std::unique_ptr<Normalizer> prepend_normalizer(std::string prefix);
std::unique_ptr<Normalizer> charsmap_normalizer(Charsmap table);

}  // namespace rif::nn
