// Templates in SPIR-V: what compilers of shading languages emit. The reader of modules says what
// an instruction means, so templates know what it knows.
#pragma once

#include <string>
#include <vector>

#include "mappings/template.hpp"

namespace opexplore::mappings {

/// What a module says of itself that decides what its instructions mean.
struct SpirvModule {
  bool vulkan = true;    ///< its memory model: that of Vulkan, or GLSL450
  std::string language;  ///< what its OpSource names: "GLSL", "HLSL"; empty where it has none
  bool operator==(const SpirvModule&) const = default;
};

/// The variable that a template accesses.
struct SpirvVariable {
  bool workgroup = false;  ///< of storage class Workgroup, else StorageBuffer
  bool coherent = false;   ///< it has that decoration
};

/// \name What a module has for {value} and {expected}. No template needs such a number.
/// @{
inline constexpr Value spirv_value = 70001;
inline constexpr Value spirv_expected = 70002;
/// @}

/// The module with these lines as its body, whose variable is %x, as an assembly text. Throws
/// TemplateError.
std::string spirv_module_text(const std::vector<std::string>& lines, const SpirvModule& module,
                              const SpirvVariable& variable);

/// Reads a template of such a module, an instruction a line: `OpMemoryBarrier Device
/// AcquireRelease|UniformMemory`, `{destination} = OpAtomic{op} {address} Device None {value}`. As
/// in an assembly text, but that scopes and memory semantics are words, and that no type is
/// written. Throws TemplateError.
Template read_spirv_template(const std::vector<std::string>& lines, const SpirvModule& module,
                             const SpirvVariable& variable);

}  // namespace opexplore::mappings
