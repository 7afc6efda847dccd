// What may stand at a place of a program text: an access as strong as this, a fence or none. The
// levels of one place are ordered: what is stronger orders all that what is weaker does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::repair {

enum class PointKind : std::uint8_t {
  access,      ///< an order, and a scope unless it is weak
  fence,       ///< between threads, or none
  proxy_fence  ///< between proxies, or none
};

struct Level {
  Order order = Order::weak;                 ///< of a fence between threads weak: there is none
  Scope scope = Scope::cta;                  ///< cta where the order is weak
  std::optional<ProxyFenceKind> proxy = {};  ///< of a fence between proxies; nothing: there is none
  bool operator==(const Level&) const = default;
};

/// What the orders of fences mean where readings of PTX differ.
struct LevelOrder {
  /// fence.sc does what fence.acq_rel does. If not, neither is within the other.
  bool sc_orders = true;
};

/// Whether `lower` orders nothing that `upper` does not.
bool within(PointKind kind, const Level& lower, const Level& upper, LevelOrder order);

/// The level at which the instruction stands. Precondition: it is an access or a fence of PTX.
Level level_of(const Action& action);

/// The same instruction at that level; an access loses its cache operator or `volatile`. Nothing
/// where the level is that of no fence. Precondition: the instruction is of that kind.
std::optional<Action> at_level(const Action& action, PointKind kind, const Level& level);

/// The fence of that level; nothing for none.
std::optional<Action> fence_at(PointKind kind, const Level& level);

/// The orders that PTX has for the access, weakest first (PTX ISA 9.7.9.8, 9.7.9.12, 9.7.13.5,
/// 9.7.13.7: `red` does not acquire).
std::vector<Order> orders_of(const Action& access);

/// "weak", "release.gpu"; of fences "none", "sc.gpu", "alias".
std::string name_of(PointKind kind, const Level& level);

/// "access", "fence", "proxy".
std::string_view to_string(PointKind kind);

}  // namespace opexplore::repair
