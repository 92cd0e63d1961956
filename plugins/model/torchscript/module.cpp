#include "module.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/csrc/jit/serialization/import.h>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/error.hpp>
#include <rif/nn/threads.hpp>

namespace rif {

namespace {

constexpr std::size_t k_most_said = 300;  // bytes of libtorch's message
const char* const k_output_names[] = {"logits", "scores", "probabilities", "output"};

/// What an argument of forward is called in exported modules.
std::optional<Given> given_named(const std::string& name) {
    static const std::map<std::string, Given> names = {{"input_ids", Given::ids},  {"ids", Given::ids},
                                                       {"tokens", Given::ids},     {"attention_mask", Given::mask},
                                                       {"mask", Given::mask},      {"token_type_ids", Given::types},
                                                       {"type_ids", Given::types}, {"types", Given::types}};
    const auto found = names.find(name);
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

/// The last line of a message that is the module's own: libtorch puts the stack of the script before it.
std::string essence(std::string said) {
    while (!said.empty() && said.back() == '\n') said.pop_back();
    const std::size_t last = said.rfind('\n');
    if (said.find("Traceback of TorchScript") != std::string::npos && last != std::string::npos) said = said.substr(last + 1);
    return said.substr(0, said.find('\n')).substr(0, k_most_said);
}

torch::jit::Module loaded(const std::filesystem::path& file) {
    try {
        torch::jit::Module module = torch::jit::load(file.string(), c10::Device(c10::kCPU));
        module.eval();
        return module;
    } catch (const c10::Error& error) {
        throw Error(
            "damaged-module",
            fmt::format("'{}' is no TorchScript module that can be loaded: {}", file.string(), essence(error.what_without_backtrace())),
            "torch.jit.save(torch.jit.trace(model, …), \"model.pt\"); a file of torch.save alone has weights and no network");
    } catch (const std::exception& error) {
        throw Error("damaged-module",
                    fmt::format("'{}' is no TorchScript module that can be loaded: {}", file.string(), essence(error.what())));
    }
}

std::string shape_of(const at::Tensor& tensor) { return fmt::format("[{}]", fmt::join(tensor.sizes(), ", ")); }

/// The tensor of scores in what forward gives: itself; the first tensor of a tuple or list, or that called logits; in a dictionary the
/// same.
std::optional<at::Tensor> tensor_in(const c10::IValue& value) {
    if (value.isTensor()) return value.toTensor();
    if (value.isTensorList())
        return value.toTensorList().empty() ? std::nullopt : std::optional<at::Tensor>(value.toTensorVector().front());
    if (value.isTuple()) {
        for (const c10::IValue& element : value.toTupleRef().elements()) {
            if (element.isTensor()) return element.toTensor();
        }
    }
    if (!value.isGenericDict()) return std::nullopt;
    const auto dictionary = value.toGenericDict();
    for (const char* name : k_output_names) {
        if (dictionary.contains(name) && dictionary.at(name).isTensor()) return dictionary.at(name).toTensor();
    }
    if (dictionary.size() == 1 && dictionary.begin()->value().isTensor()) return dictionary.begin()->value().toTensor();
    return std::nullopt;
}

std::vector<float> row_of(const c10::IValue& value, std::size_t classes) {
    const std::optional<at::Tensor> tensor = tensor_in(value);
    if (!tensor)
        throw Error("model-output", fmt::format("its forward gives {} without a tensor of scores", value.tagKind()),
                    "return the logits, a tuple that begins with them, or {\"logits\": …}");
    const bool is_row =
        (tensor->dim() == 1 || (tensor->dim() == 2 && tensor->size(0) == 1)) && tensor->size(-1) == static_cast<std::int64_t>(classes);
    if (!is_row)
        throw Error("model-output",
                    fmt::format("its forward gives a tensor of shape {}, and there are {} labels", shape_of(*tensor), classes),
                    "one score a label: [1, labels]");
    const at::Tensor plain = tensor->to(at::kFloat).contiguous();
    return {plain.data_ptr<float>(), plain.data_ptr<float>() + classes};
}

}  // namespace

struct ScriptModule::Inside {
    mutable torch::jit::Module module;  // forward is not const in libtorch; it changes nothing here
    std::vector<Given> takes;

    std::vector<float> row(std::vector<c10::IValue> inputs, std::size_t classes) const {
        try {
            return row_of(module.forward(std::move(inputs)), classes);
        } catch (const Error&) {
            throw;
        } catch (const c10::Error& error) {
            throw Error("module-failed", fmt::format("its forward fails: {}", essence(error.what_without_backtrace())));
        } catch (const std::exception& error) {
            throw Error("module-failed", fmt::format("its forward fails: {}", essence(error.what())));
        }
    }
};

namespace {

/// Arguments of forward without self that have no default, by name.
std::vector<std::string> wanted(const torch::jit::Module& module) {
    const auto forward = module.find_method("forward");
    if (!forward) throw Error("module-signature", "the module has no method forward", "export a module with one");
    std::vector<std::string> names;
    const auto& arguments = forward->function().getSchema().arguments();
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (!arguments[i].default_value()) names.push_back(arguments[i].name());
    }
    return names;
}

std::vector<Given> by_names(const std::vector<std::string>& names) {
    std::vector<Given> result;
    for (const std::string& name : names) {
        if (const auto known = given_named(name)) result.push_back(*known);
    }
    if (result.size() == names.size()) return result;
    return std::vector<Given>{Given::ids, Given::mask, Given::types};
}

}  // namespace

ScriptModule::ScriptModule(const std::filesystem::path& file, std::vector<Given> takes, bool is_of_rows) {
    nn::one_thread();
    auto inside = std::make_shared<Inside>(Inside{loaded(file), std::move(takes)});
    const std::vector<std::string> names = wanted(inside->module);
    const std::size_t most = is_of_rows ? 1 : 3;
    if (names.empty() || names.size() > most) {
        throw Error("module-signature",
                    fmt::format("its forward takes {} arguments ({}), and there {} to give", names.size(), fmt::join(names, ", "),
                                is_of_rows ? "is one tensor" : "are ids, mask and types"),
                    "wrap it in a module whose forward takes what there is");
    }
    if (inside->takes.empty()) {
        inside->takes = by_names(names);
        inside->takes.resize(std::min(inside->takes.size(), names.size()));
    }
    if (inside->takes.size() < names.size())
        throw Error("module-signature",
                    fmt::format("its forward takes {} arguments ({}), and `takes` names {}", names.size(), fmt::join(names, ", "),
                                inside->takes.size()),
                    "takes = [ids, mask]");
    inside_ = std::move(inside);
}

std::vector<float> ScriptModule::scores(const std::vector<std::int64_t>& ids, const std::vector<std::int64_t>& types,
                                        std::size_t classes) const {
    nn::one_thread();
    const c10::InferenceMode no_gradients;
    torch::jit::GraphOptimizerEnabledGuard as_written(false);
    const auto tokens = static_cast<std::int64_t>(ids.size());
    std::vector<c10::IValue> inputs;
    for (const Given given : inside_->takes) {
        if (given == Given::mask)
            inputs.emplace_back(at::ones({1, tokens}, at::kLong));
        else
            inputs.emplace_back(at::tensor(given == Given::ids ? ids : types, at::kLong).view({1, tokens}));
    }
    return inside_->row(std::move(inputs), classes);
}

std::vector<float> ScriptModule::scores(const std::vector<float>& values, std::size_t classes) const {
    nn::one_thread();
    const c10::InferenceMode no_gradients;
    torch::jit::GraphOptimizerEnabledGuard as_written(false);
    return inside_->row({at::tensor(values, at::kFloat).view({1, static_cast<std::int64_t>(values.size())})}, classes);
}

}  // namespace rif
