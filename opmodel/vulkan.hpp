// Vulkan programs as the memory model sees them: the events of an instruction with their tags, and
// which threads a scope includes. Whoever evaluates or runs such programs asks here, so that what
// an instruction implies without saying so is decided once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opmodel/program.hpp"
#include "opmodel/refusal.hpp"

namespace opexplore {

/// An event and its tags, as the model in Dat3M's cat/vulkan.cat and Khronos' alloy/spirv.als name
/// them.
struct VulkanEvent {
  enum class Kind : std::uint8_t {
    read,              ///< R
    write,             ///< W
    fence,             ///< F
    barrier,           ///< CBAR, and F as well if it has an order
    device_available,  ///< AVDEVICE
    device_visible     ///< VISDEVICE
  };

  Kind kind = Kind::read;
  bool atomic = false;                              ///< ATOM
  bool non_private = false;                         ///< NONPRIV; atomics are
  bool acquires = false;                            ///< ACQ
  bool releases = false;                            ///< REL
  bool available = false;                           ///< AV of a write; that of an atomic is
  bool visible = false;                             ///< VIS of a read; that of an atomic is
  bool make_available = false;                      ///< SEMAV, only if it releases
  bool make_visible = false;                        ///< SEMVIS, only if it acquires
  std::optional<VulkanScope> scope = std::nullopt;  ///< none of a plain access without AV and VIS
  std::optional<StorageClass> storage_class = std::nullopt;  ///< SC0 to SC3, of an access
  StorageClassSet semantics = 0;  ///< SEMSC0 to SEMSC3; none unless it acquires or releases

  bool is_fence() const { return kind == Kind::fence || (kind == Kind::barrier && orders()); }
  bool orders() const { return acquires || releases; }
  bool operator==(const VulkanEvent&) const = default;
};

/// The events of an instruction in program order: of a read-modify-write its read and then its
/// write, of arithmetic and jumps none. The read of a read-modify-write has what the instruction
/// says of acquiring, its write what it says of releasing. Precondition: it is one of a Vulkan
/// program.
std::vector<VulkanEvent> vulkan_events(const Action& action);

/// Whether both threads are in the same subgroup, workgroup or queue family, which are nested: a
/// subgroup of that number in another workgroup is another one. All are on one device.
bool share(VulkanScope scope, const Thread& a, const Thread& b);

/// By index: the storage class sets of the instructions of the program that acquire or release,
/// each once and ascending. Happens-before is closed for each non-empty subset of one of them.
std::vector<StorageClassSet> semantics_used(const Program& program);

/// For who does not know Vulkan's instructions: names the first of them in the program, or what
/// else only Vulkan has, "LINE:COLUMN: 'st.sc0 x, 1' is an instruction of Vulkan". Nothing if there
/// is nothing of the kind.
std::optional<Refusal> vulkan_found(const Program& program);

}  // namespace opexplore
