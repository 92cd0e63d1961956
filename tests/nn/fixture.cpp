#include "nn/fixture.hpp"

#include <algorithm>
#include <cmath>

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

Fixture fixture(const std::string& name) {
    Fixture result{test_data("fixtures/models/" + name), 0, {}, {}};
    const json::value whole = json::parse(read_file(result.folder / "expected.json"));
    const bool has_types = whole.at("token_type_ids_fed_to_model").get_bool();
    result.max_length = whole.at("max_length").to_number<std::size_t>();
    for (const json::value& each : whole.at("cases").get_array()) result.cases.push_back(one_case(each.get_object(), has_types));
    if (const json::value* rows = whole.get_object().if_contains("batch")) result.batch = batch(rows->get_object(), has_types);
    return result;
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
