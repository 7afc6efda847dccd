// CUDA sources and PTX modules as tests: compiled, launched as options and comments say.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "litmus/input/deadline.hpp"
#include "litmus/kernels/launch.hpp"
#include "tools/kernel_options.hpp"
#include "tools/test_sources.hpp"

namespace opexplore {

/// A test for each architecture that a source of CUDA is compiled for, and of each for each choice
/// of values that inputs may have. A launch takes the place of words. Throws UsageError for words
/// of the command line that are wrong; what is wrong with the file is a failure, and so is what the
/// deadline has ended.
std::vector<Source> cuda_sources(const KernelOptions& options, const std::filesystem::path& file,
                                 const std::optional<kernel::Launch>& launch,
                                 const Deadline& deadline);

/// The same for a module of PTX that has been read, from the file or from standard input.
std::vector<Source> module_sources(const KernelOptions& options, const std::filesystem::path& file,
                                   std::string ptx, const std::optional<kernel::Launch>& launch,
                                   const Deadline& deadline);

/// The kernel in a module of PTX that no file has. Its sources are not looked for. What is wrong
/// with it, also with the words, is a failure.
std::vector<Source> kernel_sources(const KernelOptions& options, const SourceText& module,
                                   const Deadline& deadline);

}  // namespace opexplore
