// The pickled part of a pytorch_model.bin, read as data: a closed list of names is known, nothing is looked up and nothing is run.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <rif/nn/weights.hpp>

namespace rif::nn {

/// A tensor of a state dict. Its numbers lie in the record data/STORAGE of the same archive.
struct PickledTensor {
    std::string name, dtype;  // "bert.pooler.dense.weight", "F32"
    std::string storage;
    std::size_t storage_elements = 0, offset = 0;  // of the storage; where the tensor begins in it, in elements
    Shape shape, strides;
};

/// What is wrong with a pickle, in words that fit behind a file's name.
class PickleFault : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// pickle: bytes that begin with one; what follows its end is not looked at. Members that are no tensors are left out.
/// errors: PickleFault.
std::vector<PickledTensor> read_state_dict(std::string_view pickle);

}  // namespace rif::nn
