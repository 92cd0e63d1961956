// Files of tensors: what is written is read, byte for byte as the format says, and no header is believed.
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <fstream>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/weights.hpp>

#include "support/test_data.hpp"

using rif::nn::NamedFloats;
using rif::nn::Weights;

namespace {

/// A file with this header and so many bytes of data.
std::string file_of(const std::string& header, std::size_t data, std::uint64_t claimed = UINT64_MAX) {
    const std::uint64_t length = claimed == UINT64_MAX ? header.size() : claimed;
    std::string result(8, '\0');
    std::memcpy(result.data(), &length, 8);
    return result + header + std::string(data, '\0');
}

struct Folder {
    std::filesystem::path file(const std::string& contents) const {
        std::filesystem::remove(folder / "w.safetensors");  // some file systems wait for the disk where a file is written over
        std::ofstream(folder / "w.safetensors", std::ios::binary) << contents;
        return folder / "w.safetensors";
    }
    /// The slug of reading the file, or "" where it is read.
    std::string slug(const std::string& contents) const {
        try {
            Weights::read(file(contents));
        } catch (const rif::Error& error) {
            BOOST_TEST(error.message().find("w.safetensors") != std::string::npos);
            return error.slug();
        }
        return "";
    }
    rif::test::TemporaryFolder folder;
};

std::string tensor(const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return "{\"a\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(weights)

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
    const Folder folder;
    const std::vector<float> a = {1, -2.5f, 3e-30f, 0, -0.0f, 7}, b = {42};
    const NamedFloats tensors[] = {{"layer.0 \"weight\"", {2, 3}, a}, {"bias", {1}, b}, {"empty", {0, 4}, {}}};
    rif::nn::write_weights(folder.folder / "w.safetensors", tensors, {{"format", "pt"}, {"né", "\"x\"\n"}});
    const Weights weights = Weights::read(folder.folder / "w.safetensors");
    BOOST_TEST(weights.tensors().size() == 3);
    BOOST_TEST(weights.floats("layer.0 \"weight\"", {2, 3}) == a, boost::test_tools::per_element());
    BOOST_TEST(weights.floats("bias", {1}) == b, boost::test_tools::per_element());
    BOOST_TEST(weights.floats("empty", {0, 4}).empty());
    BOOST_TEST(weights.metadata().at("format") == "pt");
    BOOST_TEST(weights.metadata().at("né") == "\"x\"\n");
}

BOOST_AUTO_TEST_CASE(the_layout_is_that_of_safetensors) {
    const Folder folder;
    const std::vector<float> a = {1, 2};
    const NamedFloats tensors[] = {{"a", {2}, a}};
    rif::nn::write_weights(folder.folder / "w.safetensors", tensors, {});
    const std::string bytes = rif::read_file(folder.folder / "w.safetensors");
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), 8);
    BOOST_TEST(length % 8 == 0);
    BOOST_TEST(bytes.size() == 8 + length + 8);
    BOOST_TEST(bytes.substr(8, length).starts_with("{\"__metadata__\":{},\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}"));
    BOOST_TEST(bytes.substr(8 + length) == std::string("\0\0\x80\x3f\0\0\0\x40", 8));
}

BOOST_AUTO_TEST_CASE(a_header_of_another_program_is_read) {
    const Folder folder;
    const Weights weights =
        Weights::read(folder.file(file_of("{\"x\":{\"dtype\":\"F16\",\"shape\":[2,1],\"data_offsets\":[8,12]},\"y\":{\"shape\":[],"
                                          "\"dtype\":\"I64\",\"data_offsets\":[0,8]}}   ",
                                          12)));
    BOOST_TEST(weights.tensor("x").dtype == "F16");
    BOOST_TEST(weights.tensor("x").bytes.size() == 4);
    BOOST_TEST(weights.tensor("y").shape.empty());
}

BOOST_AUTO_TEST_CASE(a_header_that_lies_is_refused) {
    const Folder folder;
    const auto damaged = [&](const std::string& contents) { return folder.slug(contents) == "damaged-weights"; };
    BOOST_TEST(folder.slug(file_of(tensor("F32", "[2]", "[0,8]"), 8)) == "");
    BOOST_TEST(damaged(""));
    BOOST_TEST(damaged("1234567"));
    BOOST_TEST(damaged(file_of("{}", 0, 1ull << 60)));  // claims 2^60 bytes
    BOOST_TEST(damaged(file_of("{}", 0, UINT64_MAX - 1)));
    BOOST_TEST(damaged(file_of("{}", 0, 3)));
    BOOST_TEST(damaged(file_of("{}", 4)));  // data that no tensor claims
    BOOST_TEST(damaged(file_of("[]", 0)));
    BOOST_TEST(damaged(file_of("{\"a\":", 0)));
    BOOST_TEST(damaged(file_of(std::string(10000, '['), 0)));
    BOOST_TEST(damaged(file_of("{\"a\":1}", 0)));
    BOOST_TEST(damaged(file_of("{\"a\":{\"dtype\":\"F32\",\"shape\":[2]}}", 8)));
    BOOST_TEST(damaged(file_of("{\"__metadata__\":{\"n\":3}}", 0)));
    BOOST_TEST(damaged(file_of(tensor("F32", "[2]", "[0,8]"), 4)));  // truncated
    BOOST_TEST(damaged(file_of(tensor("F32", "[2]", "[8,0]"), 8)));
    BOOST_TEST(damaged(file_of(tensor("F32", "[2]", "[4,12]"), 12)));  // a hole before it
    BOOST_TEST(damaged(file_of(tensor("F32", "[3]", "[0,8]"), 8)));    // shape and place disagree
    BOOST_TEST(damaged(file_of(tensor("F32", "[-2]", "[0,8]"), 8)));
    BOOST_TEST(damaged(file_of(tensor("F32", "[2.0]", "[0,8]"), 8)));
    BOOST_TEST(damaged(file_of(tensor("F32", "2", "[0,8]"), 8)));
    BOOST_TEST(damaged(file_of(tensor("F8_E4M3", "[2]", "[0,8]"), 8)));
    BOOST_TEST(damaged(file_of(tensor("F32", "[4294967296,4294967296,4294967296]", "[0,0]"), 0)));  // the product overflows to 0
    BOOST_TEST(damaged(file_of(tensor("F32", "[18446744073709551615]", "[0,18446744073709551612]"), 8)));
    BOOST_TEST(damaged(file_of(tensor("F32", "[2]", "[0,8,8]"), 8)));
    const std::string a = "\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]}",
                      b = "\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[2,6]}";
    BOOST_TEST(damaged(file_of("{" + a + "," + b + "}", 6)));  // they overlap
}

BOOST_AUTO_TEST_CASE(what_is_asked_for_must_be_there_in_that_form) {
    const Folder folder;
    const std::string nan = std::string("\0\0\xc0\x7f\0\0\0\0", 8);
    const std::string contents = file_of(tensor("F32", "[2]", "[0,8]"), 0) + nan;
    const Weights weights = Weights::read(folder.file(contents));
    const auto slug = [&](const std::string& name, const rif::nn::Shape& shape) -> std::string {
        try {
            weights.floats(name, shape);
        } catch (const rif::Error& error) {
            return error.slug();
        }
        return "";
    };
    BOOST_TEST(slug("b", {2}) == "missing-tensor");
    BOOST_TEST(slug("a", {1, 2}) == "wrong-tensor");
    BOOST_TEST(slug("a", {2}) == "wrong-tensor");  // not a number
    BOOST_CHECK_THROW(Weights::read(folder.folder / "none"), rif::Error);
    BOOST_CHECK_THROW(Weights::read(folder.folder.path()), rif::Error);
}

BOOST_AUTO_TEST_CASE(a_file_with_any_bytes_changed_is_read_or_refused_and_nothing_else) {
    const Folder folder;
    rif::Random random(5);
    const std::string whole = file_of(
        "{\"__metadata__\":{\"k\":\"v\"},\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},"
        "\"b\":{\"dtype\":\"I8\",\"shape\":[3],\"data_offsets\":[16,19]}}",
        19);
    std::size_t refused = 0;
    for (int round = 0; round < 100000; ++round) {
        std::string changed = whole;
        for (std::size_t n = 1 + random.below(4); n > 0; --n) changed[random.below(changed.size())] = static_cast<char>(random.below(256));
        if (random.below(4) == 0) changed.resize(random.below(changed.size()));
        refused += folder.slug(changed) == "damaged-weights";
    }
    BOOST_TEST(refused > 30000);
}

BOOST_AUTO_TEST_SUITE_END()
