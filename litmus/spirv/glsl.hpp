// Compute shaders in GLSL and WGSL, by way of a compiler that is installed.
#pragma once

#include <filesystem>

#include "litmus/spirv/kernel.hpp"

namespace opexplore::spirv {

/// Whether the file is a compute shader, by its name: .comp is GLSL, and .wgsl.
bool is_shader_file(const std::filesystem::path& path);

/// Compiles the shader, GLSL with glslangValidator, WGSL with naga or tint, for read_launched().
/// Comments of the launch begin with `//`, and messages name lines of the shader. Throws InputError
/// with the compiler's first message, and where there is no compiler.
ModuleFile compiled_shader(const std::filesystem::path& path);

}  // namespace opexplore::spirv
