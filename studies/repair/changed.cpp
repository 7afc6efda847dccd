// Programs with other levels at their points.
#include <utility>

#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "studies/repair/points.hpp"

namespace opexplore::repair {
namespace {

using Actions = std::vector<Action>;

// What stands at the points, by point.
class Rewriter {
 public:
  Rewriter(const Test& test, const std::vector<Point>& points, const std::vector<Actions>& there)
      : test_(test), points_(points), there_(there) {}

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
    std::vector<Instruction> old = std::exchange(thread_->instructions, {});
    std::vector<InstructionId> moved;
    for (std::size_t i = 0; i < old.size(); ++i) {
      moved.push_back(here());
      bool stays = true;
      for (; is_at(number, i); ++next_) {
        if (points_[next_].gap) {
          for (const Action& action : there_[next_]) add(action, old[i], std::nullopt);
          continue;
        }
        stays = false;
        for (const Action& action : there_[next_]) {
          add(action, old[i], static_cast<InstructionId>(i));
        }
      }
      if (stays) keep(std::move(old[i]), static_cast<InstructionId>(i));
    }
    moved.push_back(here());
    for (Instruction& instruction : thread_->instructions) {
      Branch* const branch = branch_of(instruction.action);
      if (branch != nullptr) branch->target = moved[branch->target];
    }
  }

  bool is_at(ThreadId thread, std::size_t instruction) const {
    return next_ < points_.size() && points_[next_].thread == thread &&
           points_[next_].instruction == instruction;
  }

  void keep(Instruction instruction, InstructionId origin) {
    thread_->instructions.push_back(std::move(instruction));
    origins_->emplace_back(origin);
  }

  void add(const Action& action, const Instruction& beside, std::optional<InstructionId> origin) {
    Instruction added = beside;
    if (!origin || !(added.action == action)) {
      added.action = action;
      added.text = to_string(action, *thread_, test_.program);
    }
    thread_->instructions.push_back(std::move(added));
    origins_->emplace_back(origin);
  }

  const Test& test_;
  const std::vector<Point>& points_;
  const std::vector<Actions>& there_;
  std::size_t next_ = 0;
  Thread* thread_ = nullptr;
  std::vector<std::optional<InstructionId>>* origins_ = nullptr;
};

std::optional<Action> action_at(const Test& test, const Point& point, const Level& level) {
  if (point.gap) return fence_at(point.kind, level);
  return at_level(test.program.threads[point.thread].instructions[point.instruction].action,
                  point.kind, level);
}

bool is_strongest(const Point& point, std::size_t level) {
  for (std::size_t other = 0; other < point.levels.size(); ++other) {
    if (other != level && point.within[level][other]) return false;
  }
  return true;
}

}  // namespace

Changed changed(const Test& test, const std::vector<Point>& points, const Assignment& levels) {
  std::vector<Actions> there;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const auto action = action_at(test, points[p], points[p].levels[levels[p]]);
    there.push_back(action ? Actions{*action} : Actions{});
  }
  return Rewriter(test, points, there).run();
}

Changed strongest(const Test& test, const std::vector<Point>& points) {
  std::vector<Actions> there;
  for (const Point& point : points) {
    Actions& actions = there.emplace_back();
    for (std::size_t level = 0; level < point.levels.size(); ++level) {
      if (!is_strongest(point, level)) continue;
      const auto action = action_at(test, point, point.levels[level]);
      if (action) actions.push_back(*action);
    }
    // Of proxy fences the order matters.
    const std::size_t count = actions.size();
    for (std::size_t i = 0; count > 1 && i < count; ++i) actions.push_back(Action(actions[i]));
  }
  return Rewriter(test, points, there).run();
}

}  // namespace opexplore::repair
