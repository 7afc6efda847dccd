// Asynchronous instructions, mbarriers, the fences between their proxies, clusters and grids.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "litmus/language/asynchronous_operands.hpp"
#include "litmus/language/ptx_code/asynchronous_form.hpp"
#include "litmus/language/ptx_code/instruction_reader.hpp"

namespace opexplore::detail {

/// Whether the mnemonic is one of those: by its name, or by a modifier that no other has.
bool is_asynchronous(const Mnemonic& mnemonic);

/// Refuses what is known by name and not modelled.
void refuse_by_name(const Source& source, const Mnemonic& mnemonic);

/// Reads it. What is known by name and not modelled is refused.
Action read_asynchronous(InstructionContext context);

/// The names that such instructions alone have, for suggestions.
std::span<const std::string_view> asynchronous_names();

/// \name The forms of the single families.
/// @{
std::span<const AsynchronousForm> copy_forms();  ///< `cp`, `st.async`, `red.async`, `wgmma`
std::span<const AsynchronousForm> mbarrier_forms();
std::span<const AsynchronousForm> fence_forms();
std::span<const AsynchronousForm> tensor_forms();  ///< tensor memory
std::span<const AsynchronousForm> launch_forms();  ///< clusters, grids, tensormaps
/// @}

/// \name Operands.
/// @{
struct NamedOperand {
  AddressId address = 0;  ///< provisional
  Token name;
};
/// `[x]` or `[x@1]`: a location that fits the rule. Registers are refused.
NamedOperand read_object_operand(InstructionContext& context, OperandRule rule);
/// The same, or several of data, `[x, y]`: the elements of what a copy carries.
std::vector<NamedOperand> read_elements(InstructionContext& context, Space space);
/// `[d, {0}]`: a descriptor and as many coordinates.
AddressId read_tensor_operand(InstructionContext& context, std::size_t dimensions);
/// A number that is written, between the two.
Value read_constant(InstructionContext& context, std::string_view what, Value least, Value most);
/// A register or a number; a number between the two.
Operand read_amount(InstructionContext& context, std::string_view what, Value least, Value most);
/// A register and a comma, `_` and a comma, or neither where `[` comes at once.
std::optional<RegisterId> read_result(InstructionContext& context,
                                      NumberType type = NumberType::s64);
/// @}

/// Whether a modifier begins so.
bool has_prefix(const Mnemonic& mnemonic, std::string_view prefix);

}  // namespace opexplore::detail
