// The reference's inputs and outputs for one small checkpoint: expected.json, as plain values.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <rif/base/matrix.hpp>
#include <rif/nn/models/encoder.hpp>

#include "support/test_data.hpp"

namespace rif::test {

struct Ranked {
    std::vector<std::int64_t> ids;
    std::vector<float> logits;
};

struct FixtureCase {
    std::int64_t id = 0;
    std::string kind, text, text_pair;
    bool is_pair = false;
    nn::TokenIds input;                                          // types: where the model takes some
    std::vector<std::int64_t> types;                             // as the tokenizer gives them
    std::vector<float> logits, mean_pooled, mean_pooled_l2norm;  // those that the model has
    std::vector<std::size_t> positions;                          // of masks
    std::vector<Ranked> top;                                     // at each mask, or after the last token
    std::vector<std::int64_t> greedy;
    double mean_nll = 0, logsumexp = 0;
    bool has_nll = false;
};

struct Fixture {
    std::filesystem::path folder;
    std::string architecture;  // "BertForSequenceClassification"
    std::size_t max_length = 0;
    std::vector<FixtureCase> cases;
    std::vector<FixtureCase> batch;  // ids without the padding, outputs as the reference gave them beside others
};

/// Where the fixture of this name lies: fixture_folder("bert_uncased_2label").
std::filesystem::path fixture_folder(const std::string& name);
Fixture fixture(const std::string& name);
/// Names of those that classify, all of them.
const std::vector<std::string>& fixture_classifiers();

/// Whether the highest of `logits` are the reference's, within 2e-4 and in its order but for neighbours that are nearer than 1e-3.
bool same_top(std::span<const float> logits, const Ranked& reference);
/// The largest absolute difference; both must be as long.
double furthest(std::span<const float> a, std::span<const float> b);
std::size_t best(std::span<const float> scores);

}  // namespace rif::test
