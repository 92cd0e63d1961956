// How a piece was built, as far as two pieces must agree on it: "gcc,cxx11abi=1", and ",torch=1.13.1" where it links libtorch.
#pragma once

#include <string>  // defines _GLIBCXX_USE_CXX11_ABI

#if defined(__clang__)
#define RIF_COMPILER_FAMILY "clang"
#elif defined(__GNUC__)
#define RIF_COMPILER_FAMILY "gcc"
#else
#define RIF_COMPILER_FAMILY "other"
#endif

#if _GLIBCXX_USE_CXX11_ABI
#define RIF_BUILD_TAG_PLAIN RIF_COMPILER_FAMILY ",cxx11abi=1"
#else
#define RIF_BUILD_TAG_PLAIN RIF_COMPILER_FAMILY ",cxx11abi=0"
#endif

// rif_plugin(… NN) of CMake defines RIF_TORCH_TAG as ",torch=VERSION".
#ifndef RIF_TORCH_TAG
#define RIF_TORCH_TAG ""
#endif
