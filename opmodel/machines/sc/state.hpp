// The boxes of the interleaving machine: one memory, and per thread a place in its
// program and registers.
//
// Invariants: registers that are not live at their thread's pc are zero; a barrier
// generation that is complete has been taken out.
#pragma once

#include <span>
#include <vector>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/program.hpp"

namespace opexplore::sc {

struct State {
  std::vector<Value> memory;        ///< per physical location: aliases and proxies are one
  std::vector<InstructionId> next;  ///< per thread: the instruction it executes next
  std::vector<Value> registers;     ///< of all threads, one after the other (see Frame)
  Barriers barriers;
  bool operator==(const State&) const = default;
};

/// Where each thread's registers begin in State::registers.
class Frame {
 public:
  explicit Frame(const Program& program) {
    begin_.push_back(0);
    for (const Thread& thread : program.threads) {
      begin_.push_back(begin_.back() + thread.registers.size());
    }
  }

  /// The registers of one thread.
  std::span<Value> registers(State& state, ThreadId thread) const {
    return std::span(state.registers).subspan(begin_[thread], count(thread));
  }
  std::span<const Value> registers(const State& state, ThreadId thread) const {
    return std::span(state.registers).subspan(begin_[thread], count(thread));
  }

  /// Number of registers of all threads.
  std::size_t total() const { return begin_.back(); }

 private:
  std::size_t count(ThreadId thread) const { return begin_[thread + 1U] - begin_[thread]; }

  std::vector<std::size_t> begin_;
};

}  // namespace opexplore::sc
