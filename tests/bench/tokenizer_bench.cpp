// tokenizer_bench TEXTS FOLDER…: texts a second that the tokenizer of each checkpoint folder cuts, on one thread; the best of five times.
// TEXTS: a file with a text on each line. Only the tokenizer's files are read, so a folder needs no weights.
#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/tokenizer/tokenizer.hpp>

namespace {

constexpr int k_times = 5;

std::vector<std::string> lines(const char* file) {
    std::vector<std::string> result;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) result.push_back(line);
    return result;
}

struct Cut {
    double seconds = 1e9;
    std::size_t tokens = 0;
};

Cut cut(const rif::nn::Tokenizer& tokenizer, const std::vector<std::string>& texts) {
    Cut best;
    for (int i = 0; i < k_times; ++i) {
        const auto start = std::chrono::steady_clock::now();
        best.tokens = 0;
        for (const std::string& text : texts) best.tokens += tokenizer.encode(text).size();
        best.seconds = std::min(best.seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 3) return fmt::print(stderr, "tokenizer_bench TEXTS FOLDER...\n"), 2;
    const std::vector<std::string> texts = lines(argv[1]);
    std::size_t bytes = 0;
    for (const std::string& text : texts) bytes += text.size();
    fmt::print("{} texts of {:.0f} bytes\n", texts.size(), static_cast<double>(bytes) / static_cast<double>(texts.size()));
    for (int i = 2; i < argc; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const auto tokenizer = rif::nn::Tokenizer::from_folder(argv[i]);
        const double opened = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const Cut best = cut(*tokenizer, texts);
        fmt::print("{:>9.0f} texts/s  {:>10.0f} tokens/s  {:5.1f} tokens a text  opened in {:.2f} s  {}\n",
                   static_cast<double>(texts.size()) / best.seconds, static_cast<double>(best.tokens) / best.seconds,
                   static_cast<double>(best.tokens) / static_cast<double>(texts.size()), opened, argv[i]);
    }
    return 0;
} catch (const rif::Error& error) {
    fmt::print(stderr, "{}\n", error.message());
    return 1;
}
