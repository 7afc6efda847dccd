// How one access of a generated test is written: order, scope, atomic operation, path to memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

/// Through which name of its location an access goes: its own, a virtual alias, or a name
/// declared for another proxy.
enum class Path : std::uint8_t { generic, alias, texture, surface, constant };

inline constexpr std::array all_paths{Path::generic, Path::alias, Path::texture, Path::surface,
                                      Path::constant};

/// The read-modify-writes that generated tests use.
inline constexpr std::array generated_atomics{AtomicOp::exch, AtomicOp::add};

/// The scopes that generated tests use: they place no threads in clusters.
std::span<const Word<Scope>> scopes();

/// An annotation such as `rel.gpu`. `atomic` turns the access into a read-modify-write. One of
/// which nothing is said is weak in PTX, and a private access in Vulkan.
struct AccessForm {
  Path path = Path::generic;
  std::optional<AtomicOp> atomic;
  Order order = Order::weak;
  Scope scope = Scope::sys;  ///< sys when weak, as everywhere
  /// In Vulkan what is said beside the order: of a plain access whether it is non-private,
  /// available or visible; of others scope and semantics. Its storage class is nothing here.
  std::optional<VulkanAttributes> vulkan = std::nullopt;
  /// In Vulkan, if it is not that of its location.
  std::optional<StorageClass> storage_class = std::nullopt;
  bool operator==(const AccessForm&) const = default;
};

/// What instructions have of such a form, of an access that reads, writes or does both to a
/// location of that storage class.
VulkanAttributes vulkan_attributes(const AccessForm& form, bool reads, bool writes,
                                   StorageClass of_location);

/// Whether an access that reads, writes or does both can have that form.
bool can_read(const AccessForm& form);
bool can_write(const AccessForm& form);

/// `weak`, `acq.gpu`, `exch.acq_rel.cta`, `alias`, `alias.rlx.sys`, `const`: parts of a name. In
/// Vulkan `priv`, `nonpriv`, `av.dv`, `vis.dv`, `rlx.wg`, `rel.dv.semsc0.semsc1.semav`, `priv.sc1`.
std::string to_string(const AccessForm& form, Language language = Language::ptx);

/// The reverse; nothing for other words and for forms that no access has.
std::optional<AccessForm> parse_access(std::string_view text, Language language = Language::ptx);

/// \name Spellings in names and options.
/// @{
/// `rlx` or `relaxed`.
std::optional<Order> parse_order(std::string_view text);
/// `generic`, `alias`, `texture`, `surface`, `constant`; names have `tex`, `sur` and `const`.
std::string_view long_name(Path path);
/// @}

/// Text between occurrences of `separator`, which may have several characters.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);

}  // namespace opexplore::generate
