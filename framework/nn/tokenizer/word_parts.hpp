// The tokens of a vocabulary as pieces of words: what each spells, and whether it begins a word or goes on with one.
#pragma once

#include <string>
#include <vector>

#include <rif/nn/tokenizer/tokenizer.hpp>

namespace rif::nn {

/// text: without the vocabulary's mark; empty where it spells no letter or digit: punctuation, special tokens, single bytes of a character.
/// begins: by its mark. "film" of WordPiece and "Ġfilm", "▁film" of the others do, "##film" and "film" of the others do not.
struct WordPart {
    std::string text;
    bool begins = false;
};

/// Const once made.
class WordParts {
public:
    explicit WordParts(const Tokenizer& tokenizer);
    /// id: one of the tokenizer's, else an empty piece.
    const WordPart& of(std::int64_t id) const;
    /// Whether it is the blank before a word that is marked: then a token without the mark may begin a word where no blank stands before
    /// it.
    bool marks_blanks() const { return marks_blanks_; }

private:
    std::vector<WordPart> pieces_;
    bool marks_blanks_ = false;
};

}  // namespace rif::nn
