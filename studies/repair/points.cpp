#include "studies/repair/points.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/instruction.hpp"
#include "studies/repair/code_facts.hpp"

namespace opexplore::repair {
namespace {

bool matches(const NamedPlace& place, const Program& program, ThreadId thread,
             InstructionId instruction) {
  if (place.thread && *place.thread != thread) return false;
  const Instruction& there = program.threads[thread].instructions[instruction];
  return !place.line || *place.line == there.place.line;
}

bool is_any(const std::vector<NamedPlace>& places, const Program& program, ThreadId thread,
            InstructionId instruction) {
  return std::ranges::any_of(places, [&](const NamedPlace& place) {
    return matches(place, program, thread, instruction);
  });
}

// Lists the points of one program.
class PointList {
 public:
  PointList(const Test& test, const Moves& moves, Direction direction, LevelOrder order)
      : program_(test.program),
        moves_(moves),
        direction_(direction),
        order_(order),
        facts_(test.program) {}

  std::vector<Point> run() {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const std::vector<Gap> gaps = facts_.gaps(thread);
      const std::size_t count = program_.threads[t].instructions.size();
      for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<InstructionId>(i);
        const auto gap = std::ranges::find(gaps, at, &Gap::instruction);
        if (gap != gaps.end()) add_gap(thread, *gap);
        add_instruction(thread, at);
      }
    }
    return std::move(points_);
  }

 private:
  bool may_change(ThreadId thread, InstructionId at) const {
    if (is_any(moves_.keep, program_, thread, at)) return false;
    return moves_.only.empty() || is_any(moves_.only, program_, thread, at);
  }

  void add_gap(ThreadId thread, const Gap& gap) {
    if (direction_ == Direction::weaker || !may_change(thread, gap.instruction)) return;
    const std::vector<ProxyFenceKind> kinds = facts_.fences_of_proxies();
    const auto add_proxies = [&] {
      std::vector<Level> levels{Level{}};
      for (const ProxyFenceKind kind : kinds) levels.push_back({.proxy = kind});
      if (moves_.proxy_fences) {
        add({PointKind::proxy_fence, thread, gap.instruction, true, std::move(levels)}, Level{});
      }
    };
    add_proxies();
    if (gap.beside_fence) return;
    if (moves_.fences) {
      std::vector<Level> levels{Level{}};
      add_fences(levels, thread, std::nullopt);
      add({PointKind::fence, thread, gap.instruction, true, std::move(levels)}, Level{});
      add_proxies();
    }
  }

  void add_instruction(ThreadId thread, InstructionId at) {
    const Action& action = program_.threads[thread].instructions[at].action;
    if (!may_change(thread, at)) return;
    const auto fence = fence_of(action);
    if (fence && fence->proxy && moves_.proxy_fences) {
      add_of(PointKind::proxy_fence, thread, at, {Level{}, level_of(action)});
    } else if (fence && !fence->proxy && !fence->device && moves_.fences) {
      std::vector<Level> levels{Level{}};
      add_fences(levels, thread, level_of(action));
      add_of(PointKind::fence, thread, at, std::move(levels));
    } else if (facts_.is_plain_access(thread, at) && moves_.accesses) {
      add_of(PointKind::access, thread, at, access_levels(thread, at));
    }
  }

  void add_fences(std::vector<Level>& levels, ThreadId thread, std::optional<Level> now) const {
    std::vector<Order> orders{Order::acq_rel, Order::sc};
    const bool sided = now && (now->order == Order::acquire || now->order == Order::release);
    if (moves_.one_sided || sided) orders.insert(orders.begin(), {Order::acquire, Order::release});
    for (const Order order : orders) {
      for (const Scope scope : scopes(thread, now)) levels.push_back({order, scope});
    }
  }

  std::vector<Level> access_levels(ThreadId thread, InstructionId at) const {
    const Action& action = program_.threads[thread].instructions[at].action;
    std::vector<Level> levels;
    for (const Order order : orders_of(action)) {
      if (order == Order::weak) {
        levels.push_back({});
        continue;
      }
      for (const Scope scope : scopes(thread, level_of(action))) levels.push_back({order, scope});
    }
    const std::optional<Level> least = least_level(thread, at);
    std::erase_if(levels, [&](const Level& level) {
      return least && !within(PointKind::access, *least, level, order_);
    });
    return levels;
  }

  // What an access may not go below.
  std::optional<Level> least_level(ThreadId thread, InstructionId at) const {
    const Action& action = program_.threads[thread].instructions[at].action;
    const Level now = level_of(action);
    if (now.order == Order::weak) return std::nullopt;
    const LocationId location = facts_.location(action);
    const bool kept = facts_.is_shared(location) && !moves_.allow_weak;
    if (!kept && !facts_.is_waited_for(location)) return std::nullopt;
    return Level{Order::relaxed, std::min(now.scope, facts_.scope_of_users(thread, location))};
  }

  // The scopes that a change may write, where that stands. What stands there may always stay, and
  // be weakened within its scope.
  std::vector<Scope> scopes(ThreadId thread, std::optional<Level> now) const {
    const bool strong = now && now->order != Order::weak;
    const bool widens = direction_ == Direction::stronger && strong;
    std::set<Scope> among = moves_.scopes;
    if (among.empty()) among = {Scope::cta, Scope::cluster, Scope::gpu, Scope::sys};
    if (widens) std::erase_if(among, [&](Scope scope) { return scope < now->scope; });
    std::vector<Scope> chosen = facts_.telling_scopes(thread, among);
    const bool reaches_others =
        strong && std::ranges::any_of(chosen, [&](Scope scope) { return scope <= now->scope; });
    const auto add = [&](Scope scope) {
      if (std::ranges::find(chosen, scope) == chosen.end()) chosen.push_back(scope);
    };
    // Whoever is advised to narrow a scope to the CTA is told what happens then.
    if (strong && !widens && among.contains(Scope::cta)) add(Scope::cta);
    if (strong && !widens && !reaches_others) add(now->scope);
    return chosen;
  }

  void add_of(PointKind kind, ThreadId thread, InstructionId at, std::vector<Level> levels) {
    const Level now = level_of(program_.threads[thread].instructions[at].action);
    if (std::ranges::find(levels, now) == levels.end()) levels.push_back(now);
    std::erase_if(levels, [&](const Level& level) {
      if (direction_ == Direction::stronger) return !within(kind, now, level, order_);
      return direction_ == Direction::weaker && !within(kind, level, now, order_);
    });
    add({kind, thread, at, false, std::move(levels)}, now);
  }

  void add(Point point, const Level& now) {
    if (point.levels.size() < 2) return;
    sort(point);
    const auto found = std::ranges::find(point.levels, now);
    point.now = static_cast<std::uint8_t>(found - point.levels.begin());
    for (const Level& lower : point.levels) {
      std::vector<bool>& row = point.within.emplace_back();
      for (const Level& upper : point.levels) {
        row.push_back(within(point.kind, lower, upper, order_));
      }
    }
    points_.push_back(std::move(point));
  }

  // By how many levels are within each: what is within another comes before it.
  void sort(Point& point) const {
    const auto height = [&](const Level& level) {
      return std::ranges::count_if(point.levels, [&](const Level& other) {
        return within(point.kind, other, level, order_);
      });
    };
    std::ranges::stable_sort(point.levels, {}, height);
  }

  const Program& program_;
  const Moves& moves_;
  Direction direction_;
  LevelOrder order_;
  CodeFacts facts_;
  std::vector<Point> points_;
};

}  // namespace

std::vector<Point> points_of(const Test& test, const Moves& moves, Direction direction,
                             LevelOrder order) {
  return PointList(test, moves, direction, order).run();
}

Assignment assignment_now(const std::vector<Point>& points) {
  Assignment levels;
  for (const Point& point : points) levels.push_back(point.now);
  return levels;
}

bool within(const std::vector<Point>& points, const Assignment& lower, const Assignment& upper) {
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (!points[p].within[lower[p]][upper[p]]) return false;
  }
  return true;
}

}  // namespace opexplore::repair
