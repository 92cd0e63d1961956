// Texts packed for one pass: their tokens' rows stand one after another, without padding between them.
#pragma once

#include <cstddef>
#include <vector>

namespace rif::nn {

struct Packed {
    std::vector<std::size_t> begins;  // the row of each text's first token, and where the last text ends
    std::size_t rows = 0;             // the texts', and zeros behind them where a product would have too few rows
    std::size_t first_rows = 0;       // one for each text, filled up alike

    std::size_t texts() const { return begins.size() - 1; }
    std::size_t tokens(std::size_t text) const { return begins[text + 1] - begins[text]; }
    std::size_t used() const { return begins.back(); }
};

/// Memory that keeps its size from one pass to the next.
class Buffer {
public:
    /// Room for n numbers and whole vectors behind them; what stood there may be left.
    float* room(std::size_t n);

private:
    std::vector<float> values_;
};

/// What a pass writes in between, one for each thread.
struct Scratch {
    Buffer states, attended, projections, queries, context, wide, scores, terms, more_terms, firsts;
};

}  // namespace rif::nn
