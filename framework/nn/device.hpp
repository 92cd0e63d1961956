// The device that a run asks its networks to be computed on.
#pragma once

#include <string>

namespace rif::nn {

/// device: "cpu" or "cuda:N". errors: rif::Error "no-such-device" with what libtorch here can do and what to write instead: networks are
/// computed on the processor alone.
void check_device(const std::string& device);

}  // namespace rif::nn
