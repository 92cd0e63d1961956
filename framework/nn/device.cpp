#include <rif/nn/device.hpp>

#include <ATen/Context.h>
#include <fmt/core.h>
#include <torch/version.h>

#include <rif/base/error.hpp>

namespace rif::nn {

void check_device(const std::string& device) {
    if (device.empty() || device == "cpu" || device == "auto") return;
    const std::string found =
        at::hasCUDA() ? fmt::format("libtorch {} here has CUDA, but rifair computes networks on the processor alone", TORCH_VERSION)
                      : fmt::format("libtorch {} here was built without CUDA", TORCH_VERSION);
    throw Error("no-such-device", fmt::format("a network is asked for on '{}', and {}", device, found),
                "device = \"cpu\" in run, or --device cpu; rif doctor says what libtorch has");
}

}  // namespace rif::nn
