// What is written between the dots of an instruction of Vulkan: which words there are, which go
// together, and in which order they stand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/ptx_code/mnemonic.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// The instructions that have modifiers.
enum class VulkanFamily : std::uint8_t { load, store, read_modify_write, fence, barrier };

/// The modifiers of one of them.
struct VulkanModifiers {
  bool atomic = false;
  Order order = Order::weak;  ///< weak: none is written
  std::optional<VulkanScope> scope;
  std::optional<StorageClass> storage_class;
  StorageClassSet semantics = 0;
  bool non_private = false;
  bool available = false;  ///< `.av` or `.vis`, whichever the access can have
  bool make_available = false;
  bool make_visible = false;
  std::optional<AtomicOp> operation;
};

/// Reads the modifiers, or refuses: unknown ones, those given twice, those that do not go together,
/// and those in another order than the dialect has.
VulkanModifiers read_modifiers(const Source& source, const Mnemonic& mnemonic, VulkanFamily family);

/// The name with its modifiers in the order of the dialect: "st.atom.rel.dv.sc0.semsc0.semav".
std::string mnemonic_text(VulkanFamily family, const VulkanModifiers& modifiers);

/// The instructions' names: "ld", "st", "rmw", "membar", "cbar".
std::string_view name_of(VulkanFamily family);

/// What the modifiers say, as instructions have it, of an access that is an atomic if it is one.
VulkanAttributes attributes_of(VulkanFamily family, const VulkanModifiers& modifiers);
/// The modifiers to write for an instruction with this order and these attributes.
VulkanModifiers modifiers_of(VulkanFamily family, Order order, const VulkanAttributes& attributes,
                             std::optional<AtomicOp> operation = std::nullopt);

}  // namespace opexplore::detail
