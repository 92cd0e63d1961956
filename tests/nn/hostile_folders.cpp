#include "nn/hostile_folders.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>

#include <fmt/core.h>

#include <rif/base/file.hpp>

#include "support/checkpoints.hpp"
#include "support/test_data.hpp"

namespace rif::test {

namespace fs = std::filesystem;

namespace {

using Damage = std::function<void(const fs::path&)>;

constexpr std::size_t k_large = 24 << 20;  // bytes of a file whose size must not count tenfold

void put(const fs::path& file, const std::string& contents) {
    fs::remove_all(file);
    std::ofstream(file, std::ios::binary) << contents;
}

Damage with(const std::string& file, const std::string& contents) {
    return [=](const fs::path& folder) { put(folder / file, contents); };
}

Damage without(const std::string& file) {
    return [=](const fs::path& folder) { fs::remove(folder / file); };
}

Damage changed(const std::string& file, const std::string& old, const std::string& now) {
    return [=](const fs::path& folder) { replace_in(folder / file, old, now); };
}

std::string weights(const std::string& header, std::uint64_t length, std::size_t data) {
    std::string result(sizeof length, '\0');
    std::memcpy(result.data(), &length, sizeof length);
    return result + header + std::string(data, '\0');
}
std::string weights(const std::string& header, std::size_t data) { return weights(header, header.size(), data); }

Damage with_weights(const std::string& contents) { return with("model.safetensors", contents); }

/// The file's header with `now` for the first `old`, which may be of another length: the data stays.
Damage header_changed(const std::string& old, const std::string& now) {
    return [=](const fs::path& folder) {
        const std::string bytes = read_file(folder / "model.safetensors");
        std::uint64_t length = 0;
        std::memcpy(&length, bytes.data(), sizeof length);
        std::string header = bytes.substr(sizeof length, length);
        header.replace(header.find(old), old.size(), now);
        put(folder / "model.safetensors", weights(header, 0) + bytes.substr(sizeof length + length));
    };
}

/// Weights cut off after so many bytes.
Damage cut(std::size_t bytes) {
    return [=](const fs::path& folder) { fs::resize_file(folder / "model.safetensors", bytes); };
}

std::string repeated(const std::string& text, std::size_t bytes) {
    std::string result;
    while (result.size() < bytes) result += text;
    return result;
}

void add_files(std::vector<HostileFolder>& all) {
    const std::string tiny = "tiny_professions";
    for (const std::string file : {"config.json", "vocab.txt", "model.safetensors"}) {
        all.push_back({"without " + file, tiny, without(file)});
        all.push_back({"an empty " + file, tiny, with(file, "")});
        all.push_back({"a folder in place of " + file, tiny, [=](const fs::path& folder) {
                           fs::remove(folder / file);
                           fs::create_directory(folder / file);
                       }});
        all.push_back({"a loop of links in place of " + file, tiny, [=](const fs::path& folder) {
                           fs::remove(folder / file);
                           fs::create_symlink(folder / file, folder / file);
                       }});
        all.push_back({"bytes that are no text in " + file, tiny, with(file, repeated("\xff\xfe\x00\x80", 4096))});
    }
    for (const std::string file : {"config.json", "tokenizer_config.json", "tokenizer.json"}) {
        for (const auto& [what, contents] : {std::pair<std::string, std::string>("half a JSON", "{\"model_type\": \"bert\", \"vocab"),
                                             {"a list", "[1, 2]"},
                                             {"a number", "1e999"},
                                             {"nesting without end", repeated("[", 1 << 20)},
                                             {"objects without end", repeated("{\"a\":", 1 << 20)},
                                             {"24 MiB of numbers", "[" + repeated("1,", k_large) + "1]"},
                                             {"24 MiB of texts", "[" + repeated("\"a\",", k_large) + "1]"},
                                             {"24 MiB of brackets", repeated("[],", k_large)},
                                             {"a number of 24 MiB", repeated("9", k_large)},
                                             {"a text without end", "{\"model_type\": \"" + repeated("a", k_large)}}) {
            all.push_back({what + " in " + file, tiny, with(file, contents)});
        }
    }
}

void add_weights(std::vector<HostileFolder>& all) {
    const auto add = [&](const std::string& name, const Damage& damage) { all.push_back({name, "tiny_professions", damage}); };
    const std::string one = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    for (const std::size_t bytes : {std::size_t{3}, std::size_t{8}, std::size_t{200}, std::size_t{20000}, std::size_t{28391}})
        add(fmt::format("weights cut off after {} bytes", bytes), cut(bytes));
    for (const std::uint64_t length :
         {std::uint64_t{1} << 60, std::uint64_t{1} << 63, UINT64_MAX, std::uint64_t{99'999'999}, std::uint64_t{1}})
        add(fmt::format("a header that claims {} bytes", length), with_weights(weights(one, length, 8)));
    add("a header of 24 MiB of brackets", with_weights(weights(repeated("[],", k_large), 0)));
    add("a header of 24 MiB of tensors", with_weights(weights("{" + repeated("\"\":{},", k_large) + "\"b\":{}}", 0)));
    add("a header of 24 MiB of extents",
        with_weights(weights(R"({"a":{"dtype":"F32","data_offsets":[0,0],"shape":[)" + repeated("0,", k_large) + "0]}}", 0)));
    add("24 MiB that no tensor claims", with_weights(weights(one, k_large)));
    add("tensors that overlap", header_changed("\"data_offsets\":[0,", "\"data_offsets\":[4,"));
    add("an offset past the end", header_changed("\"data_offsets\":[0,64]", "\"data_offsets\":[0,99999999]"));
    add("an offset of 2^63", header_changed("\"data_offsets\":[0,64]", "\"data_offsets\":[0,9223372036854775808]"));
    add("an offset below 0", header_changed("\"data_offsets\":[0,64]", "\"data_offsets\":[-64,0]"));
    add("extents whose product overflows", header_changed("\"shape\":[16,16]", "\"shape\":[4294967296,4294967296,16]"));
    add("an unknown dtype", header_changed("\"F32\"", "\"F8_E5M2\""));
    add("whole numbers where floats are due", header_changed("\"F32\"", "\"I32\""));
    add("another shape of as many numbers", header_changed("\"shape\":[16,16]", "\"shape\":[256]"));
    add("a tensor under another name", header_changed("bert.pooler.dense.bias", "bert.pooler.dense.base"));
    add("no head", header_changed("\"classifier.weight\"", "\"klassifier.weight\""));
    add("a number that is none", [](const fs::path& folder) {
        std::string bytes = read_file(folder / "model.safetensors");
        bytes.replace(bytes.size() - 4, 4, std::string("\x00\x00\xc0\x7f", 4));
        put(folder / "model.safetensors", bytes);
    });
}

void add_other_weights(std::vector<HostileFolder>& all) {
    const auto add = [&](const std::string& name, const Damage& damage) {
        all.push_back({name, "tiny_professions", [=](const fs::path& folder) {
                           fs::remove(folder / "model.safetensors");
                           damage(folder);
                       }});
    };
    add("an index of itself", with("model.safetensors.index.json", R"({"weight_map": {"a": "model.safetensors.index.json"}})"));
    add("an index of a file elsewhere", with("model.safetensors.index.json", R"({"weight_map": {"a": "/etc/passwd"}})"));
    add("an index of nothing", with("model.safetensors.index.json", R"({"weight_map": {}})"));
    add("an index of a folder", with("model.safetensors.index.json", R"({"weight_map": {"a": "."}})"));
    add("an index of 24 MiB of numbers", with("model.safetensors.index.json", "[" + repeated("1,", k_large) + "1]"));
    add("a pickle that would run a program", with("pytorch_model.bin",
                                                  "\x80\x02"
                                                  "cos\nsystem\nX\x04\x00\x00\x00true\x85R."));
    add("a pickle of before 1.6", with("pytorch_model.bin", std::string("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20j\xa8P\x19.", 15)));
    add("a zip that is cut off", with("pytorch_model.bin", std::string("PK\x03\x04\x14\x00\x00\x00", 8)));
    add("24 MiB of a zip's first bytes", with("pytorch_model.bin", repeated("PK\x03\x04", k_large)));
    add("an empty pytorch_model.bin", with("pytorch_model.bin", ""));
}

void add_configs(std::vector<HostileFolder>& all) {
    const auto add = [&](const std::string& name, const std::string& old, const std::string& now) {
        all.push_back({name, "tiny_professions", changed("config.json", old, now)});
    };
    add("an unknown model type", "\"bert\"", "\"bart\"");
    add("16 million layers", "\"num_hidden_layers\": 1", "\"num_hidden_layers\": 16777216");
    add("a thousand million layers", "\"num_hidden_layers\": 1", "\"num_hidden_layers\": 1000000000");
    add("16 million numbers a token", "\"hidden_size\": 16", "\"hidden_size\": 16777216");
    add("no numbers a token", "\"hidden_size\": 16", "\"hidden_size\": 0");
    add("16 million words", "\"vocab_size\": 144", "\"vocab_size\": 16777216");
    add("fewer words than rows", "\"vocab_size\": 144", "\"vocab_size\": 100");
    add("16 million places", "\"max_position_embeddings\": 128", "\"max_position_embeddings\": 16777216");
    add("no heads", "\"num_attention_heads\": 2", "\"num_attention_heads\": 0");
    add("heads that do not divide", "\"num_attention_heads\": 2", "\"num_attention_heads\": 3");
    add("labels without a number", "\"0\": \"nurse\"", "\"x\": \"nurse\"");
    add("another number of labels", "\"0\": \"nurse\", ", "");
    add("a million labels", "\"id2label\": {\"0\": \"nurse\", \"1\": \"surgeon\", \"2\": \"teacher\", \"3\": \"architect\"}",
        "\"num_labels\": 1000000");
}

void add_tokenizers(std::vector<HostileFolder>& all) {
    const auto add = [&](const std::string& name, const Damage& damage) { all.push_back({name, "tiny_professions", damage}); };
    add("a vocabulary of other words", with("vocab.txt", "one\ntwo\n"));
    add("a vocabulary of 24 MiB of empty lines", with("vocab.txt", repeated("\n", k_large)));
    add("a vocabulary that is one line", with("vocab.txt", repeated("a", k_large)));
    add("a vocabulary larger than the table", [](const fs::path& folder) {
        std::string words = read_file(folder / "vocab.txt");
        put(folder / "vocab.txt", "[PAD]\n[UNK]\n" + repeated("x\n", 2000) + words);
    });
    const std::string token =
        R"({"version": "1.0", "added_tokens": [], "normalizer": null, "pre_tokenizer": null, "post_processor": null, "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": )";
    add("a token with the id 16 million", with("tokenizer.json", token + R"({"[UNK]": 0, "a": 16000000}}})"));
    add("a token with the id 2^40", with("tokenizer.json", token + R"({"[UNK]": 0, "a": 1099511627776}}})"));
    add("a vocabulary that is a list", with("tokenizer.json", token + "[]}}"));
    add("no vocabulary", with("tokenizer.json", R"({"model": {"type": "WordPiece"}})"));
    add("an unknown kind of tokenizer", with("tokenizer.json", R"({"model": {"type": "Magic"}})"));
}

void add_fixtures(std::vector<HostileFolder>& all) {
    const auto add = [&](const std::string& name, const std::string& whole, const Damage& damage) { all.push_back({name, whole, damage}); };
    add("2^40 buckets", "deberta_v3_2label", changed("config.json", "\"position_buckets\": 32", "\"position_buckets\": 1099511627776"));
    add("16 million buckets", "deberta_v3_2label", changed("config.json", "\"position_buckets\": 32", "\"position_buckets\": 16777216"));
    add("a model of SentencePiece that is none", "deberta_v2_conv_2label", with("spm.model", repeated("\x0a\xff\xff\x7f", 65536)));
    add("an empty model of SentencePiece", "deberta_v2_conv_2label", with("spm.model", ""));
    add("merges that are no pairs", "roberta_2label_bfloat16", with("merges.txt", repeated("a\n", 65536)));
    add("a vocabulary of numbers", "roberta_2label_bfloat16", with("vocab.json", "[1, 2, 3]"));
}

}  // namespace

std::vector<HostileFolder> hostile_folders(bool with_fixtures) {
    std::vector<HostileFolder> all;
    add_files(all);
    add_weights(all);
    add_other_weights(all);
    add_configs(all);
    add_tokenizers(all);
    if (with_fixtures) add_fixtures(all);
    return all;
}

void make_hostile(const HostileFolder& which, const fs::path& folder) {
    const fs::path own = source_folder() / "share/checkpoints" / which.whole;
    fs::copy(fs::exists(own) ? own : test_data("fixtures/models/" + which.whole), folder,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        fs::permissions(entry, fs::perms::owner_write, fs::perm_options::add);
    which.damage(folder);
}

}  // namespace rif::test
