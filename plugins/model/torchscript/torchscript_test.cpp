// model/torchscript: modules made here, their scores by hand; every signature and form of output; files and outputs that are refused.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

#include <ATen/core/Tensor.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/jit/api/module.h>

#include <rif/api/model.hpp>
#include <rif/base/file.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::ByteSpan;
using rif::Matrix;
using rif::Model;

namespace {

const std::string k_plugin = "model/torchscript";
const std::string k_tokenizer = "tokenizer = \"checkpoints/tiny_professions\"";
const std::string k_two = "labels = [a, b], " + k_tokenizer;

/// A module with this forward and `table`, saved.
void save(const fs::path& file, const std::string& forward, const at::Tensor& table = at::zeros({1, 1})) {
    torch::jit::Module module("Net");
    module.register_buffer("table", table);
    module.define(forward);
    module.save(file.string());
}

class Module {
public:
    explicit Module(const std::string& forward, const std::string& settings = k_two) {
        save(folder_ / "model.pt", forward);
        settings_ = "file = \"" + (folder_ / "model.pt").string() + "\", " + settings;
    }
    std::shared_ptr<Model> made() const { return rif::test::make<Model>(k_plugin, settings_); }
    std::string refusal() const { return rif::test::refusal(k_plugin, settings_); }

private:
    rif::test::TemporaryFolder folder_;
    std::string settings_;
};

std::vector<float> row(const Model& model, const std::string& text) {
    const Matrix scores = model.predict({&text, 1});
    return {scores[0].begin(), scores[0].end()};
}

std::string failure(const Module& module) {
    try {
        row(*module.made(), "flu");
    } catch (const rif::Error& error) {
        return error.slug() + ": " + error.message();
    }
    return {};
}

fs::path example_file() { return rif::test::source_folder() / "plugins/model/torchscript/example.pt"; }

/// Lines of the tiny checkpoint's vocabulary, by id.
std::vector<std::string> vocabulary() {
    std::ifstream in(rif::test::source_folder() / "share/checkpoints/tiny_professions/vocab.txt");
    std::vector<std::string> result;
    for (std::string line; std::getline(in, line);) result.push_back(line);
    return result;
}

/// Twice the number of words of each profession: those from its first word on, up to the next one's.
at::Tensor profession_table() {
    const std::vector<std::string> words = vocabulary(), first = {"flu", "tumor", "penmanship", "foyer"};
    at::Tensor table = at::zeros({static_cast<std::int64_t>(words.size()), 4});
    std::int64_t profession = -1;
    for (std::size_t id = 0; id < words.size(); ++id) {
        if (profession < 3 && words[id] == first[static_cast<std::size_t>(profession + 1)]) ++profession;
        if (profession >= 0) table[static_cast<std::int64_t>(id)][profession] = 2;
    }
    return table;
}

const char* const k_count_words = R"(
def forward(self, input_ids, attention_mask):
    return (self.table[input_ids] * attention_mask.unsqueeze(-1)).sum(1)
)";

}  // namespace

BOOST_AUTO_TEST_SUITE(model_torchscript)

BOOST_AUTO_TEST_CASE(the_example_counts_the_words_of_a_profession) {
    if (std::getenv("RIF_ACCEPT")) save(example_file(), k_count_words, profession_table());
    const auto model = rif::test::make<Model>(
        k_plugin, "file = \"" + example_file().string() + "\", labels = [nurse, surgeon, teacher, architect], " + k_tokenizer);
    BOOST_TEST((model->score_kind() == rif::ScoreKind::logits));
    BOOST_TEST((row(*model, "She has the flu, a fever and a loft.") == std::vector<float>{4, 0, 0, 2}));
    BOOST_TEST((row(*model, "") == std::vector<float>{0, 0, 0, 0}));
    BOOST_TEST((row(*model, "Deft! DEFT; deft") == std::vector<float>{0, 6, 0, 0}));
    BOOST_TEST(model->predict({}).rows() == 0u);
}

BOOST_AUTO_TEST_CASE(keeps_the_contract_of_models) { BOOST_TEST(rif::test::breaches(k_plugin) == ""); }

BOOST_AUTO_TEST_CASE(forward_is_given_what_its_arguments_are_called) {
    // "flu" is [CLS] flu [SEP]: three tokens, whose ids are 2, its own, 3.
    const std::vector<std::string> words = vocabulary();
    const auto flu = static_cast<float>(std::find(words.begin(), words.end(), "flu") - words.begin());
    const auto of = [](const std::string& arguments, const std::string& result, const std::string& more = "") {
        return row(*Module("def forward(self, " + arguments + "):\n    return torch.stack([" + result + "], dim=1)\n", k_two + more).made(),
                   "flu");
    };
    const std::vector<float> ids_and_mask = {flu + 5, 3}, ids_and_types = {flu + 5, 0};
    BOOST_TEST((of("input_ids, attention_mask", "input_ids.sum(1), attention_mask.sum(1)") == ids_and_mask));
    BOOST_TEST((of("attention_mask, input_ids", "input_ids.sum(1), attention_mask.sum(1)") == ids_and_mask));
    BOOST_TEST((of("ids, types", "ids.sum(1), types.sum(1)") == ids_and_types));
    BOOST_TEST((of("x, y", "x.sum(1), y.sum(1)") == ids_and_mask));  // names that say nothing
    BOOST_TEST((of("x, y", "x.sum(1), y.sum(1)", ", takes = [mask, ids]") == std::vector<float>{3, flu + 5}));
    BOOST_TEST((of("input_ids, mask, types, scale: int = 1", "input_ids.sum(1), (mask + types).sum(1) * scale") == ids_and_mask));
}

BOOST_AUTO_TEST_CASE(scores_come_alone_in_tuples_lists_and_dictionaries) {
    for (const char* result :
         {"scores", "scores.squeeze(0)", "(scores, input_ids)", "(0, scores)", "[scores, scores]", "{\"logits\": scores}",
          "{\"hidden\": input_ids, \"logits\": scores}", "{\"anything\": scores}", "scores.double()"}) {
        const Module module(std::string("def forward(self, input_ids):\n    scores = torch.tensor([[0.5, -1.0]])\n    return ") + result +
                            "\n");
        BOOST_TEST((row(*module.made(), "flu") == std::vector<float>{0.5f, -1}), result);
    }
}

BOOST_AUTO_TEST_CASE(output_that_is_no_row_of_scores_is_said_with_its_shape) {
    const auto of = [](const std::string& result) { return failure(Module("def forward(self, input_ids):\n    return " + result + "\n")); };
    BOOST_TEST(of("torch.zeros([1, 3, 2])") == "model-output: its forward gives a tensor of shape [1, 3, 2], and there are 2 labels");
    BOOST_TEST(of("torch.zeros([1, 3])") == "model-output: its forward gives a tensor of shape [1, 3], and there are 2 labels");
    BOOST_TEST(of("torch.zeros([2, 2])") == "model-output: its forward gives a tensor of shape [2, 2], and there are 2 labels");
    BOOST_TEST(of("3") == "model-output: its forward gives Int without a tensor of scores");
    BOOST_TEST(of("{\"a\": input_ids, \"b\": input_ids}") == "model-output: its forward gives GenericDict without a tensor of scores");
    const std::string failed = of("input_ids @ input_ids");
    BOOST_TEST(failed.starts_with("module-failed: its forward fails: "), failed);
    BOOST_TEST(failed.find('\n') == std::string::npos);
    const std::string raised = failure(
        Module("def forward(self, input_ids):\n    assert input_ids.size(1) > 100, \"too short\"\n    return torch.zeros([1, 2])\n"));
    BOOST_TEST(raised.find("too short") != std::string::npos, raised);
}

BOOST_AUTO_TEST_CASE(signatures_and_settings_that_do_not_fit_are_refused) {
    const auto forward = [](const std::string& arguments) {
        return "def forward(self" + arguments + "):\n    return torch.zeros([1, 2])\n";
    };
    BOOST_TEST(Module(forward(", a, b, c")).refusal() == "");
    BOOST_TEST(Module(forward(", a, b, c, d")).refusal() == "module-signature");
    BOOST_TEST(Module(forward("")).refusal() == "module-signature");
    BOOST_TEST(Module(forward(", a, b"), k_two + ", takes = [ids]").refusal() == "module-signature");
    BOOST_TEST(Module("def other(self, a):\n    return a\n").refusal() == "module-signature");
    BOOST_TEST(Module(forward(", a"), "labels = [a, b]").refusal() == "missing-setting");
    BOOST_TEST(Module(forward(", a"), k_two + ", features = [age]").refusal() == "two-inputs");
    BOOST_TEST(Module(forward(", a"), k_tokenizer).refusal() == "missing-setting");  // labels
    BOOST_TEST(Module(forward(", a"), k_two + ", takes = [words]").refusal() == "unknown-choice");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_module_is_one_sentence) {
    const rif::test::TemporaryFolder folder;
    const auto message = [&](const std::string& bytes) {
        rif::write_file(folder / "model.pt", bytes);
        try {
            rif::test::make<Model>(k_plugin, "file = \"" + (folder / "model.pt").string() + "\", " + k_two);
        } catch (const rif::Error& error) {
            BOOST_TEST(error.slug() == "damaged-module");
            return error.message();
        }
        return std::string();
    };
    save(folder / "whole.pt", "def forward(self, a):\n    return a\n");
    const std::string whole = rif::read_file(folder / "whole.pt");
    for (const std::string& bytes :
         {std::string(), std::string("text"), std::string(5000, '\0'), whole.substr(0, whole.size() / 2), whole.substr(100)}) {
        const std::string found = message(bytes);
        BOOST_TEST(found.find("is no TorchScript module that can be loaded") != std::string::npos, found);
        BOOST_TEST(found.find('\n') == std::string::npos, found);
        BOOST_TEST(found.size() < 600u);
    }
    BOOST_TEST(rif::test::refusal(k_plugin, "file = \"no/such.pt\", " + k_two) == "missing-file");
}

BOOST_AUTO_TEST_CASE(rows_of_numbers_are_given_as_they_stand) {
    const Module module("def forward(self, x):\n    return torch.stack([x[:, 0] - x[:, 1], x.sum(1)], dim=1)\n",
                        "labels = [no, yes], features = [age, \"hours-per-week\"]");
    const auto model = module.made();
    const std::vector<std::vector<rif::RowCell>> rows = {{{"40", 40}, {"2.5", 2.5}}, {{"-1", -1}, {"0", 0}}};
    const Matrix scores = model->predict_rows(rows);
    BOOST_TEST((scores[0][0] == 37.5f && scores[0][1] == 42.5f && scores[1][0] == -1 && scores[1][1] == -1));
    const auto slug = [&](const std::vector<rif::RowCell>& cells) -> std::string {
        const std::vector<std::vector<rif::RowCell>> one = {cells};
        try {
            model->predict_rows(one);
        } catch (const rif::Error& error) {
            return error.slug();
        }
        return {};
    };
    BOOST_TEST(slug({{"40", 40}}) == "wrong-row");
    BOOST_TEST(slug({{"40", 40}, {"?", {}}}) == "wrong-row");
    const std::string text = "text";
    BOOST_CHECK_EXCEPTION(model->predict({&text, 1}), rif::Error, [](const rif::Error& e) { return e.slug() == "no-texts"; });
}

BOOST_AUTO_TEST_CASE(the_window_cuts_what_is_seen) {
    const Module module("def forward(self, input_ids):\n    return torch.stack([input_ids.sum(1), input_ids.sum(1)], dim=1)\n",
                        k_two + ", max_length = 5");
    const auto model = module.made();
    BOOST_TEST((model->visible_bytes("flu fever gullet deft") == ByteSpan{0, 16}));
    BOOST_TEST((row(*model, "flu fever gullet deft") == row(*model, "flu fever gullet loft")));
    BOOST_TEST((row(*model, "flu fever gullet deft") != row(*model, "flu fever deft gullet")));
}

BOOST_AUTO_TEST_CASE(a_score_has_the_same_bits_the_first_and_the_last_time_and_from_any_thread) {
    const Module module(R"(
def forward(self, input_ids, attention_mask):
    x = torch.sin(input_ids.float() * 0.37).unsqueeze(-1) * torch.cos(torch.arange(64).float() * 0.11)
    y = torch.softmax(torch.matmul(x, x.transpose(1, 2)), dim=-1)
    z = torch.tanh(torch.matmul(y, x) * 1.7 + 0.3) * attention_mask.unsqueeze(-1)
    return torch.stack([z.mean(dim=[1, 2]), z.std(dim=[1, 2])], dim=1)
)");
    const auto model = module.made();
    const std::vector<std::string> texts = {"flu fever gullet deft", "the loft", "she has a proverb about the foyer of the mantel"};
    const Matrix first = model->predict(texts);
    std::vector<char> is_same(4, 1);
    std::vector<std::thread> threads;
    for (char& same : is_same) {
        threads.emplace_back([&] {
            for (int i = 0; i < 20; ++i) {
                const Matrix again = model->predict(texts);
                same = same && std::memcmp(again.values().data(), first.values().data(), first.values().size_bytes()) == 0;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const char same : is_same) BOOST_TEST(same);
    for (std::size_t i = 0; i < texts.size(); ++i)
        BOOST_TEST(std::memcmp(model->predict({&texts[i], 1})[0].data(), first[i].data(), first[i].size_bytes()) == 0);
}

BOOST_AUTO_TEST_CASE(the_fingerprint_is_of_the_module_and_the_tokenizer) {
    const std::string one = "def forward(self, a):\n    return torch.zeros([1, 2])\n",
                      other = "def forward(self, a):\n    return torch.ones([1, 2])\n";
    BOOST_TEST(Module(one).made()->fingerprint() == Module(one).made()->fingerprint());
    BOOST_TEST(Module(one).made()->fingerprint() != Module(other).made()->fingerprint());
    BOOST_TEST(Module(one).made()->fingerprint() != Module(one, k_two + ", max_length = 9").made()->fingerprint());
}

BOOST_AUTO_TEST_SUITE_END()
