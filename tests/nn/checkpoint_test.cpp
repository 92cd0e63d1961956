// Checkpoint folders and config.json: shards, narrow numbers, old names, and files that lie (cases 17).
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/checkpoint.hpp>
#include <rif/nn/config.hpp>

#include "support/checkpoints.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::nn::Checkpoint;
using rif::nn::NamedFloats;
using rif::test::slug_of;

namespace {

void write_one(const fs::path& path, const std::string& name, const std::vector<float>& values) {
    const NamedFloats tensors[] = {{name, {values.size()}, values}};
    rif::nn::write_weights(path, tensors, {});
}

/// A file of one tensor "a" of 16-bit numbers.
std::string narrow_file(const std::string& dtype, const std::vector<std::uint16_t>& bits) {
    const std::string header = "{\"a\":{\"dtype\":\"" + dtype + "\",\"shape\":[" + std::to_string(bits.size()) + "],\"data_offsets\":[0," +
                               std::to_string(2 * bits.size()) + "]}}";
    const std::uint64_t length = header.size();
    std::string result(8, '\0');
    std::memcpy(result.data(), &length, 8);
    result += header;
    result.append(reinterpret_cast<const char*>(bits.data()), 2 * bits.size());
    return result;
}

constexpr const char* k_bert =
    R"({"model_type": "bert", "vocab_size": 30, "hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 16,
        "layer_norm_eps": 1e-5, "id2label": {"0": "no", "1": "yes"}})";

/// k_bert with one member written otherwise, or added.
std::string bert_with(const std::string& key, const std::string& value) {
    std::string text = k_bert;
    const std::size_t at = text.find("\"" + key + "\"");
    if (at == std::string::npos) return text.insert(1, "\"" + key + "\": " + value + ", ");
    const std::size_t begin = text.find(':', at) + 1, end = value.front() == '{' ? text.rfind('}') : text.find_first_of(",}", begin);
    return text.replace(begin, end - begin, " " + value);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(checkpoints)

BOOST_AUTO_TEST_CASE(every_half_and_every_bfloat_is_widened_exactly) {
    // Written as sign · fraction · 2^exponent, apart from how the code does it.
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const std::uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
        const double sign = bits & 0x8000 ? -1 : 1;
        const float widened = rif::nn::widen_f16(static_cast<std::uint16_t>(bits));
        if (exponent == 31) {
            BOOST_TEST_REQUIRE((fraction ? std::isnan(widened) : std::isinf(widened)));
            continue;
        }
        const double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
        BOOST_TEST_REQUIRE(static_cast<double>(widened) == sign * value);
        BOOST_TEST_REQUIRE(std::signbit(widened) == (sign < 0));
    }
    BOOST_TEST(rif::nn::widen_bf16(0x3f80) == 1.0f);
    BOOST_TEST(rif::nn::widen_bf16(0xc049) == -3.140625f);
    BOOST_TEST(std::signbit(rif::nn::widen_bf16(0x8000)));
}

BOOST_AUTO_TEST_CASE(narrow_tensors_are_read_as_float32_and_their_odd_values_refused) {
    const rif::test::TemporaryFolder folder;
    rif::write_file(folder / "model.safetensors", narrow_file("F16", {0x3c00, 0xc000, 0x0001}));
    BOOST_TEST((Checkpoint::open(folder.path()).floats("a", {3}) == std::vector<float>{1, -2, std::ldexp(1.0f, -24)}));
    rif::write_file(folder / "model.safetensors", narrow_file("BF16", {0x3f80, 0xc000}));
    BOOST_TEST((Checkpoint::open(folder.path()).floats("a", {2}) == std::vector<float>{1, -2}));
    rif::write_file(folder / "model.safetensors", narrow_file("F16", {0x7c00}));
    BOOST_TEST(slug_of([&] { Checkpoint::open(folder.path()).floats("a", {1}); }) == "wrong-tensor");
    rif::write_file(folder / "model.safetensors", narrow_file("I16", {1}));
    BOOST_TEST(slug_of([&] { Checkpoint::open(folder.path()).floats("a", {1}); }) == "wrong-tensor");
}

BOOST_AUTO_TEST_CASE(shards_are_found_by_their_index) {
    const rif::test::TemporaryFolder folder;
    BOOST_TEST(slug_of([&] { Checkpoint::open(folder.path()); }) == "missing-weights");
    write_one(folder / "model-00001-of-00002.safetensors", "a", {1, 2});
    write_one(folder / "model-00002-of-00002.safetensors", "b.gamma", {3});
    const auto index = [&](const std::string& text) { rif::write_file(folder / "model.safetensors.index.json", text); };
    index(
        R"({"metadata": {"total_size": 12}, "weight_map": {"a": "model-00001-of-00002.safetensors", "b.gamma": "model-00002-of-00002.safetensors"}})");
    const Checkpoint both = Checkpoint::open(folder.path());
    BOOST_TEST((both.floats("a", {2}) == std::vector<float>{1, 2}));
    BOOST_TEST((both.floats("b.weight", {1}) == std::vector<float>{3}));  // an old name answers to the new one
    BOOST_TEST(!both.has("c"));
    BOOST_TEST(slug_of([&] { both.floats("c", {1}); }) == "missing-tensor");
    BOOST_TEST(slug_of([&] { both.floats("a", {3}); }) == "wrong-tensor");
    index(R"({"weight_map": {"a": "../elsewhere.safetensors"}})");
    BOOST_TEST(slug_of([&] { Checkpoint::open(folder.path()); }) == "damaged-weights");
    index(R"({"weight_map": {"a": "model-00003-of-00002.safetensors"}})");
    BOOST_TEST(slug_of([&] { Checkpoint::open(folder.path()); }) == "cannot-read");
    for (const char* text : {"", "[]", "{}", R"({"weight_map": []})", R"({"weight_map": {"a": 1}})"}) {
        index(text);
        BOOST_TEST(slug_of([&] { Checkpoint::open(folder.path()); }) == "damaged-weights", text);
    }
}

BOOST_AUTO_TEST_CASE(one_tensor_under_an_old_and_a_new_name_is_refused) {
    const rif::test::TemporaryFolder folder;
    const std::vector<float> one = {1};
    const NamedFloats tensors[] = {{"norm.gamma", {1}, one}, {"norm.weight", {1}, one}};
    rif::nn::write_weights(folder / "model.safetensors", tensors, {});
    BOOST_TEST(slug_of([&] { Checkpoint::open(folder.path()); }) == "damaged-weights");
}

BOOST_AUTO_TEST_CASE(a_config_that_describes_no_network_is_refused) {
    const rif::test::TemporaryFolder folder;
    const auto slug = [&](const std::string& text) {
        rif::write_file(folder / "config.json", text);
        return slug_of([&] { rif::nn::read_config(folder.path()); });
    };
    BOOST_TEST(slug(k_bert) == "");
    BOOST_TEST(rif::nn::read_config(folder.path()).norm_epsilon == 1e-5);
    BOOST_TEST(slug(bert_with("model_type", "\"gpt2\"")) == "unknown-model-type");
    BOOST_TEST(slug(bert_with("model_type", "7")) == "damaged-config");
    for (const char* value : {"0", "-8", "8.5", "\"8\"", "1e30", "99999999999", "null", "7"}) {
        BOOST_TEST(slug(bert_with("hidden_size", value)) == "damaged-config", value);  // 7 numbers cannot be shared by 2 heads
    }
    BOOST_TEST(slug(bert_with("layer_norm_eps", "0")) == "damaged-config");
    BOOST_TEST(slug(bert_with("layer_norm_eps", "\"tiny\"")) == "damaged-config");
    BOOST_TEST(slug(bert_with("hidden_act", "\"quick_gelu\"")) == "damaged-config");
    BOOST_TEST(slug(bert_with("position_embedding_type", "\"relative_key\"")) == "damaged-config");
    BOOST_TEST(slug(bert_with("id2label", R"({"0": "no", "2": "yes"})")) == "damaged-config");
    BOOST_TEST(slug(bert_with("id2label", R"({"0": 1, "1": 2})")) == "damaged-config");
    for (const char* text : {"", "{", "[]", "null", "{}"}) BOOST_TEST(slug(text) != "", text);
}

BOOST_AUTO_TEST_CASE(labels_are_numbered_where_the_config_names_none) {
    const rif::test::TemporaryFolder folder;
    std::string text = k_bert;
    text.erase(text.find(", \"id2label\""), text.rfind('}') - text.find(", \"id2label\""));
    rif::write_file(folder / "config.json", text);
    BOOST_TEST((rif::nn::read_config(folder.path()).labels == std::vector<std::string>{"LABEL_0", "LABEL_1"}));
}

BOOST_AUTO_TEST_CASE(a_config_with_any_bytes_changed_is_read_or_refused_in_one_sentence) {
    const rif::test::TemporaryFolder folder;
    rif::Random random(11);
    std::size_t refused = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string changed = k_bert;
        for (std::size_t n = 1 + random.below(3); n > 0; --n) changed[random.below(changed.size())] = static_cast<char>(random.below(256));
        std::ofstream(folder / "config.json", std::ios::binary | std::ios::trunc) << changed;
        refused += slug_of([&] { rif::nn::read_config(folder.path()); }) != "";
    }
    BOOST_TEST(refused > 1000);
}

BOOST_AUTO_TEST_SUITE_END()
