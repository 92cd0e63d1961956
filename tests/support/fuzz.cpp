#include "support/fuzz.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <boost/json.hpp>

namespace rif::test {

namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* value = std::getenv(name);
    return value && *value ? std::strtoull(value, nullptr, 10) : otherwise;
}

/// One value somewhere in it becomes another.
void mutate_value(boost::json::value& value, Random& random) {
    const bool goes_on = random.below(12) > 0;
    if (auto* object = value.if_object(); object && !object->empty() && goes_on)
        return mutate_value((object->begin() + static_cast<std::ptrdiff_t>(random.below(object->size())))->value(), random);
    if (auto* array = value.if_array(); array && !array->empty() && goes_on)
        return mutate_value((*array)[random.below(array->size())], random);
    constexpr const char* k_texts[] = {"",      "▁",   "a",   "##",      "b",   " ",      "the", "always", "first",
                                       "never", "NFC", "NFD", "Removed", "a b", "\u0300", "A",   "B"};
    const boost::json::value others[] = {nullptr, -1,       1e308, 4294967296, true, boost::json::array(), boost::json::object(),
                                         "a b",   16777215, 0.5};
    const bool same_kind = random.below(4) > 0;
    if (value.is_bool() && same_kind)
        value = !value.get_bool();
    else if (value.is_number() && same_kind)
        value = static_cast<std::int64_t>(random.below(40)) - 4;
    else if (value.is_string() && same_kind)
        value = k_texts[random.below(std::size(k_texts))];
    else
        value = others[random.below(std::size(others))];
}

}  // namespace

std::string mutated_text(std::string text, Random& random) {
    constexpr const char* k_pieces[] = {
        "null",        "-1",          "1e308",    "4294967296", "99999999999999999999", "\"\"",  "[]",    "{}", "[[[[[[",
        "\"\\u0000\"", "\"▁\"",       "true",     "\"type\"",   "\"Sequence\"",         "\"A\"", "\"B\"", ",",  ":",
        "0.5",         "\"\\ud800\"", "16777215", "65000"};
    for (std::size_t n = 1 + random.below(3); n > 0 && !text.empty(); --n) {
        const std::size_t at = random.below(text.size()), size = std::min(text.size() - at, 1 + random.below(12));
        switch (random.below(5)) {
            case 0: text[at] = static_cast<char>(random.below(256)); break;
            case 1: text.erase(at, size); break;
            case 2: text.insert(at, text.substr(random.below(text.size()), random.below(60))); break;
            case 3: text.insert(at, k_pieces[random.below(std::size(k_pieces))]); break;
            default: text.replace(at, size, k_pieces[random.below(std::size(k_pieces))]);
        }
    }
    return text;
}

std::string mutated_json(const std::string& json, Random& random) {
    boost::json::value value = boost::json::parse(json);
    for (std::size_t n = 1 + random.below(3); n > 0; --n) mutate_value(value, random);
    return boost::json::serialize(value);
}

std::size_t fuzz_inputs(std::size_t otherwise) { return from_environment("RIF_FUZZ_INPUTS", otherwise); }
std::uint64_t fuzz_seed() { return from_environment("RIF_FUZZ_SEED", 1); }

void keep_fuzz_input(const std::string& input) {
    const char* path = std::getenv("RIF_FUZZ_KEEP");
    if (path && *path) std::ofstream(path, std::ios::binary) << input;
}

}  // namespace rif::test
