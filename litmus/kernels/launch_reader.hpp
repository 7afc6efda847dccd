// Launches of PTX kernels as JSON: `--launch FILE`. docs/kernels.md describes them,
// docs/launch.schema.json is their schema.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "litmus/kernels/launch.hpp"

namespace opexplore::kernel {

/// Reads a launch. Throws InputError, with the place of the wrong value.
Launch read_launch(std::string_view text, const std::string& path);

/// The launch in the file. Throws InputError.
Launch read_launch_file(const std::filesystem::path& path);

/// Whether the file is a module of PTX kernels, by its name.
bool is_kernel_file(const std::filesystem::path& path);

/// Whether the text is one: it begins, behind comments, with `.version` (PTX ISA 5.1.1, "PTX Module
/// Directives").
bool is_kernel_text(std::string_view text);

/// Whether the file is a CUDA source, by its name.
bool is_cuda_file(const std::filesystem::path& path);

}  // namespace opexplore::kernel
