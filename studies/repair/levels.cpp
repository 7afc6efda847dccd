#include "studies/repair/levels.hpp"

#include "litmus/language/writer.hpp"
#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::repair {
namespace {

bool within(Order lower, Order upper, LevelOrder order) {
  if (lower == upper || lower == Order::relaxed) return true;
  if (upper == Order::sc) return order.sc_orders;
  return upper == Order::acq_rel && lower != Order::sc;
}

// Whether all objects of the one space are in the other.
bool within(Space lower, Space upper) {
  if (lower == upper || upper == Space::all) return true;
  return lower == Space::shared_cta && upper == Space::shared_cluster;
}

bool within(const AsynchronousFence& lower, const AsynchronousFence& upper) {
  return lower.kind == upper.kind && lower.object == upper.object && lower.scope <= upper.scope &&
         within(lower.space, upper.space);
}

// Who waits for more: for all that the other waits for, and longer. One that commits first makes
// groups smaller, so that what later waits leave pending is less.
bool within(const WaitGroup& lower, const WaitGroup& upper) {
  return lower.group == upper.group && lower.pending >= upper.pending &&
         lower.reads_only >= upper.reads_only && lower.commits <= upper.commits;
}

template <class Kind>
bool are_within(const AsynchronousAction& lower, const AsynchronousAction& upper) {
  const auto* const low = std::get_if<Kind>(&lower);
  const auto* const up = std::get_if<Kind>(&upper);
  return low != nullptr && up != nullptr && within(*low, *up);
}

bool within(const AsynchronousAction& lower, const AsynchronousAction& upper) {
  return lower == upper || are_within<AsynchronousFence>(lower, upper) ||
         are_within<WaitGroup>(lower, upper);
}

// The order of an operation on an mbarrier, or of an arrival at a cluster's barrier.
struct OperationOrder {
  Order* order = nullptr;
  Scope* scope = nullptr;  // null: that of the cluster
};

OperationOrder operation_order(Action& action) {
  auto* const other = std::get_if<Asynchronous>(&action);
  if (other == nullptr) return {};
  if (auto* const mbarrier = std::get_if<MbarrierOperation>(&other->what)) {
    const bool chosen = opexplore::arrives(other->what) || opexplore::waits(other->what);
    return chosen ? OperationOrder{&mbarrier->order, &mbarrier->scope} : OperationOrder{};
  }
  auto* const cluster = std::get_if<ClusterBarrier>(&other->what);
  return cluster != nullptr && cluster->arrives ? OperationOrder{&cluster->order}
                                                : OperationOrder{};
}

}  // namespace

bool within(PointKind kind, const Level& lower, const Level& upper, LevelOrder order) {
  if (kind == PointKind::proxy_fence || kind == PointKind::wait) {
    if (!lower.proxy && !lower.instruction) return true;
    if (lower.proxy || upper.proxy) return lower.proxy == upper.proxy;
    return upper.instruction && within(*lower.instruction, *upper.instruction);
  }
  if (lower.order == Order::weak) return true;
  if (upper.order == Order::weak) return false;
  return lower.scope <= upper.scope && within(lower.order, upper.order, order);
}

std::optional<PointKind> kind_of_point(const Action& action) {
  if (const auto fence = fence_of(action)) {
    if (fence->device) return std::nullopt;
    return fence->proxy ? PointKind::proxy_fence : PointKind::fence;
  }
  if (memory_access(action) != nullptr) return PointKind::access;
  if (asynchronous_as<AsynchronousFence>(action) != nullptr) return PointKind::proxy_fence;
  if (asynchronous_as<WaitGroup>(action) != nullptr) return PointKind::wait;
  Action copy = action;
  return operation_order(copy).order != nullptr ? std::optional(PointKind::access) : std::nullopt;
}

Level level_of(const Action& action) {
  if (const auto fence = fence_of(action); fence && fence->proxy) return {.proxy = fence->proxy};
  if (const auto* const other = std::get_if<Asynchronous>(&action)) {
    Action copy = action;
    const OperationOrder there = operation_order(copy);
    if (there.order == nullptr) return {.instruction = other->what};
    return {*there.order, there.scope != nullptr ? *there.scope : Scope::cluster};
  }
  const Order order = *order_of(action);
  return {order, order == Order::weak ? Scope::cta : *scope_of(action)};
}

std::optional<Action> at_level(const Action& action, PointKind kind, const Level& level) {
  if (kind != PointKind::access) return fence_at(kind, level);
  if (level == level_of(action)) return action;
  Action changed = action;
  if (const OperationOrder there = operation_order(changed); there.order != nullptr) {
    *there.order = level.order;
    if (there.scope != nullptr) *there.scope = level.scope;
    return changed;
  }
  MemoryAccess& access = *memory_access(changed);
  access.order = level.order;
  access.scope = level.order == Order::weak ? Scope::sys : level.scope;
  access.annotation = Annotation::none;
  return changed;
}

std::optional<Action> fence_at(PointKind kind, const Level& level) {
  if (level.instruction) return Asynchronous{*level.instruction};
  if (kind != PointKind::fence) {
    return level.proxy ? std::optional<Action>(ProxyFence{*level.proxy}) : std::nullopt;
  }
  if (level.order == Order::weak) return std::nullopt;
  return Fence{level.order, level.scope};
}

std::vector<Order> orders_of(const Action& access) {
  if (const auto* const other = std::get_if<Asynchronous>(&access)) {
    return {Order::relaxed, opexplore::arrives(other->what) ? Order::release : Order::acquire};
  }
  const bool reads = reads_memory(access);
  if (const Atomic* const atomic = read_modify_write(access)) {
    if (!atomic->destination) return {Order::relaxed, Order::release};
    return {Order::relaxed, Order::acquire, Order::release, Order::acq_rel};
  }
  return {Order::weak, Order::relaxed, reads ? Order::acquire : Order::release};
}

std::string order_name(const Level& level) {
  return std::string(to_string(level.order)) + '.' + std::string(to_string(level.scope));
}

std::string name_of(PointKind kind, const Level& level, const Program& program, ThreadId thread) {
  if (level.proxy) return std::string(to_string(*level.proxy));
  if (level.instruction) {
    return opexplore::to_string(Asynchronous{*level.instruction}, program.threads[thread], program);
  }
  if (level.order == Order::weak) return kind == PointKind::access ? "weak" : "none";
  return order_name(level);
}

std::string_view to_string(PointKind kind) {
  switch (kind) {
    case PointKind::access:
      return "access";
    case PointKind::fence:
      return "fence";
    case PointKind::proxy_fence:
      return "proxy";
    case PointKind::wait:
      return "wait";
  }
  return {};
}

}  // namespace opexplore::repair
