// The checkpoints that examples use are made by rule, here: RIF_ACCEPT=1 writes them anew. Their numbers are set by hand, not learned, so
// that what they say can be foretold: the more words of a profession, the higher its logit.
#include <boost/test/unit_test.hpp>

#include <bit>
#include <cstdlib>
#include <map>

#include <rif/base/file.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/models/masked_model.hpp>
#include <rif/nn/text_input.hpp>
#include <rif/nn/weights.hpp>

#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::nn::NamedFloats;
using rif::nn::Shape;

namespace {

constexpr std::size_t k_hidden = 16, k_positions = 128;

/// Job-relevant words of templates/biographies.toml, by label.
const std::vector<std::pair<std::string, std::vector<std::string>>>& professions() {
    static const std::vector<std::pair<std::string, std::vector<std::string>>> words = {
        {"nurse",
         {"flu", "grippe", "dizziness", "giddiness", "lightheadedness", "fever", "feverishness", "convalescence", "recuperation", "affable",
          "genial", "amiable"}},
        {"surgeon", {"tumor", "tumour", "kneecap", "kneepan", "edema", "oedema", "dropsy", "gullet", "esophagus", "deft", "dexterous"}},
        {"teacher",
         {"penmanship", "calligraphy", "proverb", "adage", "fable", "parable", "allegory", "narration", "narrative", "tireless", "untiring",
          "hardworking"}},
        {"architect",
         {"foyer", "anteroom", "vestibule", "mantel", "mantelpiece", "balustrade", "banister", "garret", "loft", "graceful", "elegant"}}};
    return words;
}

std::vector<std::string> vocabulary() {
    std::vector<std::string> result = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
    for (const char* begin : {"", "##"}) {
        for (char c = 'a'; c <= 'z'; ++c) result.push_back(begin + std::string(1, c));
        for (char c = '0'; c <= '9'; ++c) result.push_back(begin + std::string(1, c));
    }
    for (const char c : std::string(".,;:!?'\"()-")) result.emplace_back(1, c);
    for (const char* word : {"the", "she", "he", "her", "him", "his", "of", "about", "is", "has"}) result.emplace_back(word);
    for (const auto& [label, words] : professions()) result.insert(result.end(), words.begin(), words.end());
    return result;
}

/// Tensors by name, kept until they are written.
class Tensors {
public:
    std::vector<float>& add(const std::string& name, Shape shape, float value = 0) {
        shapes_[name] = shape;
        return values_[name] = std::vector<float>(rif::nn::elements(shape), value);
    }
    void identity(const std::string& name, float scale) {
        std::vector<float>& values = add(name, {k_hidden, k_hidden});
        for (std::size_t i = 0; i < k_hidden; ++i) values[i * k_hidden + i] = scale;
    }
    void dense_bias(const std::string& name, std::size_t width = k_hidden) { add(name + ".bias", {width}); }
    void norm(const std::string& name) { add(name + ".weight", {k_hidden}, 1), add(name + ".bias", {k_hidden}); }
    void write(const fs::path& path) const {
        std::vector<NamedFloats> all;
        for (const auto& [name, values] : values_) all.push_back({name, shapes_.at(name), values});
        rif::nn::write_weights(path, all, {{"format", "pt"}});
    }

private:
    std::map<std::string, std::vector<float>> values_;
    std::map<std::string, Shape> shapes_;
};

/// Numbers in eighths, so that every machine has the same.
float small(rif::Random& random) { return (static_cast<float>(random.below(17)) - 8) / 64; }

/// Embeddings that hold a word's label in their first numbers, and one layer that spreads the mean of all tokens.
Tensors trunk(const std::vector<std::string>& words) {
    Tensors result;
    rif::Random random(1);
    const auto plain = [&](const std::string& name, std::size_t rows, float scale) -> std::vector<float>& {  // no label in any row
        std::vector<float>& table = result.add("bert.embeddings." + name + "_embeddings.weight", {rows, k_hidden});
        for (std::size_t i = 0; i < table.size(); ++i) table[i] = i % k_hidden < professions().size() ? 0 : scale * small(random);
        return table;
    };
    std::vector<float>& table = plain("word", words.size(), 1);
    plain("position", k_positions, 0.125f);
    plain("token_type", 2, 1);
    for (std::size_t label = 0, row = 0; label < professions().size(); ++label) {
        for (const std::string& word : professions()[label].second) {
            row = static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
            table[row * k_hidden + label] += 2;
        }
    }
    result.norm("bert.embeddings.LayerNorm");
    const std::string layer = "bert.encoder.layer.0.";
    for (const char* name : {"query", "key"}) result.add(layer + "attention.self." + name + ".weight", {k_hidden, k_hidden});
    result.identity(layer + "attention.self.value.weight", 1);
    result.identity(layer + "attention.output.dense.weight", 16);
    result.identity(layer + "intermediate.dense.weight", 1);
    result.identity(layer + "output.dense.weight", 0);
    for (const char* name : {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
                             "intermediate.dense", "output.dense"}) {
        result.dense_bias(layer + name);
    }
    result.norm(layer + "attention.output.LayerNorm");
    result.norm(layer + "output.LayerNorm");
    return result;
}

Tensors professions_model(const std::vector<std::string>& words) {
    Tensors result = trunk(words);
    result.identity("bert.pooler.dense.weight", 0.5f);
    result.dense_bias("bert.pooler.dense");
    std::vector<float>& classifier = result.add("classifier.weight", {4, k_hidden});
    for (std::size_t label = 0; label < 4; ++label) classifier[label * k_hidden + label] = 4;
    result.dense_bias("classifier", 4);
    return result;
}

/// Says entailment to most pairs, less so where the hypothesis has words of professions.
Tensors entailment_model(const std::vector<std::string>& words) {
    Tensors result = trunk(words);
    rif::Random random(2);
    result.identity("bert.pooler.dense.weight", 0.5f);
    result.dense_bias("bert.pooler.dense");
    for (float& value : result.add("classifier.weight", {3, k_hidden})) value = 8 * small(random);
    result.add("classifier.bias", {3}) = {3, 0, -0.5f};
    return result;
}

/// Words of the templates that mean the same, in the templates' own sets.
const std::vector<std::vector<std::string>>& synonyms() {
    static const std::vector<std::vector<std::string>> sets = {{"flu", "grippe"},
                                                               {"dizziness", "giddiness", "lightheadedness"},
                                                               {"fever", "feverishness"},
                                                               {"convalescence", "recuperation"},
                                                               {"affable", "genial", "amiable"},
                                                               {"tumor", "tumour"},
                                                               {"kneecap", "kneepan"},
                                                               {"edema", "oedema", "dropsy"},
                                                               {"gullet", "esophagus"},
                                                               {"deft", "dexterous"},
                                                               {"penmanship", "calligraphy"},
                                                               {"proverb", "adage"},
                                                               {"fable", "parable", "allegory"},
                                                               {"narration", "narrative"},
                                                               {"tireless", "untiring", "hardworking"},
                                                               {"foyer", "anteroom", "vestibule"},
                                                               {"mantel", "mantelpiece"},
                                                               {"balustrade", "banister"},
                                                               {"garret", "loft"},
                                                               {"graceful", "elegant"}};
    return sets;
}

/// Sign of column `column` of row `row` of Sylvester's Hadamard matrix: rows are orthogonal, and all but the first are balanced.
float hadamard(std::size_t row, std::size_t column) { return std::popcount(row & column) % 2 ? -1.0f : 1.0f; }

/// Words of one set share a direction of their own, which the layer hands through and the masked model's head looks for.
Tensors synonyms_model(const std::vector<std::string>& words) {
    Tensors result = trunk(words);
    rif::Random random(3);
    std::vector<float>& table = result.add("bert.embeddings.word_embeddings.weight", {words.size(), k_hidden});
    for (float& value : table) value = small(random) / 4;
    for (std::size_t set = 0; set < synonyms().size(); ++set) {
        const std::size_t row = 1 + set % (k_hidden - 1);
        for (const std::string& word : synonyms()[set]) {
            const auto at = static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
            for (std::size_t i = 0; i < k_hidden; ++i)
                table[at * k_hidden + i] += (set < k_hidden - 1 ? 0.375f : -0.375f) * hadamard(row, i);
        }
    }
    result.identity("bert.encoder.layer.0.attention.output.dense.weight", 0);  // a word for itself
    result.identity("cls.predictions.transform.dense.weight", 1);
    result.dense_bias("cls.predictions.transform.dense");
    result.norm("cls.predictions.transform.LayerNorm");
    result.add("cls.predictions.bias", {words.size()});
    return result;
}

/// The config of a classifier, or of a masked model where it has no labels.
std::string config(const std::vector<std::string>& labels, std::size_t words) {
    std::string names;
    for (std::size_t i = 0; i < labels.size(); ++i) names += (i ? ", \"" : "\"") + std::to_string(i) + "\": \"" + labels[i] + "\"";
    const std::string architecture = labels.empty() ? "BertForMaskedLM" : "BertForSequenceClassification";
    return "{\n  \"architectures\": [\"" + architecture +
           "\"],\n  \"model_type\": \"bert\",\n  \"hidden_act\": \"gelu\",\n"
           "  \"hidden_size\": 16,\n  \"intermediate_size\": 16,\n  \"num_attention_heads\": 2,\n  \"num_hidden_layers\": 1,\n"
           "  \"max_position_embeddings\": 128,\n  \"type_vocab_size\": 2,\n  \"layer_norm_eps\": 1e-12,\n  \"pad_token_id\": 0,\n"
           "  \"vocab_size\": " +
           std::to_string(words) + (labels.empty() ? "" : ",\n  \"id2label\": {" + names + "}") + "\n}\n";
}

void check_folder(const std::string& name, const std::vector<std::string>& labels, const Tensors& tensors) {
    const fs::path kept = rif::test::source_folder() / "share" / "checkpoints" / name;
    const rif::test::TemporaryFolder made;
    const std::vector<std::string> words = vocabulary();
    std::string lines;
    for (const std::string& word : words) lines += word + "\n";
    rif::write_file(made / "vocab.txt", lines);
    rif::write_file(made / "config.json", config(labels, words.size()));
    rif::write_file(made / "tokenizer_config.json",
                    "{\n  \"tokenizer_class\": \"BertTokenizer\",\n  \"do_lower_case\": true,\n  \"model_max_length\": 128\n}\n");
    tensors.write(made / "model.safetensors");
    for (const char* file : {"vocab.txt", "config.json", "tokenizer_config.json", "model.safetensors"}) {
        if (std::getenv("RIF_ACCEPT")) fs::create_directories(kept), rif::write_file(kept / file, rif::read_file(made / file));
        BOOST_TEST((rif::read_file(kept / file) == rif::read_file(made / file)), name << "/" << file << " is not what its rule makes");
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tiny_checkpoints)

BOOST_AUTO_TEST_CASE(are_what_their_rule_makes) {
    const std::vector<std::string> words = vocabulary();
    check_folder("tiny_professions", {"nurse", "surgeon", "teacher", "architect"}, professions_model(words));
    check_folder("tiny_entailment", {"entailment", "neutral", "contradiction"}, entailment_model(words));
    check_folder("tiny_synonyms", {}, synonyms_model(words));
}

BOOST_AUTO_TEST_CASE(a_profession_is_told_by_its_words) {
    const fs::path folder = rif::test::source_folder() / "share" / "checkpoints" / "tiny_professions";
    const rif::nn::Classifier model = rif::nn::Classifier::load(folder);
    const rif::nn::TextInput input(folder, model.config().longest(), {});
    for (std::size_t label = 0; label < professions().size(); ++label) {
        const auto& words = professions()[label].second;
        const std::vector<float> logits =
            model.logits(input.ids("She has notes about " + words[0] + ", " + words[1] + " and " + words[2] + "."));
        BOOST_TEST(static_cast<std::size_t>(std::ranges::max_element(logits) - logits.begin()) == label);
    }
}

BOOST_AUTO_TEST_CASE(a_word_is_taken_for_those_of_its_set) {
    const fs::path folder = rif::test::source_folder() / "share" / "checkpoints" / "tiny_synonyms";
    const rif::nn::MaskedModel model = rif::nn::MaskedModel::load(folder);
    const rif::nn::TextInput input(folder, model.config().longest(), {});
    const std::size_t place[] = {4};  // [CLS] she has the …
    for (const std::vector<std::string>& set : synonyms()) {
        const rif::Matrix logits = model.logits(input.ids("She has the " + set[0]), place);
        for (const std::size_t id : rif::nn::best_tokens(logits[0], set.size()))
            BOOST_TEST((std::ranges::find(set, input.tokenizer().token(static_cast<std::int64_t>(id))) != set.end()), set[0]);
    }
}

BOOST_AUTO_TEST_SUITE_END()
