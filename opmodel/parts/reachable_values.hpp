// What values can reach the locations and registers of a program, whatever the order in which its
// threads run: a least fixed point that begins with initial values and constants.
//
// No value comes out of thin air: what an instruction computes, stores or reads follows from values
// that are there already, along reads-from and dependencies, which have no circle (PTX ISA 8.10.4;
// machines wait for a value before they use it). So by induction along these every value that a
// register or a location ever has is in its set. Where loads and the stores that depend on them
// form rings, the sets say at once what no search has to refute.
#pragma once

#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/goal.hpp"

namespace opexplore {

/// Sets of values, one per location and register, never too small. Locations are physical: what is
/// stored through any name or proxy counts.
class ReachableValues {
 public:
  explicit ReachableValues(const Test& test);

  /// What the location may hold, at any time.
  const PossibleValues& of(LocationId location) const { return locations_[location]; }
  /// What the register may be while it is live. Its initial value is among them if it is live in
  /// the beginning.
  const PossibleValues& of(const RegisterTerm& term) const {
    return registers_[term.thread][term.reg];
  }
  /// What an observable of the test may be at the end.
  const PossibleValues& of(const Observable& observable) const;
  /// What the instruction may store; no value if it does not write memory.
  PossibleValues stored(ThreadId thread, InstructionId at) const;
  /// What the instruction, which writes a register, may give it.
  PossibleValues result(ThreadId thread, InstructionId at) const;

 private:
  PossibleValues operand(ThreadId thread, const Operand& operand) const;
  PossibleValues modified(ThreadId thread, const Action& action) const;
  bool pass_through(ThreadId thread, InstructionId at);

  const Program& program_;
  std::vector<PossibleValues> locations_;
  std::vector<std::vector<PossibleValues>> registers_;  // per thread
};

/// Whether a final state that decides the condition of the test needs a value that cannot be.
bool is_refuted(const Test& test, const Goal& goal, const ReachableValues& values);

}  // namespace opexplore
