// What judging infinite runs needs to know of a machine: who has ended, who waits, which steps are
// memory's own, and what memory owes. docs/progress.md has the definitions.
//
// Machines that have this are run for it with the options of for_liveness(): no loop iteration is
// left out, and a thread that goes round a loop of local instructions alone does so in steps.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/rule.hpp"

namespace opexplore {

/// Where the threads of a state are. A thread that is in neither set has a step.
struct Standing {
  ThreadMask ended = 0;    ///< at their ends; what memory still has of them does not count
  ThreadMask waiting = 0;  ///< at a barrier that has not opened
};

/// What memory owes somebody: numbers that belong to the machine, increasing.
using Duties = std::vector<std::uint32_t>;

/// What a step means for duties.
struct StepDuties {
  Duties raised;  ///< it puts these off: where it is taken again and again, they have to be paid
  Duties paid;
};

/// A machine whose infinite runs can be judged.
template <class M>
concept HasProgress = requires(const M& machine, const typename M::State& state) {
  { machine.standing(state) } -> std::same_as<Standing>;
};

/// A machine that says where threads are: by thread the number of the instruction that it executes
/// next, and of instructions at the end. With MachineOptions::fuse_local off a step of a thread
/// executes the one that is there.
template <class M>
concept HasPlaces = requires(const M& machine, const typename M::State& state) {
  { machine.places(state) } -> std::same_as<std::vector<InstructionId>>;
};

/// A machine with steps that memory takes by itself, whichever thread they name: memory is fair
/// under every progress model, and a thread that is named has not started by that.
template <class M>
concept HasMemorySteps = requires(const M& machine, Step step) {
  { machine.is_memory_step(step) } -> std::same_as<bool>;
};

/// A machine in which something written might stay unseen for ever. Memory fairness (Lahav,
/// Namakonov, Oberhauser, Podkopaev, Vafeiadis, Making Weak Memory Models Fair, OOPSLA 2021) says
/// that it does not: a set of states that a run visits for ever pays each duty that is open in all
/// of them, or that one of its steps raises. A duty that is not open in one of the states, and not
/// raised, is paid.
template <class M>
concept OwesFairness = requires(const M& machine, const typename M::State& state, Step step) {
  { machine.duties(state) } -> std::same_as<Duties>;                        // open in the state
  { machine.step_duties(state, step, state) } -> std::same_as<StepDuties>;  // before, step, after
};

/// A machine that keeps its graph finite by a window, within which memory holds what somebody lags
/// behind: why a step was withheld in the state, one sentence, or nothing. Loops that are found are
/// real; that there are none holds up to the window.
template <class M>
concept HasWindow = requires(const M& machine, const typename M::State& state) {
  { machine.cut(state) } -> std::same_as<std::string_view>;
};

/// A form of a machine in which every load takes effect in program order: whether that is known not
/// to be all that the machine does. See also MayOutgrow.
template <class M>
concept MayBeInOrderOnly = requires(const M& machine) {
  { machine.in_order_only() } -> std::same_as<bool>;
};

}  // namespace opexplore
