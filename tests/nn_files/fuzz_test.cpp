// Mutated headers of weights, configs and lists of modules: each is read or refused in one sentence, whatever stands in it.
// RIF_FUZZ_INPUTS and RIF_FUZZ_SEED set how many inputs are tried (100,000 of each kind) and which; share/scripts/fuzz_checkpoints tries a
// million under the sanitizers.
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstring>
#include <functional>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/weights.hpp>

#include "support/fuzz.hpp"
#include "support/test_data.hpp"

namespace {

constexpr std::size_t k_inputs = 100'000;

/// Configs of every family, written as the published ones are.
const std::vector<std::string> k_configs = {
    R"({"architectures": ["BertForSequenceClassification"], "model_type": "bert", "vocab_size": 30, "hidden_size": 8, "num_hidden_layers": 2,
        "num_attention_heads": 2, "intermediate_size": 16, "hidden_act": "gelu", "layer_norm_eps": 1e-5, "type_vocab_size": 2,
        "max_position_embeddings": 64, "position_embedding_type": "absolute", "pad_token_id": 0, "id2label": {"0": "no", "1": "yes"}})",
    R"({"model_type": "roberta", "vocab_size": 30, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16,
        "max_position_embeddings": 66, "pad_token_id": 1, "num_labels": 3, "tie_word_embeddings": true})",
    R"({"model_type": "distilbert", "vocab_size": 30, "dim": 8, "n_layers": 1, "n_heads": 2, "hidden_dim": 16, "activation": "gelu"})",
    R"({"model_type": "deberta-v2", "vocab_size": 30, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2,
        "intermediate_size": 16, "relative_attention": true, "pos_att_type": "p2c|c2p", "position_buckets": 16,
        "max_relative_positions": -1, "norm_rel_ebd": "layer_norm", "share_att_key": true, "position_biased_input": false,
        "conv_kernel_size": 3, "conv_act": "gelu", "pooler_hidden_size": 8, "pooler_hidden_act": "gelu"})",
    R"({"model_type": "qwen2", "vocab_size": 30, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 4, "num_key_value_heads": 2,
        "intermediate_size": 16, "rms_norm_eps": 1e-6, "rope_theta": 10000.0, "rope_scaling": null, "use_sliding_window": false,
        "max_position_embeddings": 64})",
    R"({"model_type": "mpnet", "vocab_size": 30, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16,
        "relative_attention_num_buckets": 32})"};

const std::string k_header =
    R"({"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"b.weight":{"dtype":"I8","shape":[3],)"
    R"("data_offsets":[16,19]},"c":{"dtype":"BF16","shape":[],"data_offsets":[19,21]},"d":{"dtype":"F16","shape":[0,4],"data_offsets":[21,21]}})";
constexpr std::size_t k_data = 21;  // bytes that it speaks of

std::string file_of(const std::string& header, std::uint64_t length, std::size_t data) {
    std::string result(sizeof length, '\0');
    std::memcpy(result.data(), &length, sizeof length);
    return result + header + std::string(data, '\1');
}

/// Whether it is read; anything but rif::Error, or one without a sentence, is a failure.
bool is_read(const std::string& input, const std::function<void()>& read) {
    try {
        read();
        return true;
    } catch (const rif::Error& error) {
        const bool is_sentence = !error.message().empty() && error.message().find('\n') == std::string::npos;
        BOOST_TEST_REQUIRE(is_sentence, "input " << input << ": " << error.message());
        return false;
    }
}

/// Every tensor lies in the file, and has as many bytes as it says.
void check_tensors(const std::string& file) {
    std::size_t covered = 0;
    for (const auto& [name, tensor] : rif::nn::parse_weights(file, "w").tensors) {
        const char *begin = tensor.bytes.data(), *end = begin + tensor.bytes.size();
        BOOST_TEST_REQUIRE((tensor.bytes.empty() || (begin >= file.data() && end <= file.data() + file.size())));
        BOOST_TEST_REQUIRE(tensor.bytes.size() % std::max<std::size_t>(1, rif::nn::elements(tensor.shape)) == 0);
        covered += tensor.bytes.size();
    }
    BOOST_TEST_REQUIRE(covered < file.size());
}

/// Tries `inputs` of them. share: at least so many of a hundred must be read, so that not only the parser of JSON is tested.
void fuzz(const std::string& name, std::size_t share, const std::function<std::string(rif::Random&)>& next,
          const std::function<void(const std::string&)>& read) {
    const std::size_t inputs = rif::test::fuzz_inputs(k_inputs);
    rif::Random random = rif::stream(rif::test::fuzz_seed(), {"fuzz", name});
    std::size_t accepted = 0;
    for (std::size_t i = 0; i < inputs; ++i) {
        const std::string input = next(random);
        rif::test::keep_fuzz_input(input);
        accepted += is_read(input, [&] { read(input); });
    }
    BOOST_TEST_MESSAGE(name << ": " << accepted << " of " << inputs << " were read");
    BOOST_TEST(accepted * 100 > inputs * share);
    BOOST_TEST(accepted < inputs);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fuzz_of_checkpoint_files)

BOOST_AUTO_TEST_CASE(no_header_of_weights_breaks_its_reader) {
    fuzz(
        "safetensors", 1,
        [](rif::Random& random) {
            const std::string header =
                random.below(2) ? rif::test::mutated_json(k_header, random) : rif::test::mutated_text(k_header, random);
            const std::uint64_t length = random.below(10) ? header.size() : random.below(2) ? random.below(400) : random.next();
            return file_of(header, length, random.below(10) ? k_data : random.below(40));
        },
        check_tensors);
}

BOOST_AUTO_TEST_CASE(no_config_breaks_its_reader) {
    fuzz(
        "config.json", 10,
        [](rif::Random& random) {
            const std::string& config = k_configs[random.below(k_configs.size())];
            return random.below(2) ? rif::test::mutated_json(config, random) : rif::test::mutated_text(config, random);
        },
        [](const std::string& text) { rif::nn::parse_config(text, "config.json"); });
}

BOOST_AUTO_TEST_SUITE_END()
