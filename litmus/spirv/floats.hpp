// Floating-point numbers, as the bits that registers and memory hold of them: as in PTX, rounded to
// nearest, nothing contracted, and with the formulas of litmus/kernels/floats.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

/// Whether the instruction computes with floating-point numbers part by part.
bool is_float_operation(std::uint16_t opcode);

/// Its result for one part; `operand` is the type of what it computes from. Throws InputError for
/// types that are not modelled.
Known float_operation(Step& step, std::uint16_t opcode, const Type& operand, const Type& result,
                      const std::vector<Known>& of, std::uint32_t part);

/// An instruction of GLSL.std.450 on floating-point numbers; nothing if it is none that is
/// modelled.
std::optional<Known> float_instruction(Step& step, std::string_view name, const Type& type,
                                       const std::vector<Known>& of, std::uint32_t part);

}  // namespace opexplore::spirv
