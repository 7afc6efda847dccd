// Inputs that may be anything: `--input flag=any`. What a kernel does with the number is followed
// through its registers. Where it only compares it with numbers that the launch determines, takes
// low bits of it and copies it, a few numbers stand for all.
#pragma once

#include <string>
#include <vector>

#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/default_launch.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/launch_word.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// A kernel, and a launch of it in which inputs that may be anything are 0.
struct AskedKernel {
  const Module& module;
  const NamedEntry& entry;
  const CudaSource& source;
  const Launch& launch;
};

/// Numbers such that each that the input `name` may be leads to what one of them leads to. Throws
/// as fail() does where there is no small set of which that is known, and says what the kernel does
/// with the input.
std::vector<Value> values_for_all(const LaunchWord& word, const std::string& name,
                                  const AskedKernel& kernel);

}  // namespace opexplore::kernel
