// One thread of a graph, run again from its start: registers are what the events have read.
#pragma once

#include <span>
#include <vector>

#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"
#include "opmodel/parts/local.hpp"

namespace opexplore::cxx {

/// Where a thread stands after its local instructions.
enum class Stand : std::uint8_t {
  event,    ///< before an access, a fence, or a branch on `undef`
  waits,    ///< before a branch on a value that a postponed read has not delivered
  end,      ///< finished
  endless,  ///< in a loop without accesses
  barrier   ///< behind its arrival at a barrier that has not opened
};

/// Runs a thread from event to event. A register that depends on a postponed read is unknown.
class ThreadRun {
 public:
  /// Keeps references to all arguments. Stands before the first event.
  ThreadRun(const Context& context, const State& state, ThreadId thread);

  Stand stand() const { return stand_; }
  InstructionId pc() const { return pc_; }
  /// Events of the graph that were run so far.
  std::size_t passed() const { return passed_; }
  std::span<const Value> registers() const { return registers_; }
  bool unknown(RegisterId reg) const { return unknown_.test(reg); }

  /// Runs the next event of the graph, and local instructions behind it.
  /// Precondition: there is one, and stand() is `event`.
  void pass();

  /// Runs all of them.
  void pass_all();

  /// What the action at pc() has to know before it can take place.
  bool operands_known() const;

 private:
  void run_local();
  bool run_local_instruction();
  const Planned& plan() const { return context_.plan(thread_, pc_); }

  const Context& context_;
  const State& state_;
  ThreadId thread_;
  InstructionId pc_ = 0;
  Stand stand_ = Stand::event;
  std::size_t passed_ = 0;
  std::vector<Value> registers_;
  RegisterSet unknown_;
};

/// What the read or update has read.
Value value_read(const Context& context, const State& state, EventName event);

}  // namespace opexplore::cxx
