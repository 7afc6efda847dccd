// Compute shaders in GLSL and WGSL, by way of a compiler that is installed.
#pragma once

#include <filesystem>
#include <optional>
#include <variant>

#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/launch_words.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::spirv {

/// Whether the file is a compute shader, by its name: .comp is GLSL, and .wgsl.
bool is_shader_file(const std::filesystem::path& path);

/// Compiles the shader, GLSL with glslangValidator, WGSL with naga or tint, and reads its kernel:
/// see read_launched(). Comments of the launch begin with `//`, and messages name lines of the
/// shader. Throws InputError with the compiler's first message, and where there is no compiler.
std::variant<Test, kernel::LaunchedKernel> read_shader_file(
    const std::filesystem::path& path, const std::optional<kernel::Launch>& launch,
    const kernel::LaunchWords& words);

}  // namespace opexplore::spirv
