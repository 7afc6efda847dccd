// Programs with other levels at their points.
#include <map>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "studies/repair/code_facts.hpp"
#include "studies/repair/ptx_text.hpp"

namespace opexplore::repair {
namespace {

using Actions = std::vector<Action>;

// What stands at a point, where one of its sites is.
using Standing = FunctionRef<Actions(std::size_t point, Site site)>;

// Writes what stands at the points.
class Rewriter {
 public:
  Rewriter(const Test& test, const std::vector<Point>& points, Standing standing)
      : test_(test), points_(points), standing_(standing) {
    for (std::size_t p = 0; p < points.size(); ++p) {
      for (const Site site : points[p].sites()) at_[site].push_back(p);
    }
  }

  Changed run() {
    Changed result{test_, {}};
    for (std::size_t t = 0; t < test_.program.threads.size(); ++t) {
      thread_ = &result.test.program.threads[t];
      origins_ = &result.origins.emplace_back();
      rewrite(static_cast<ThreadId>(t));
    }
    return result;
  }

 private:
  InstructionId here() const { return static_cast<InstructionId>(thread_->instructions.size()); }

  void rewrite(ThreadId number) {
    const Thread& before = test_.program.threads[number];
    thread_->instructions.clear();
    // By instruction of the original: where it begins now, and where what was put in front ends.
    std::vector<InstructionId> moved, behind;
    for (std::size_t i = 0; i < before.instructions.size(); ++i) {
      const Site site{number, static_cast<InstructionId>(i)};
      moved.push_back(here());
      const auto points = at_.find(site);
      if (points != at_.end()) add_gaps(points->second, site);
      behind.push_back(here());
      if (points == at_.end() || !replace(points->second, site)) keep(site);
    }
    moved.push_back(here());
    for (std::size_t i = 0; i < thread_->instructions.size(); ++i) {
      Branch* const branch = branch_of(thread_->instructions[i].action);
      if (branch == nullptr) continue;
      // A loop that is one instruction of the text does what stands in front of that once.
      const bool inside = begin_of_text(before, *(*origins_)[i]) == branch->target;
      branch->target = inside ? behind[branch->target] : moved[branch->target];
    }
  }

  void add_gaps(const std::vector<std::size_t>& points, Site site) {
    for (const std::size_t p : points) {
      if (!points_[p].gap) continue;
      for (const Action& action : standing_(p, site)) add(action, site, std::nullopt);
    }
  }

  // Whether there is a point of the instruction itself.
  bool replace(const std::vector<std::size_t>& points, Site site) {
    bool found = false;
    for (const std::size_t p : points) {
      if (points_[p].gap) continue;
      found = true;
      for (const Action& action : standing_(p, site)) add(action, site, site.instruction);
    }
    return found;
  }

  const Instruction& original(Site site) const {
    return test_.program.threads[site.thread].instructions[site.instruction];
  }

  void keep(Site site) {
    thread_->instructions.push_back(original(site));
    origins_->emplace_back(site.instruction);
  }

  void add(const Action& action, Site site, std::optional<InstructionId> origin) {
    Instruction added = original(site);
    if (!origin || !(added.action == action)) {
      added.text = instruction_text(test_, site, action, !origin);
      added.action = action;
    }
    thread_->instructions.push_back(std::move(added));
    origins_->emplace_back(origin);
  }

  const Test& test_;
  const std::vector<Point>& points_;
  Standing standing_;
  std::map<Site, std::vector<std::size_t>> at_;
  Thread* thread_ = nullptr;
  std::vector<std::optional<InstructionId>>* origins_ = nullptr;
};

std::optional<Action> action_at(const Test& test, const Point& point, Site site,
                                const Level& level) {
  if (point.gap) return fence_at(point.kind, level);
  const auto there = [&](Site one) -> const Action& {
    return test.program.threads[one.thread].instructions[one.instruction].action;
  };
  Level mine = level;
  // The load of a loop that updates orders nothing.
  const bool helps = kind_of(there(site)) != kind_of(there({point.thread, point.instruction}));
  if (point.kind == PointKind::access && helps) mine.order = Order::relaxed;
  return at_level(there(site), point.kind, mine);
}

bool is_strongest(const Point& point, std::size_t level) {
  for (std::size_t other = 0; other < point.levels.size(); ++other) {
    if (other != level && point.within[level][other]) return false;
  }
  return true;
}

}  // namespace

Changed changed(const Test& test, const std::vector<Point>& points, const Assignment& levels) {
  const auto standing = [&](std::size_t p, Site site) {
    const auto action = action_at(test, points[p], site, points[p].levels[levels[p]]);
    return action ? Actions{*action} : Actions{};
  };
  return Rewriter(test, points, standing).run();
}

Changed strongest(const Test& test, const std::vector<Point>& points) {
  const auto standing = [&](std::size_t p, Site site) {
    const Point& point = points[p];
    Actions actions;
    for (std::size_t level = 0; level < point.levels.size(); ++level) {
      if (!is_strongest(point, level)) continue;
      const auto action = action_at(test, point, site, point.levels[level]);
      if (action) actions.push_back(*action);
    }
    return actions;
  };
  return Rewriter(test, points, standing).run();
}

}  // namespace opexplore::repair
