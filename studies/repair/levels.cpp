#include "studies/repair/levels.hpp"

#include "opmodel/instruction.hpp"

namespace opexplore::repair {
namespace {

bool within(Order lower, Order upper, LevelOrder order) {
  if (lower == upper || lower == Order::relaxed) return true;
  if (upper == Order::sc) return order.sc_orders;
  return upper == Order::acq_rel && lower != Order::sc;
}

}  // namespace

bool within(PointKind kind, const Level& lower, const Level& upper, LevelOrder order) {
  if (kind == PointKind::proxy_fence) return !lower.proxy || lower.proxy == upper.proxy;
  if (lower.order == Order::weak) return true;
  if (upper.order == Order::weak) return false;
  return lower.scope <= upper.scope && within(lower.order, upper.order, order);
}

Level level_of(const Action& action) {
  if (const auto fence = fence_of(action); fence && fence->proxy) return {.proxy = fence->proxy};
  const Order order = *order_of(action);
  return {order, order == Order::weak ? Scope::cta : *scope_of(action)};
}

std::optional<Action> at_level(const Action& action, PointKind kind, const Level& level) {
  if (kind != PointKind::access) return fence_at(kind, level);
  if (level == level_of(action)) return action;
  Action changed = action;
  MemoryAccess& access = *memory_access(changed);
  access.order = level.order;
  access.scope = level.order == Order::weak ? Scope::sys : level.scope;
  access.annotation = Annotation::none;
  return changed;
}

std::optional<Action> fence_at(PointKind kind, const Level& level) {
  if (kind == PointKind::proxy_fence) {
    return level.proxy ? std::optional<Action>(ProxyFence{*level.proxy}) : std::nullopt;
  }
  if (level.order == Order::weak) return std::nullopt;
  return Fence{level.order, level.scope};
}

std::vector<Order> orders_of(const Action& access) {
  const bool reads = reads_memory(access);
  if (const Atomic* const atomic = read_modify_write(access)) {
    if (!atomic->destination) return {Order::relaxed, Order::release};
    return {Order::relaxed, Order::acquire, Order::release, Order::acq_rel};
  }
  return {Order::weak, Order::relaxed, reads ? Order::acquire : Order::release};
}

std::string name_of(PointKind kind, const Level& level) {
  if (level.proxy) return std::string(to_string(*level.proxy));
  if (level.order == Order::weak) return kind == PointKind::access ? "weak" : "none";
  return std::string(to_string(level.order)) + '.' + std::string(to_string(level.scope));
}

std::string_view to_string(PointKind kind) {
  switch (kind) {
    case PointKind::access:
      return "access";
    case PointKind::fence:
      return "fence";
    case PointKind::proxy_fence:
      return "proxy";
  }
  return {};
}

}  // namespace opexplore::repair
