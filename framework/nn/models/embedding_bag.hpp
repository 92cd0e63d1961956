// A bag of embeddings: the mean of the vectors of a text's words and runs of words, and one linear layer. No tensor here: what
// scores a text is plain loops over plain arrays, in an order that is fixed by the text.
// Source: Joulin et al. 2017 (fastText); runs of words share hashed buckets as there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <rif/base/matrix.hpp>
#include <rif/base/text.hpp>

namespace rif::nn {

/// Looks string_views up among strings.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

/// Words by row of the table of vectors; case-folded tokens.
class BagVocabulary {
public:
    static constexpr std::uint32_t k_unknown = UINT32_MAX;

    /// words: distinct, not empty. errors: rif::Error "damaged-weights" otherwise.
    explicit BagVocabulary(std::vector<std::string> words = {});
    std::uint32_t row(std::string_view folded) const;
    std::uint64_t hash(std::uint32_t row) const { return hashes_[row]; }
    const std::vector<std::string>& words() const { return words_; }
    std::size_t size() const { return words_.size(); }

private:
    std::vector<std::string> words_;
    std::vector<std::uint64_t> hashes_;  // of each word, FNV-1a: the same on every machine
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> rows_;
};

/// What a bag is made of, apart from its numbers.
struct BagShape {
    std::size_t dimension = 64;   // of a vector
    std::size_t ngrams = 2;       // longest run of words that has a vector; 1: words alone
    std::size_t buckets = 32768;  // vectors that the runs share
};

class EmbeddingBag {
public:
    /// labels: at least one, distinct. All numbers are 0.
    EmbeddingBag(BagShape shape, std::vector<std::string> labels, BagVocabulary vocabulary);
    /// errors: rif::Error "missing-weights", "damaged-weights", "missing-tensor", "wrong-tensor", each with the file.
    static EmbeddingBag load(const std::filesystem::path& folder);
    /// embedding_bag.json and weights.safetensors. errors: rif::Error "cannot-write".
    void save(const std::filesystem::path& folder) const;

    const BagShape& shape() const { return shape_; }
    const std::vector<std::string>& labels() const { return labels_; }
    const BagVocabulary& vocabulary() const { return vocabulary_; }
    /// Rows of the table: words, then buckets.
    std::size_t rows() const { return vocabulary_.size() + shape_.buckets; }

    std::span<float> table() { return table_; }    // [words + buckets, dimension]
    std::span<float> output() { return output_; }  // [dimension, classes]
    std::span<float> bias() { return bias_; }      // [classes]
    std::span<const float> table() const { return table_; }
    std::span<const float> output() const { return output_; }
    std::span<const float> bias() const { return bias_; }

    /// Row of each token, k_unknown where the vocabulary lacks it. most: tokens looked at.
    void words_of(std::string_view text, std::size_t most, std::vector<std::uint32_t>& words) const;
    /// Rows of a text's bag: its known words in order, then its runs of neighbouring known words, shorter ones first.
    /// words: of words_of, what is unknown breaks a run. rows: emptied first.
    void bag_of(std::span<const std::uint32_t> words, std::vector<std::uint32_t>& rows) const;
    /// bias + mean of the rows' vectors · output. A bag without rows scores the bias. scores: [classes].
    void score(std::span<const std::uint32_t> rows, std::span<float> scores) const;

private:
    BagShape shape_;
    std::vector<std::string> labels_;
    BagVocabulary vocabulary_;
    std::vector<float> table_, output_, bias_;
};

}  // namespace rif::nn
