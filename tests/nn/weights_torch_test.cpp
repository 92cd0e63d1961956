// pytorch_model.bin: what libtorch and Python's pickle write is read, and what would run code, or lies, is refused.
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <fstream>
#include <functional>

#include <ATen/core/Dict.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <ATen/ops/arange.h>
#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/serialization/pickle.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/checkpoint.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/state_dict.hpp>

#include "support/checkpoints.hpp"
#include "support/fixture.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::nn::Checkpoint;
using rif::nn::Weights;
using rif::test::slug_of;

namespace {

/// An archive as torch.save lays it out: data.pkl, and a record for each storage.
void write_archive(const fs::path& path, const std::string& pickle, const std::map<std::string, std::vector<float>>& storages) {
    caffe2::serialize::PyTorchStreamWriter archive(path.string());
    archive.writeRecord("data.pkl", pickle.data(), pickle.size());
    for (const auto& [key, values] : storages) archive.writeRecord("data/" + key, values.data(), values.size() * sizeof(float));
    archive.writeEndOfFile();
}

std::string text(const std::string& value) { return std::string("X") + static_cast<char>(value.size()) + std::string(3, '\0') + value; }
std::string byte(std::size_t value) { return std::string("K") + static_cast<char>(value); }

/// One entry as Python pickles it: the name, then torch._utils._rebuild_tensor_v2(storage, offset, (rows, columns), (row stride, 1), False,
/// OrderedDict()).
std::string entry(const std::string& name, const std::string& key, std::size_t elements, std::size_t offset, std::size_t rows,
                  std::size_t columns, std::size_t row_stride) {
    return text(name) + "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\nFloatStorage\n" + text(key) + text("cpu") +
           byte(elements) + "tQ" + byte(offset) + byte(rows) + byte(columns) + "\x86" + byte(row_stride) + byte(1) + "\x86\x89" +
           "ccollections\nOrderedDict\n)RtR";
}

/// A state dict as Module.state_dict() gives it: an OrderedDict with an attribute _metadata.
std::string state_dict(const std::string& entries) {
    return "\x80\x02"
           "ccollections\nOrderedDict\n)Rq\x01(" +
           entries + "u}" + text("_metadata") + "ccollections\nOrderedDict\n)R(" + text("") + "}" + text("version") + byte(1) + "susb.";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(weights_of_torch)

BOOST_AUTO_TEST_CASE(what_libtorch_saves_is_read) {
    c10::Dict<std::string, at::Tensor> tensors;
    const at::Tensor numbers = at::arange(12, at::kFloat);
    tensors.insert("a.weight", numbers.view({3, 4}));
    tensors.insert("a.bias", numbers.narrow(0, 5, 2));  // a part of a storage that both share
    tensors.insert("half", numbers.narrow(0, 1, 3).to(at::kHalf));
    tensors.insert("ids", at::arange(4, at::kLong));
    const std::vector<char> bytes = torch::jit::pickle_save(tensors);
    const rif::test::TemporaryFolder folder;
    rif::write_file(folder / "pytorch_model.bin", {bytes.data(), bytes.size()});
    const Checkpoint read = Checkpoint::open(folder.path());
    std::vector<float> expected(12);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<float>(i);
    BOOST_TEST(read.floats("a.weight", {3, 4}) == expected, boost::test_tools::per_element());
    BOOST_TEST((read.floats("a.bias", {2}) == std::vector<float>{5, 6}));
    BOOST_TEST((read.floats("half", {3}) == std::vector<float>{1, 2, 3}));
    BOOST_TEST(read.has("ids"));
    BOOST_TEST(slug_of([&] { read.floats("ids", {4}); }) == "wrong-tensor");
}

BOOST_AUTO_TEST_CASE(a_state_dict_of_python_is_read) {
    const rif::test::TemporaryFolder folder;
    const fs::path file = folder / "pytorch_model.bin";
    write_archive(file, state_dict(entry("norm.gamma", "0", 6, 0, 2, 3, 3) + entry("b", "1", 4, 2, 1, 2, 2)),
                  {{"0", {1, 2, 3, 4, 5, 6}}, {"1", {7, 8, 9, 10}}});
    const Checkpoint read = Checkpoint::open(folder.path());
    BOOST_TEST((read.floats("norm.weight", {2, 3}) == std::vector<float>{1, 2, 3, 4, 5, 6}));
    BOOST_TEST((read.floats("b", {1, 2}) == std::vector<float>{9, 10}));
}

BOOST_AUTO_TEST_CASE(what_would_run_code_or_lies_is_refused) {
    const rif::test::TemporaryFolder folder;
    const fs::path file = folder / "pytorch_model.bin";
    const auto slug = [&](const std::string& pickle) {
        fs::remove(file);
        write_archive(file, pickle, {{"0", {1, 2, 3, 4, 5, 6}}});
        return slug_of([&] { Weights::read_torch(file); });
    };
    BOOST_TEST(slug(state_dict(entry("a", "0", 6, 0, 2, 3, 3))) == "");
    BOOST_TEST(slug("\x80\x02"
                    "cos\nsystem\n" +
                    text("echo") + "\x85R.") == "damaged-weights");
    BOOST_TEST(slug("\x80\x02"
                    "cbuiltins\neval\n" +
                    text("1") + "\x85R.") == "damaged-weights");
    BOOST_TEST(slug(state_dict(entry("a", "0", 6, 1, 2, 3, 3))) == "damaged-weights");     // reaches past its storage
    BOOST_TEST(slug(state_dict(entry("a", "0", 60, 0, 6, 10, 10))) == "damaged-weights");  // so does a storage that claims too much
    BOOST_TEST(slug(state_dict(entry("a", "0", 6, 0, 2, 3, 1))) == "damaged-weights");     // turned
    BOOST_TEST(slug(state_dict(entry("a", "9", 6, 0, 2, 3, 3))) == "damaged-weights");     // no such record
    BOOST_TEST(slug("\x80\x02K\x01.") == "damaged-weights");
    BOOST_TEST(slug("") == "damaged-weights");
    BOOST_TEST(slug(std::string(100000, '(') + ".") == "damaged-weights");
    BOOST_TEST(slug("\x80\x02)" + std::string(100000, '\x85') + ".") == "damaged-weights");  // a tuple in a tuple, …: nobody's stack
    rif::write_file(file, "1234567");
    BOOST_TEST(slug_of([&] { Weights::read_torch(file); }) == "damaged-weights");
    rif::write_file(file,
                    "PK\x03\x04"
                    "and no more");
    BOOST_TEST(slug_of([&] { Weights::read_torch(file); }) == "damaged-weights");
}

BOOST_AUTO_TEST_CASE(a_pickle_with_any_bytes_changed_is_read_or_refused_and_nothing_else) {
    rif::Random random(17);
    const std::string whole = state_dict(entry("a", "0", 6, 0, 2, 3, 3) + entry("b", "0", 6, 2, 1, 2, 2));
    std::size_t refused = 0;
    for (int round = 0; round < 100000; ++round) {
        std::string changed = whole;
        for (std::size_t n = 1 + random.below(4); n > 0; --n) changed[random.below(changed.size())] = static_cast<char>(random.below(256));
        if (random.below(4) == 0) changed.resize(random.below(changed.size()));
        try {
            rif::nn::read_state_dict(changed);
        } catch (const rif::nn::PickleFault&) {
            ++refused;
        }
    }
    BOOST_TEST(refused > 30000);
}

BOOST_AUTO_TEST_CASE(an_archive_with_any_bytes_changed_is_read_or_refused_and_nothing_else) {
    const rif::test::TemporaryFolder folder;
    const fs::path file = folder / "pytorch_model.bin";
    write_archive(file, state_dict(entry("a", "0", 6, 0, 2, 3, 3)), {{"0", {1, 2, 3, 4, 5, 6}}});
    const std::string whole = rif::read_file(file);
    rif::Random random(19);
    std::size_t refused = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string changed = whole;
        for (std::size_t n = 1 + random.below(4); n > 0; --n) changed[random.below(changed.size())] = static_cast<char>(random.below(256));
        std::ofstream(file, std::ios::binary | std::ios::trunc) << changed;
        refused += slug_of([&] { Weights::read_torch(file); }) != "";
    }
    BOOST_TEST(refused > 200);
}

BOOST_AUTO_TEST_CASE(a_classifier_is_the_same_out_of_either_kind_of_file, *rif::test::needs_data("fixtures")) {
    const rif::test::Fixture expected = rif::test::fixture("bert_uncased_2label");
    const Weights weights = Weights::read(expected.folder / "model.safetensors");
    c10::Dict<std::string, at::Tensor> tensors;
    for (const auto& [name, stored] : weights.tensors()) {
        const std::vector<std::int64_t> extents(stored.shape.begin(), stored.shape.end());
        at::Tensor tensor = at::arange(static_cast<std::int64_t>(rif::nn::elements(stored.shape)), at::kFloat).view(extents);
        std::memcpy(tensor.data_ptr<float>(), stored.bytes.data(), stored.bytes.size());
        tensors.insert(name, tensor);
    }
    const std::vector<char> bytes = torch::jit::pickle_save(tensors);
    const rif::test::TemporaryFolder folder;
    fs::copy_file(expected.folder / "config.json", folder / "config.json");
    rif::write_file(folder / "pytorch_model.bin", {bytes.data(), bytes.size()});
    const auto one = rif::nn::Classifier::load(expected.folder), other = rif::nn::Classifier::load(folder.path());
    for (const rif::test::FixtureCase& each : expected.cases) BOOST_TEST((one.logits(each.input) == other.logits(each.input)));
}

BOOST_AUTO_TEST_SUITE_END()
