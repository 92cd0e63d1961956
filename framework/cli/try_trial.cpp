#include <rif/cli/try_trial.hpp>

#include <algorithm>
#include <sstream>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/json.hpp>

namespace rif::cli {

using dsl::Block;
using dsl::Experiment;

std::string json_list(const std::vector<std::string>& texts) {
    std::string items;
    for (const std::string& text : texts) items += (items.empty() ? "" : ",") + json_string(text);
    return "[" + items + "]";
}

std::string json_numbers(std::span<const float> values) {
    std::string items;
    for (const float value : values) items += (items.empty() ? "" : ",") + json_number(value);
    return "[" + items + "]";
}

std::vector<Input> inputs_of_file(const std::filesystem::path& file) {
    std::vector<Input> inputs;
    std::istringstream lines(read_file(file));
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        boost::system::error_code code;
        const boost::json::value value = boost::json::parse(line, code);
        const auto* object = code ? nullptr : value.if_object();
        const auto* text = object ? object->if_contains("text") : nullptr;
        if (!text || !text->is_string()) {
            throw Error("bad-json", fmt::format("line {} of '{}' is no JSON object with a text under \"text\"", number, file.string()),
                        R"({"text": "She is a nurse."})");
        }
        Input input{std::string(text->get_string()), std::nullopt, number};
        if (const auto* other = object->if_contains("text_pair"); other && other->is_string())
            input.text_pair = std::string(other->get_string());
        inputs.push_back(std::move(input));
    }
    return inputs;
}

const Block* run_dataset(const Experiment& experiment) {
    const std::vector<std::string> names = experiment.run ? experiment.run_names("dataset") : std::vector<std::string>();
    if (!names.empty()) return experiment.find(Role::dataset, names.front());
    const Block* only = nullptr;
    for (const Block& block : experiment.blocks) {
        if (block.role == Role::dataset) only = &block;
    }
    return only;
}

std::vector<Input> inputs_of(Trial& trial) {
    if (trial.request.file) return inputs_of_file(*trial.request.file);
    std::vector<Input> inputs;
    for (const std::string& text : trial.request.texts) inputs.push_back({text, std::nullopt, 0});
    const Block* dataset = run_dataset(trial.experiment);
    if (!inputs.empty()) return inputs;
    if (!dataset)
        throw Error("too-few-texts", fmt::format("{} needs a text, and the experiment names no data set", trial.block.address()),
                    "write the text in quotes behind the address");
    const auto data = trial.assembly.data(*dataset, {});
    for (std::size_t i = 0; i < std::min(k_first_texts, data->individuals.size()); ++i)
        inputs.push_back({data->individuals[i].text, std::nullopt, 0});
    return inputs;
}

}  // namespace rif::cli
