// Compute shaders in GLSL, by way of the reference compiler.
#pragma once

#include <filesystem>
#include <optional>

#include "litmus/kernels/launch.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::spirv {

/// Whether the file is a compute shader in GLSL, by its name: .comp.
bool is_shader_file(const std::filesystem::path& path);

/// Compiles the shader with glslangValidator, and makes a test of its kernel: see read_kernel().
/// Comments of the launch begin with `//`, and messages name lines of the shader. Throws InputError
/// with the compiler's first message, and where there is no compiler.
Test read_shader_file(const std::filesystem::path& path,
                      const std::optional<kernel::Launch>& launch = std::nullopt);

}  // namespace opexplore::spirv
