#include <rif/nn/train/bag_training.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <ATen/core/Tensor.h>
#include <ATen/ops/_softmax.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/error.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/threads.hpp>
#include <rif/nn/train/adam.hpp>

namespace rif::nn {

namespace {

/// Words of the training texts that occur often enough, those of `start` first, the others in order of first occurrence.
BagVocabulary vocabulary_of(const TrainingData& data, const BagTraining& settings, const EmbeddingBag* start) {
    std::vector<std::string> words = start ? start->vocabulary().words() : std::vector<std::string>{};
    const BagVocabulary known(words);
    std::vector<std::string> order;
    std::map<std::string, std::size_t, std::less<>> counts;
    for (const Example& example : data.examples) {
        std::vector<ByteSpan> spans = tokens(example.text);
        if (spans.size() > settings.most_tokens) spans.resize(settings.most_tokens);
        for (const ByteSpan& span : spans) {
            std::string word = fold_case(span.of(example.text));
            if (known.row(word) == BagVocabulary::k_unknown && counts[word]++ == 0) order.push_back(std::move(word));
        }
    }
    std::ranges::copy_if(order, std::back_inserter(words), [&](const std::string& word) { return counts[word] >= settings.minimum_count; });
    return BagVocabulary(std::move(words));
}

void check_start(const TrainingData& data, const BagTraining& settings, const EmbeddingBag& start) {
    if (start.labels() != data.labels) {
        throw Error("other-labels", fmt::format("the trained model has the labels [{}], and the data [{}]", fmt::join(start.labels(), ", "),
                                                fmt::join(data.labels, ", ")));
    }
    const BagShape &a = start.shape(), &b = settings.shape;
    if (a.dimension != b.dimension || a.ngrams != b.ngrams || a.buckets != b.buckets) {
        throw Error("other-shape",
                    fmt::format("the trained model has dimension {}, ngrams {} and buckets {}, and {}, {} and {} are asked for",
                                a.dimension, a.ngrams, a.buckets, b.dimension, b.ngrams, b.buckets));
    }
}

/// Uniform in ±bound.
void draw(std::span<float> values, double bound, Random random) {
    for (float& value : values) value = static_cast<float>((2 * random.uniform() - 1) * bound);
}

/// Words and the linear layer are drawn, runs of words begin at 0: one that training never saw says nothing.
EmbeddingBag beginning(const TrainingData& data, const BagTraining& settings, const EmbeddingBag* start) {
    EmbeddingBag bag(settings.shape, data.labels, vocabulary_of(data, settings, start));
    const std::size_t dimension = settings.shape.dimension, words = bag.vocabulary().size();
    draw(bag.table().first(words * dimension), 1.0 / static_cast<double>(dimension), stream(settings.seed, {"embedding_bag", "words"}));
    draw(bag.output(), 1.0 / std::sqrt(static_cast<double>(dimension)), stream(settings.seed, {"embedding_bag", "output"}));
    if (!start) return bag;
    const std::size_t old_words = start->vocabulary().size() * dimension;
    std::ranges::copy(start->table().first(old_words), bag.table().begin());
    std::ranges::copy(start->table().subspan(old_words), bag.table().begin() + static_cast<std::ptrdiff_t>(words * dimension));
    std::ranges::copy(start->output(), bag.output().begin());
    std::ranges::copy(start->bias(), bag.bias().begin());
    return bag;
}

at::Tensor view(std::span<float> values, at::IntArrayRef shape) {
    return at::from_blob(values.data(), shape, at::TensorOptions().dtype(at::kFloat));
}
at::Tensor view(std::vector<std::int64_t>& values) {
    return at::from_blob(values.data(), {static_cast<std::int64_t>(values.size())}, at::TensorOptions().dtype(at::kLong));
}

/// One step's texts as flat lists: entry e is a row of the table in text `texts[e]`, with weight 1 / rows of that text.
struct Batch {
    std::vector<std::int64_t> rows;    // distinct rows, [k]
    std::vector<std::int64_t> places;  // index into rows, [entries]
    std::vector<std::int64_t> texts;   // [entries]
    std::vector<float> shares;         // [entries]
};

Batch batch_of(std::span<const std::size_t> examples, const std::vector<std::vector<std::uint32_t>>& bags) {
    Batch batch;
    for (const std::size_t example : examples) batch.rows.insert(batch.rows.end(), bags[example].begin(), bags[example].end());
    std::ranges::sort(batch.rows);
    batch.rows.erase(std::unique(batch.rows.begin(), batch.rows.end()), batch.rows.end());
    for (std::size_t text = 0; text < examples.size(); ++text) {
        const auto& bag = bags[examples[text]];
        for (const std::uint32_t row : bag) {
            batch.places.push_back(std::ranges::lower_bound(batch.rows, std::int64_t{row}) - batch.rows.begin());
            batch.texts.push_back(static_cast<std::int64_t>(text));
            batch.shares.push_back(1.0f / static_cast<float>(bag.size()));
        }
    }
    return batch;
}

/// The numbers of a bag as tensors over its own memory, each with its Adam.
class Trainer {
public:
    Trainer(EmbeddingBag& bag, const BagTraining& settings)
        : dimension_(static_cast<std::int64_t>(bag.shape().dimension)),
          classes_(static_cast<std::int64_t>(bag.labels().size())),
          table_(view(bag.table(), {static_cast<std::int64_t>(bag.rows()), dimension_})),
          output_(view(bag.output(), {dimension_, classes_})),
          bias_(view(bag.bias(), {classes_})),
          adam_table_(table_, {settings.rate}),
          adam_output_(output_, {settings.rate}),
          adam_bias_(bias_, {settings.rate}) {}

    void step(Batch batch, std::span<const std::int64_t> labels) {
        const auto size = static_cast<std::int64_t>(labels.size());
        const at::Tensor rows = view(batch.rows), places = view(batch.places), texts = view(batch.texts);
        const at::Tensor shares = view(batch.shares, {static_cast<std::int64_t>(batch.shares.size()), 1});
        const at::Tensor vectors = table_.index_select(0, rows);  // [k, dimension]
        const at::Tensor mean =
            at::zeros({size, dimension_}).index_add_(0, texts, vectors.index_select(0, places).mul_(shares));  // [texts, dimension]
        // gradient of the mean cross-entropy with respect to the scores: (p - 1 at the label) / texts
        at::Tensor gradient = at::_softmax(at::addmm(bias_, mean, output_), 1, false);  // [texts, classes]
        auto entries = gradient.accessor<float, 2>();
        for (std::int64_t text = 0; text < size; ++text) entries[text][labels[static_cast<std::size_t>(text)]] -= 1;
        gradient.div_(static_cast<double>(size));
        const at::Tensor of_mean = at::mm(gradient, output_.t());  // [texts, dimension]
        const at::Tensor of_vectors =
            at::zeros_like(vectors).index_add_(0, places, of_mean.index_select(0, texts).mul_(shares));  // [k, dimension]
        const at::Tensor of_output = at::mm(mean.t(), gradient), of_bias = gradient.sum(0);
        adam_table_.step_rows(rows, of_vectors);
        adam_output_.step(of_output);
        adam_bias_.step(of_bias);
    }

private:
    std::int64_t dimension_, classes_;
    at::Tensor table_, output_, bias_;
    Adam adam_table_, adam_output_, adam_bias_;
};

std::vector<std::uint32_t> bag_of(const EmbeddingBag& bag, std::string_view text, std::size_t most_tokens) {
    std::vector<std::uint32_t> words, rows;
    bag.words_of(text, most_tokens, words);
    bag.bag_of(words, rows);
    return rows;
}

}  // namespace

EmbeddingBag trained(const TrainingData& data, const BagTraining& settings, const EmbeddingBag* start, const TrainingProgress& progress) {
    if (data.examples.empty()) throw Error("no-examples", "there is no example to train on");
    if (start) check_start(data, settings, *start);
    one_thread();
    EmbeddingBag bag = beginning(data, settings, start);
    std::vector<std::vector<std::uint32_t>> bags;
    for (const Example& example : data.examples) bags.push_back(bag_of(bag, example.text, settings.most_tokens));

    Trainer trainer(bag, settings);
    Random random = stream(settings.seed, {"embedding_bag", "order"});
    std::vector<std::size_t> order(bags.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t epoch = 0; epoch < settings.epochs; ++epoch) {
        random.shuffle(order);
        for (std::size_t begin = 0; begin < order.size(); begin += settings.batch) {
            const auto examples = std::span(order).subspan(begin, std::min(settings.batch, order.size() - begin));
            std::vector<std::int64_t> labels;
            for (const std::size_t example : examples) labels.push_back(static_cast<std::int64_t>(data.examples[example].label));
            trainer.step(batch_of(examples, bags), labels);
            progress(epoch * order.size() + begin + examples.size(), settings.epochs * order.size());
        }
    }
    return bag;
}

std::optional<double> accuracy(const EmbeddingBag& bag, std::span<const Example> examples, std::size_t most_tokens) {
    if (examples.empty()) return std::nullopt;
    std::vector<float> scores(bag.labels().size());
    std::size_t right = 0;
    for (const Example& example : examples) {
        bag.score(bag_of(bag, example.text, most_tokens), scores);
        right += static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin()) == example.label;
    }
    return static_cast<double>(right) / static_cast<double>(examples.size());
}

}  // namespace rif::nn
