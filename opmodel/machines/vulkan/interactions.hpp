// Which operations of a program can make a difference to each other, whatever the execution: what
// the choice of threads, and searches towards a verdict, ask about what is still ahead.
#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/machines/vulkan/plan.hpp"

namespace opexplore::vulkan {

class Interactions {
 public:
  /// Keeps a reference to the plan. `exact`: races are followed to the ends of executions.
  Interactions(const Program& program, const Plan& plan, bool exact);

  /// Whether what the thread may still write when it stands before `at` may decide what the
  /// operation reads, and what happens to it is not a race at which the machine stops.
  bool may_decide(ThreadId thread, InstructionId at, OperationId operation) const {
    return points_[thread][at].decides.contains(operation);
  }

  /// Whether something that the thread may still do can race with the operation.
  bool may_race(ThreadId thread, InstructionId at, OperationId operation) const {
    return points_[thread][at].races.contains(operation);
  }
  /// Whether something that both threads, or the one if they are one, may still do can race.
  bool may_race(ThreadId a, InstructionId at_a, ThreadId b, InstructionId at_b) const {
    return points_[a][at_a].races.intersects(points_[b][at_b].ahead);
  }
  /// Whether any two accesses of the program can race.
  bool any_races() const { return any_races_; }

  /// Whether the read there is in a loop whose reads can race with nothing, if it is in one.
  bool loops_without_races(ThreadId thread, InstructionId at) const {
    return points_[thread][at].loops_without_races;
  }

  /// Whether a control barrier of the program has a quorum.
  bool has_quorum() const { return has_quorum_; }

 private:
  /// A set of operations of the program.
  class OperationSet {
   public:
    void add(OperationId id) {
      if (id / 64 >= words_.size()) words_.resize(id / 64 + 1U, 0);
      words_[id / 64] |= std::uint64_t{1} << (id % 64);
    }
    bool contains(OperationId id) const {
      return id / 64 < words_.size() && (words_[id / 64] >> (id % 64) & 1U) != 0;
    }
    bool intersects(const OperationSet& other) const {
      for (std::size_t word = 0; word < words_.size() && word < other.words_.size(); ++word) {
        if ((words_[word] & other.words_[word]) != 0) return true;
      }
      return false;
    }

   private:
    std::vector<std::uint64_t> words_;
  };

  /// Of a thread that stands before an instruction.
  struct Point {
    OperationSet ahead;    // accesses that it may still execute
    OperationSet decides;  // reads of other threads that its writes ahead may decide
    OperationSet races;    // accesses that those ahead may race with
    bool loops_without_races = false;
  };

  bool race(OperationId a, OperationId b) const;
  bool decide(OperationId write, OperationId read) const;
  Point point(ThreadId thread, InstructionId at) const;
  bool may_race_in_loop(ThreadId thread, InstructionId at) const;

  const Plan& plan_;
  bool exact_;
  bool any_races_ = false;
  bool has_quorum_ = false;
  std::vector<std::vector<OperationId>> accesses_;  // per location
  std::vector<std::vector<Point>> points_;          // per thread and pc, the end included
};

}  // namespace opexplore::vulkan
