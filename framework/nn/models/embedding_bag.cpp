#include <rif/nn/models/embedding_bag.hpp>

#include <algorithm>
#include <array>
#include <set>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/json.hpp>
#include <rif/nn/weights.hpp>

namespace rif::nn {

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::string_view k_format = "rifair embedding_bag";
constexpr std::int64_t k_version = 1;
constexpr const char* k_about_file = "embedding_bag.json";
constexpr const char* k_weights_file = "weights.safetensors";
constexpr std::size_t k_largest_about = 256u << 20;
constexpr std::size_t k_largest_extent = 1u << 28;  // rows or columns: what a header may claim before the file is compared

constexpr std::uint64_t k_fnv_basis = 14695981039346656037ull, k_fnv_prime = 1099511628211ull;

std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = k_fnv_basis;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * k_fnv_prime;
    return hash;
}

/// A run's hash out of the run without its last word and that word.
std::uint64_t joined(std::uint64_t run, std::uint64_t word) {
    std::uint64_t hash = (run ^ (word + 0x9e3779b97f4a7c15ull + (run << 6) + (run >> 2))) * k_fnv_prime;
    return hash ^ (hash >> 29);
}

Error damaged(const fs::path& file, std::string_view what) {
    return Error("damaged-weights", fmt::format("'{}' does not describe an embedding_bag: {}", file.string(), what),
                 "train it again, or name another folder");
}

/// `token` case-folded; most tokens are short and ASCII, and cost no allocation. buffer: where the result may lie.
std::string_view folded(std::string_view token, std::array<char, 64>& buffer, std::string& longer) {
    if (token.size() <= buffer.size()) {
        std::size_t i = 0;
        for (; i < token.size() && static_cast<unsigned char>(token[i]) < 0x80; ++i) {
            const char c = token[i];
            buffer[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
        }
        if (i == token.size()) return {buffer.data(), i};
    }
    longer = fold_case(token);
    return longer;
}

std::size_t extent(const json::object& about, std::string_view key, const fs::path& file) {
    const json::value* value = about.if_contains(key);
    const std::int64_t* number = value ? value->if_int64() : nullptr;
    if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > k_largest_extent) {
        throw damaged(file, fmt::format("'{}' is not a number from 1 to {}", key, k_largest_extent));
    }
    return static_cast<std::size_t>(*number);
}

std::vector<std::string> texts(const json::object& about, std::string_view key, const fs::path& file) {
    const json::value* value = about.if_contains(key);
    if (!value || !value->is_array()) throw damaged(file, fmt::format("'{}' is not a list", key));
    std::vector<std::string> result;
    for (const json::value& text : value->get_array()) {
        if (!text.is_string() || text.get_string().empty()) throw damaged(file, fmt::format("'{}' holds something other than texts", key));
        result.emplace_back(text.get_string());
    }
    std::set<std::string_view> distinct(result.begin(), result.end());
    if (distinct.size() != result.size()) throw damaged(file, fmt::format("'{}' names something twice", key));
    return result;
}

std::string list(const std::vector<std::string>& texts) {
    std::string result = "[";
    for (const std::string& text : texts) result += (result.size() > 1 ? ",\n" : "") + json_string(text);
    return result + "]";
}

}  // namespace

BagVocabulary::BagVocabulary(std::vector<std::string> words) : words_(std::move(words)) {
    rows_.reserve(words_.size());
    for (const std::string& word : words_) {
        hashes_.push_back(fnv1a(word));
        rows_.emplace(word, static_cast<std::uint32_t>(rows_.size()));
    }
    if (rows_.size() != words_.size()) throw Error("damaged-weights", "a vocabulary names a word twice");
}

std::uint32_t BagVocabulary::row(std::string_view folded) const {
    const auto found = rows_.find(folded);
    return found == rows_.end() ? k_unknown : found->second;
}

EmbeddingBag::EmbeddingBag(BagShape shape, std::vector<std::string> labels, BagVocabulary vocabulary)
    : shape_(shape),
      labels_(std::move(labels)),
      vocabulary_(std::move(vocabulary)),
      table_(rows() * shape.dimension),
      output_(shape.dimension * labels_.size()),
      bias_(labels_.size()) {}

EmbeddingBag EmbeddingBag::load(const fs::path& folder) {
    const fs::path file = folder / k_about_file;
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        throw Error("missing-weights", fmt::format("'{}' holds no trained embedding_bag: it has no {}", folder.string(), k_about_file));
    }
    boost::system::error_code code;
    const json::value parsed = json::parse(read_file(file, {}, k_largest_about), code);
    const json::object* about = code ? nullptr : parsed.if_object();
    if (!about) throw damaged(file, "it is not one JSON object");
    const json::value* format = about->if_contains("format");
    if (!format || !format->is_string() || format->get_string() != k_format)
        throw damaged(file, fmt::format("its format is not '{}'", k_format));
    const json::value* version = about->if_contains("version");
    if (!version || !version->is_int64() || version->get_int64() != k_version) {
        throw damaged(file, fmt::format("its version is not {}, the only one that this rifair reads", k_version));
    }
    const BagShape shape{extent(*about, "dimension", file), extent(*about, "ngrams", file), extent(*about, "buckets", file)};
    std::vector<std::string> labels = texts(*about, "labels", file), words = texts(*about, "words", file);
    if (labels.empty()) throw damaged(file, "it has no labels");

    const Weights weights = Weights::read(folder / k_weights_file);
    const std::size_t classes = labels.size(), rows = words.size() + shape.buckets;
    weights.tensor("table");  // before anything is allocated by what the description claims
    std::vector<float> table = weights.floats("table", {rows, shape.dimension});
    EmbeddingBag result({shape.dimension, shape.ngrams, 0}, std::move(labels), BagVocabulary());
    result.shape_ = shape;
    result.vocabulary_ = BagVocabulary(std::move(words));
    result.table_ = std::move(table);
    result.output_ = weights.floats("output", {shape.dimension, classes});
    result.bias_ = weights.floats("bias", {classes});
    return result;
}

void EmbeddingBag::save(const fs::path& folder) const {
    const NamedFloats tensors[] = {{"table", {rows(), shape_.dimension}, table_},
                                   {"output", {shape_.dimension, labels_.size()}, output_},
                                   {"bias", {labels_.size()}, bias_}};
    write_weights(folder / k_weights_file, tensors, {{"format", std::string(k_format)}});
    write_file(folder / k_about_file, fmt::format("{{\"format\": {},\n\"version\": {},\n\"dimension\": {},\n\"ngrams\": {},\n\"buckets\": "
                                                  "{},\n\"labels\": {},\n\"words\": {}}}\n",
                                                  json_string(k_format), k_version, shape_.dimension, shape_.ngrams, shape_.buckets,
                                                  list(labels_), list(vocabulary_.words())));
}

void EmbeddingBag::words_of(std::string_view text, std::size_t most, std::vector<std::uint32_t>& words) const {
    words.clear();
    std::array<char, 64> buffer;
    std::string longer;
    for (const ByteSpan& token : tokens(text)) {
        if (words.size() >= most) return;
        words.push_back(vocabulary_.row(folded(token.of(text), buffer, longer)));
    }
}

void EmbeddingBag::bag_of(std::span<const std::uint32_t> words, std::vector<std::uint32_t>& rows) const {
    rows.clear();
    for (const std::uint32_t word : words) {
        if (word != BagVocabulary::k_unknown) rows.push_back(word);
    }
    for (std::size_t length = 2; length <= shape_.ngrams && length <= words.size(); ++length) {
        for (std::size_t begin = 0; begin + length <= words.size(); ++begin) {
            const auto run = words.subspan(begin, length);
            if (std::ranges::find(run, BagVocabulary::k_unknown) != run.end()) continue;
            std::uint64_t hash = vocabulary_.hash(run[0]);
            for (const std::uint32_t word : run.subspan(1)) hash = joined(hash, vocabulary_.hash(word));
            rows.push_back(static_cast<std::uint32_t>(vocabulary_.size() + hash % shape_.buckets));
        }
    }
}

void EmbeddingBag::score(std::span<const std::uint32_t> rows, std::span<float> scores) const {
    const std::size_t dimension = shape_.dimension, classes = labels_.size();
    std::ranges::copy(bias_, scores.begin());
    if (rows.empty()) return;
    static thread_local std::vector<float> mean;
    mean.assign(dimension, 0);
    for (const std::uint32_t row : rows) {
        const float* vector = table_.data() + std::size_t{row} * dimension;
        for (std::size_t d = 0; d < dimension; ++d) mean[d] += vector[d];
    }
    const float share = 1.0f / static_cast<float>(rows.size());
    for (std::size_t d = 0; d < dimension; ++d) {
        const float value = mean[d] * share;
        const float* weights = output_.data() + d * classes;
        for (std::size_t c = 0; c < classes; ++c) scores[c] += value * weights[c];
    }
}

}  // namespace rif::nn
