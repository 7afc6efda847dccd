// What barriers keep in order in every execution of a program.
//
// A barrier that all its participants wait at, and that names no number of threads nor who is
// counted, has generations that are counted alike by all of them: its k-th one gathers the k-th
// arrival of every thread that has one (barrier.hpp). So what a thread does before its k-th arrival
// is before what another one does behind its own (PTX ISA 8.9.4).
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

class BarrierOrder {
 public:
  /// Analyses the program.
  explicit BarrierOrder(const Program& program);

  /// Whether barriers put `first` of one thread before `second` of another one, every time that
  /// both are executed. May say no too often.
  bool precedes(ThreadId thread, InstructionId first, ThreadId other, InstructionId second) const;

 private:
  /// Of one barrier, by thread and pc.
  struct Counts {
    std::vector<std::vector<std::size_t>> least;  ///< arrivals on any way to there, at least
    std::vector<std::vector<std::size_t>> most;   ///< and at most
    std::vector<std::vector<bool>> comes;         ///< every way from there to the end comes to it
  };

  std::vector<std::uint64_t> ctas_;  ///< by thread, CTA and GPU
  std::map<Value, Counts> counts_;   ///< by barrier
};

}  // namespace opexplore
