#include "studies/repair/points.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "studies/repair/asynchronous_moves.hpp"
#include "studies/repair/code_facts.hpp"
#include "studies/repair/ptx_text.hpp"

namespace opexplore::repair {
namespace {

const Instruction& instruction_at(const Program& program, Site site) {
  return program.threads[site.thread].instructions[site.instruction];
}

bool matches(const NamedPlace& place, const Moves& moves, const Program& program, Site site) {
  if (place.thread && *place.thread != site.thread) return false;
  if (!place.line) return true;
  const Instruction& there = instruction_at(program, site);
  if (!moves.source.empty()) {
    return there.code && there.code->file == moves.source && there.code->place.line == *place.line;
  }
  return *place.line == there.place.line && (!place.column || *place.column == there.place.column);
}

// What threads execute from one place of the text.
struct Text {
  std::vector<Site> gaps;  ///< where it begins, as far as something can come before it
  bool beside_fence = true;
  std::vector<Site> instructions;
};

// By the first thread that comes there, and place.
std::vector<Text> texts_of(const Program& program, const CodeFacts& facts) {
  std::vector<Text> texts;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
  const auto text_at = [&](SourcePlace place) -> Text& {
    if (place.line == 0) return texts.emplace_back();
    const auto [found, is_new] = known.try_emplace({place.line, place.column}, texts.size());
    if (is_new) texts.emplace_back();
    return texts[found->second];
  };
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const std::vector<Gap> gaps = facts.gaps(thread);
    for (std::size_t i = 0; i < program.threads[t].instructions.size(); ++i) {
      const Site site{thread, static_cast<InstructionId>(i)};
      const auto gap = std::ranges::find(gaps, site.instruction, &Gap::instruction);
      const Instruction& there = instruction_at(program, site);
      if (gap == gaps.end() && is_local(there.action)) continue;
      Text& text = text_at(there.place);
      if (gap != gaps.end()) {
        text.gaps.push_back(site);
        text.beside_fence = text.beside_fence && gap->beside_fence;
      }
      if (!is_local(there.action)) text.instructions.push_back(site);
    }
  }
  return texts;
}

// Whether nobody knows how to write it into a kernel: which register has the address, or that all
// threads of a warp come there together.
bool has_no_text(const Level& level) {
  if (!level.instruction) return false;
  const auto of_copies = [](OperationGroup group) {
    return group == OperationGroup::copies || group == OperationGroup::bulk;
  };
  if (const auto* const fence = std::get_if<AsynchronousFence>(&*level.instruction)) {
    return fence->object || fence->kind == AsynchronousFence::Kind::matrix;
  }
  if (const auto* const wait = std::get_if<WaitGroup>(&*level.instruction)) {
    return !of_copies(wait->group);
  }
  const auto* const commit = std::get_if<CommitGroup>(&*level.instruction);
  return commit != nullptr && !of_copies(commit->group);
}

// Lists the points of one program.
class PointList {
 public:
  PointList(const Test& test, const Moves& moves, Direction direction, LevelOrder order)
      : program_(test.program),
        of_kernel_(is_of_kernel(test)),
        moves_(moves),
        direction_(direction),
        order_(order),
        facts_(test.program),
        asynchronous_(test.program) {}

  std::vector<Point> run() {
    for (Text& text : texts_of(program_, facts_)) {
      if (!text.gaps.empty()) add_gap(text);
      if (!text.instructions.empty()) add_instruction(std::move(text.instructions));
    }
    return std::move(points_);
  }

 private:
  bool is_any(const std::vector<NamedPlace>& places, const std::vector<Site>& sites) const {
    return std::ranges::any_of(places, [&](const NamedPlace& place) {
      return std::ranges::any_of(sites,
                                 [&](Site site) { return matches(place, moves_, program_, site); });
    });
  }

  bool may_change(const std::vector<Site>& sites) const {
    return !is_any(moves_.keep, sites) && (moves_.only.empty() || is_any(moves_.only, sites));
  }

  // Waits come first, so that what fences hand on is what was waited for.
  void add_gap(const Text& text) {
    if (direction_ == Direction::weaker || !may_change(text.gaps)) return;
    const Site site = text.gaps.front();
    const auto add_kinds = [&](PointKind kind, bool may, std::vector<std::vector<Level>> kinds) {
      for (std::vector<Level>& levels : kinds) {
        if (of_kernel_) std::erase_if(levels, has_no_text);
        levels.insert(levels.begin(), Level{});
        if (may) add(kind, text.gaps, true, std::move(levels), Level{});
      }
    };
    const auto add_proxies = [&](bool again) {
      std::vector<Level> proxies;
      for (const ProxyFenceKind kind : facts_.fences_of_proxies()) {
        // Of the others PTX has none (PTX ISA 9.7.13.4).
        if (!of_kernel_ || kind == ProxyFenceKind::alias) proxies.push_back({.proxy = kind});
      }
      add_kinds(PointKind::proxy_fence, moves_.proxy_fences, {std::move(proxies)});
      add_kinds(PointKind::proxy_fence, moves_.proxy_fences,
                asynchronous_.fences(site, scopes_and_own(text.gaps), again));
    };
    add_kinds(PointKind::wait, moves_.waits, asynchronous_.waits(site));
    add_proxies(false);
    if (text.beside_fence || !moves_.fences) return;
    std::vector<Level> levels;
    add_fences(levels, text.gaps, std::nullopt);
    add_kinds(PointKind::fence, true, {std::move(levels)});
    add_proxies(true);
  }

  void add_instruction(std::vector<Site> sites) {
    // What is no fence and no access of the generic proxy is none of the points. One that machines
    // know as a loop of a load and a compare-and-swap is what the latter is.
    const auto update = std::ranges::find_if(
        sites, [&](Site site) { return read_modify_write(action_at(site)) != nullptr; });
    if (update != sites.end()) std::iter_swap(sites.begin(), update);
    const Action action = action_at(sites.front());
    const std::optional<PointKind> kind = kind_of_point(action);
    if (!kind || !may_change(sites) || !may_be(*kind)) return;
    std::vector<Level> levels;
    if (const auto& standing = level_of(action).instruction) {
      levels = asynchronous_.in_place_of(*standing, sites.front().thread, scopes_and_own(sites));
    } else if (*kind == PointKind::access) {
      if (!can_be_another(sites)) return;
      levels = access_levels(sites);
    } else {
      levels.push_back({});
      if (*kind == PointKind::fence) add_fences(levels, sites, level_of(action));
    }
    add_of(*kind, std::move(sites), std::move(levels));
  }

  bool may_be(PointKind kind) const {
    switch (kind) {
      case PointKind::access:
        return moves_.accesses;
      case PointKind::fence:
        return moves_.fences;
      case PointKind::proxy_fence:
        return moves_.proxy_fences;
      case PointKind::wait:
        return moves_.waits;
    }
    return false;
  }

  const Action& action_at(Site site) const { return instruction_at(program_, site).action; }

  // Whether order and scope may be chosen for all of them.
  bool can_be_another(const std::vector<Site>& sites) const {
    const Action& first = action_at(sites.front());
    if (memory_access(first) == nullptr) return true;
    if (moves_.plain_stays && level_of(first).order == Order::weak) return false;
    const Instruction& there = instruction_at(program_, sites.front());
    const auto& fixed = moves_.in_other_sizes;
    if (std::ranges::find(fixed, there.place) != fixed.end()) return false;
    if (of_kernel_ && there.text.find(".mmio") != std::string::npos) return false;
    return std::ranges::all_of(sites, [&](Site site) {
      if (!facts_.is_plain_access(site.thread, site.instruction)) return false;
      const Action& action = action_at(site);
      return kind_of(action) != kind_of(first) || level_of(action) == level_of(first);
    });
  }

  void add_fences(std::vector<Level>& levels, const std::vector<Site>& sites,
                  std::optional<Level> now) const {
    std::vector<Order> orders{Order::acq_rel, Order::sc};
    const bool sided = now && (now->order == Order::acquire || now->order == Order::release);
    if (moves_.one_sided || sided) orders.insert(orders.begin(), {Order::acquire, Order::release});
    for (const Order order : orders) {
      for (const Scope scope : scopes(sites, now)) levels.push_back({order, scope});
    }
  }

  std::vector<Level> access_levels(const std::vector<Site>& sites) const {
    const Action& action = action_at(sites.front());
    std::vector<Level> levels;
    for (const Order order : orders_of(action)) {
      if (order == Order::weak) {
        levels.push_back({});
        continue;
      }
      for (const Scope scope : access_scopes(sites, action)) levels.push_back({order, scope});
    }
    for (const Site site : sites) {
      const std::optional<Level> least = least_level(site);
      std::erase_if(levels, [&](const Level& level) {
        return least && !within(PointKind::access, *least, level, order_);
      });
    }
    return levels;
  }

  // An mbarrier is nothing to who is in another cluster, and its operations have no wider scope;
  // the barrier of a cluster has that of the cluster.
  std::vector<Scope> access_scopes(const std::vector<Site>& sites, const Action& action) const {
    if (asynchronous_as<ClusterBarrier>(action) != nullptr) return {Scope::cluster};
    const Level now = level_of(action);
    std::vector<Scope> chosen = scopes(sites, now);
    if (memory_access(action) != nullptr) return chosen;
    std::erase_if(chosen, [](Scope scope) { return scope > Scope::cluster; });
    // What the thread has issued goes on beside it, as if it were another one.
    if (std::ranges::find(chosen, now.scope) == chosen.end()) chosen.push_back(now.scope);
    return chosen;
  }

  // Of a fence that what goes on beside its own thread is enough for, too.
  std::vector<Scope> scopes_and_own(const std::vector<Site>& sites) const {
    std::vector<Scope> chosen = scopes(sites, std::nullopt);
    const bool may = moves_.scopes.empty() || moves_.scopes.contains(Scope::cta);
    if (may && std::ranges::find(chosen, Scope::cta) == chosen.end()) chosen.push_back(Scope::cta);
    return chosen;
  }

  // What an access may not go below.
  std::optional<Level> least_level(Site site) const {
    const Action& action = action_at(site);
    if (asynchronous_as<ClusterBarrier>(action) != nullptr) return std::nullopt;
    const Level now = level_of(action);
    if (now.order == Order::weak) return std::nullopt;
    const LocationId location = facts_.location(action);
    const bool kept = facts_.is_shared(location) && !moves_.allow_weak;
    if (!kept && !facts_.is_waited_for(location)) return std::nullopt;
    return Level{Order::relaxed, std::min(now.scope, facts_.scope_of_users(site.thread, location))};
  }

  // The scopes that a change may write, where that stands. What stands there may always stay, and
  // be weakened within its scope.
  std::vector<Scope> scopes(const std::vector<Site>& sites, std::optional<Level> now) const {
    const bool strong = now && now->order != Order::weak;
    const bool widens = direction_ == Direction::stronger && strong;
    std::set<Scope> among = moves_.scopes;
    if (among.empty()) among = {Scope::cta, Scope::cluster, Scope::gpu, Scope::sys};
    const auto in_cluster = [](const Thread& thread) { return thread.cluster.has_value(); };
    if (std::ranges::none_of(program_.threads, in_cluster)) among.erase(Scope::cluster);
    if (widens) std::erase_if(among, [&](Scope scope) { return scope < now->scope; });
    std::set<Scope> telling;
    for (const Site site : sites) {
      const std::vector<Scope> mine = facts_.telling_scopes(site.thread, among);
      telling.insert(mine.begin(), mine.end());
    }
    std::vector<Scope> chosen(telling.begin(), telling.end());
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

  void add_of(PointKind kind, std::vector<Site> sites, std::vector<Level> levels) {
    const Level now = level_of(action_at(sites.front()));
    if (std::ranges::find(levels, now) == levels.end()) levels.push_back(now);
    std::erase_if(levels, [&](const Level& level) {
      if (direction_ == Direction::stronger) return !within(kind, now, level, order_);
      return direction_ == Direction::weaker && !within(kind, level, now, order_);
    });
    add(kind, sites, false, std::move(levels), now);
  }

  void add(PointKind kind, const std::vector<Site>& sites, bool gap, std::vector<Level> levels,
           const Level& now) {
    if (levels.size() < 2) return;
    Point point{kind, sites.front().thread, sites.front().instruction, gap, std::move(levels)};
    point.others.assign(sites.begin() + 1, sites.end());
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
  bool of_kernel_;
  const Moves& moves_;
  Direction direction_;
  LevelOrder order_;
  CodeFacts facts_;
  AsynchronousMoves asynchronous_;
  std::vector<Point> points_;
};

}  // namespace

std::vector<Site> Point::sites() const {
  std::vector<Site> all{{thread, instruction}};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

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
