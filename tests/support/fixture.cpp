#include "support/fixture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/json.hpp>

#include <rif/base/file.hpp>

namespace rif::test {

namespace json = boost::json;

namespace {

template <class T>
std::vector<T> list(const json::object& from, const char* key) {
    std::vector<T> result;
    if (const json::value* found = from.if_contains(key)) {
        for (const json::value& each : found->get_array()) result.push_back(each.to_number<T>());
    }
    return result;
}

Ranked ranked(const json::object& from) { return {list<std::int64_t>(from, "ids"), list<float>(from, "logits")}; }

FixtureCase one_case(const json::object& from, bool has_types) {
    FixtureCase result;
    result.id = from.at("id").to_number<std::int64_t>();
    result.kind = std::string(from.at("kind").get_string());
    result.text = std::string(from.at("text").get_string());
    result.is_pair = !from.at("text_pair").is_null();
    if (result.is_pair) result.text_pair = std::string(from.at("text_pair").get_string());
    result.input.ids = list<std::int64_t>(from, "input_ids");
    result.types = list<std::int64_t>(from, "token_type_ids");
    if (has_types) result.input.types = list<std::int64_t>(from, "token_type_ids");
    result.logits = list<float>(from, "logits");
    result.mean_pooled = list<float>(from, "mean_pooled");
    result.mean_pooled_l2norm = list<float>(from, "mean_pooled_l2norm");
    result.positions = list<std::size_t>(from, "positions");
    if (const json::value* top = from.if_contains("top10")) {
        for (const json::value& each : top->get_array()) result.top.push_back(ranked(each.get_object()));
    }
    if (const json::value* top = from.if_contains("last_token_top10")) result.top.push_back(ranked(top->get_object()));
    if (const json::value* sum = from.if_contains("last_token_logsumexp")) result.logsumexp = sum->to_number<double>();
    if (const json::value* nll = from.if_contains("mean_nll"); nll && nll->is_number())
        result.mean_nll = nll->to_number<double>(), result.has_nll = true;
    result.greedy = list<std::int64_t>(from, "greedy");
    return result;
}

std::vector<FixtureCase> batch(const json::object& from, bool has_types) {
    std::vector<FixtureCase> result;
    const char* outputs = from.if_contains("logits") ? "logits" : "mean_pooled";
    for (std::size_t i = 0; i < from.at("case_ids").get_array().size(); ++i) {
        FixtureCase row;
        row.id = from.at("case_ids").at(i).to_number<std::int64_t>();
        for (std::size_t t = 0; t < from.at("input_ids").at(i).get_array().size(); ++t) {
            if (from.at("attention_mask").at(i).at(t).to_number<int>() == 0) continue;
            row.input.ids.push_back(from.at("input_ids").at(i).at(t).to_number<std::int64_t>());
            if (has_types) row.input.types.push_back(from.at("token_type_ids").at(i).at(t).to_number<std::int64_t>());
        }
        std::vector<float>& values = from.if_contains("logits") ? row.logits : row.mean_pooled;
        for (const json::value& each : from.at(outputs).at(i).get_array()) values.push_back(each.to_number<float>());
        result.push_back(std::move(row));
    }
    return result;
}

}  // namespace

std::filesystem::path fixture_folder(const std::string& name) { return test_data("fixtures/models/" + name); }

const std::vector<std::string>& fixture_classifiers() {
    static const std::vector<std::string> names = {"bert_uncased_2label",
                                                   "bert_cased_3label",
                                                   "bert_uncased_2label_legacy_names",
                                                   "bert_uncased_2label_float16",
                                                   "roberta_2label",
                                                   "roberta_3label",
                                                   "roberta_2label_bfloat16",
                                                   "distilbert_uncased_2label",
                                                   "electra_uncased_2label",
                                                   "deberta_v3_2label",
                                                   "deberta_v3_3label",
                                                   "deberta_v2_conv_2label",
                                                   "deberta_v2_unshared_3label"};
    return names;
}

Fixture fixture(const std::string& name) {
    Fixture result{fixture_folder(name), {}, 0, {}, {}};
    const json::value whole = json::parse(read_file(result.folder / "expected.json"));
    const bool has_types = whole.at("token_type_ids_fed_to_model").get_bool();
    result.architecture = std::string(whole.at("architecture").get_string());
    result.max_length = whole.at("max_length").to_number<std::size_t>();
    for (const json::value& each : whole.at("cases").get_array()) result.cases.push_back(one_case(each.get_object(), has_types));
    if (const json::value* rows = whole.get_object().if_contains("batch")) result.batch = batch(rows->get_object(), has_types);
    return result;
}

bool same_top(std::span<const float> logits, const Ranked& reference) {
    constexpr double k_tolerance = 2e-4;
    constexpr float k_near = 1e-3f;  // neighbours that are nearer may stand the other way round
    std::vector<std::int64_t> found(logits.size());
    std::iota(found.begin(), found.end(), 0);
    const auto logit = [&](std::int64_t id) { return logits[static_cast<std::size_t>(id)]; };
    std::ranges::stable_sort(found, [&](std::int64_t a, std::int64_t b) { return logit(a) > logit(b); });
    for (std::size_t i = 0; i < reference.ids.size(); ++i) {
        if (std::abs(logit(found.at(i)) - reference.logits[i]) > k_tolerance) return false;
        if (found[i] == reference.ids[i]) continue;
        const auto at = static_cast<std::size_t>(std::ranges::find(reference.ids, found[i]) - reference.ids.begin());
        const bool is_neighbour = at < reference.ids.size() && (at + 1 == i || i + 1 == at);
        if (!is_neighbour || std::abs(reference.logits[at] - reference.logits[i]) >= k_near) return false;
    }
    return !reference.ids.empty();
}

double furthest(std::span<const float> a, std::span<const float> b) {
    BOOST_REQUIRE_EQUAL(a.size(), b.size());
    double result = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        result = std::isnan(difference) ? HUGE_VAL : std::max(result, difference);
    }
    return result;
}

std::size_t best(std::span<const float> scores) { return static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin()); }

}  // namespace rif::test
