// Memory that one thread alone sees: local memory (PTX ISA 5.1.5), parameters (5.1.6), and
// constants, which nobody writes (5.1.3). Accesses to it are no memory operations of the program:
// what it holds is known of a thread as what its registers hold.
#pragma once

#include <optional>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// \name Addresses.
/// @{
/// Of a local variable, or of a `.param` variable that is declared in a body.
Abstract private_address(Step& step, const Variable& variable, std::size_t block);
Abstract kernel_parameter_address(Step& step, const Variable& parameter);
/// @}

/// Whether the address is of such memory.
bool is_private(const Step& step, const Abstract& place);

/// \name Accesses of that type. The place is_private().
/// @{
void load_private(Step& step, const code::Operand& destination, const Abstract& place, Type type);
void store_private(Step& step, const code::Operand& value, const Abstract& place, Type type);
/// @}

/// \name What the bytes, which the object has, hold.
/// @{
/// Nothing if none of them has been written.
std::optional<Input> private_value(Step& step, const Abstract& place, Type type);
/// Without a value the bytes count as never written.
void set_private(Step& step, const Abstract& place, std::uint32_t width,
                 const std::optional<Input>& value);
/// @}

/// alloca, stacksave and stackrestore (PTX ISA 9.7.17).
void execute_stack(Step& step, const code::StackOperation& what);

}  // namespace opexplore::kernel
