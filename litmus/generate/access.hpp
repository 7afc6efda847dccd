// How one access of a generated test is written: order, scope, atomic operation, path to memory.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::generate {

/// Through which name of its location an access goes: its own, a virtual alias, or a name
/// declared for another proxy.
enum class Path : std::uint8_t { generic, alias, texture, surface, constant };

inline constexpr std::array all_paths{Path::generic, Path::alias, Path::texture, Path::surface,
                                      Path::constant};

/// The read-modify-writes that generated tests use.
inline constexpr std::array generated_atomics{AtomicOp::exch, AtomicOp::add};

/// An annotation such as `rel.gpu`. `atomic` turns the access into a read-modify-write.
struct AccessForm {
  Path path = Path::generic;
  std::optional<AtomicOp> atomic;
  Order order = Order::weak;
  Scope scope = Scope::sys;  ///< sys when weak, as everywhere
  auto operator<=>(const AccessForm&) const = default;
};

/// Whether an access that reads, writes or does both can have that form.
bool can_read(const AccessForm& form);
bool can_write(const AccessForm& form);

/// `weak`, `acq.gpu`, `exch.acq_rel.cta`, `alias`, `alias.rlx.sys`, `const`: parts of a name.
std::string to_string(const AccessForm& form);

/// The reverse; nothing for other words and for forms that no access has.
std::optional<AccessForm> parse_access(std::string_view text);

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
