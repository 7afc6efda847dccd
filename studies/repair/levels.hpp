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
  access,       ///< an order, and a scope unless it is weak; of operations on mbarriers, too
  fence,        ///< between threads, or none
  proxy_fence,  ///< between proxies, or another one of PTX 8 and 9, or none
  wait          ///< for what the thread has issued, or a commit of that, or none
};

struct Level {
  Order order = Order::weak;                 ///< of a fence between threads weak: there is none
  Scope scope = Scope::cta;                  ///< cta where the order is weak
  std::optional<ProxyFenceKind> proxy = {};  ///< of a fence between proxies of PTX 7.5
  /// An AsynchronousFence, a CommitGroup or a WaitGroup that stands there as it is. Where neither
  /// this nor a proxy or an order is said, there is nothing.
  std::optional<AsynchronousAction> instruction = {};
  bool operator==(const Level&) const = default;
};

/// What the orders of fences mean where readings of PTX differ.
struct LevelOrder {
  /// fence.sc does what fence.acq_rel does. If not, neither is within the other.
  bool sc_orders = true;
};

/// Whether `lower` orders nothing that `upper` does not.
bool within(PointKind kind, const Level& lower, const Level& upper, LevelOrder order);

/// The kind of point that the instruction is; nothing where it is none: an arrival at an mbarrier
/// or at the barrier of a cluster and a wait at the former are accesses, as their orders are.
std::optional<PointKind> kind_of_point(const Action& action);

/// The level at which the instruction stands. Precondition: it is of such a kind.
Level level_of(const Action& action);

/// The same instruction at that level; an access loses its cache operator or `volatile`. Nothing
/// where the level is that of no instruction. Precondition: the instruction is of that kind.
std::optional<Action> at_level(const Action& action, PointKind kind, const Level& level);

/// The instruction of that level, a fence or a wait; nothing for none.
std::optional<Action> fence_at(PointKind kind, const Level& level);

/// The orders that PTX has for the access, weakest first (PTX ISA 9.7.9.8, 9.7.9.12, 9.7.13.5,
/// 9.7.13.7: `red` does not acquire; 9.7.15.3, 9.7.15.16: who arrives releases, who waits
/// acquires).
std::vector<Order> orders_of(const Action& access);

/// "weak", "release.gpu"; of fences "none", "sc.gpu", "alias"; of what PTX 8 and 9 have all of it,
/// as a thread of the program would write it.
std::string name_of(PointKind kind, const Level& level, const Program& program, ThreadId thread);

/// "release.gpu". Precondition: there is an order that is not weak.
std::string order_name(const Level& level);

/// "access", "fence", "proxy", "wait".
std::string_view to_string(PointKind kind);

}  // namespace opexplore::repair
