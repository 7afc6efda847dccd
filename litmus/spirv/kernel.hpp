// SPIR-V kernels as litmus tests of Vulkan. docs/spirv.md says what is understood.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "litmus/kernels/launch.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::spirv {

/// Reads the module `bytes`, in binary or as text, whose name in messages is `path`, and makes a
/// test of its kernel: for each thread what it executes, for each number in memory that it accesses
/// a location. Which threads run, on what, and which question is asked is said by comments of the
/// module (annotations.hpp), and by the launch, which goes first. Without either there is one
/// workgroup, of the size that the module declares. Throws InputError, with a place in the module
/// where there is one, for what is no module, and for what is not modelled.
Test read_kernel(std::string_view bytes, std::string path,
                 const std::optional<kernel::Launch>& launch = std::nullopt);

/// The same of a module that a compiler has made of a shader, `path`: comments of that are read,
/// and messages and traces name its lines, as far as the module knows them (OpLine).
Test read_shader(std::string_view bytes, std::string_view source, std::string path,
                 const std::optional<kernel::Launch>& launch = std::nullopt);

/// Whether the file is such a module, by its name: .spv, .spvasm, .spv.dis.
bool is_kernel_file(const std::filesystem::path& path);

}  // namespace opexplore::spirv
