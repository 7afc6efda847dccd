// race — an access meets the earlier ones that conflict with it; no rule of the machine, but what
// is noted while its rules run.
//
// PTX ISA 8.7.1: two conflicting operations that are not morally strong race unless one precedes
// the other in causality order. PTX ISA 8.9.6: that is proxy-preserved base causality, or
// observation and then proxy-preserved base causality; so what a thread observed orders that write
// alone, and what comes behind the read. PTX ISA 8.9.2: observation goes on through
// read-modify-writes. In order nothing comes before what was executed earlier, so that an access
// has to be held against those alone.
//
//   t executes access a     s was executed, conflicts with a, and is not morally strong with it
//   s is not among the accesses in view(t) that order an access like a
//   -------------------------------------------------------------------------------------------
//   s and a race;  view(t) ∪= {a}
//
//   t reads w, morally strong
//   ------------------------------------------------------------------------
//   view(t) ∪= observed(w), before the write of an atomic, and behind a load
//
//   t writes w
//   ------------------------------------------------------------------------
//   observed(w) := {w} ∪ observed(w'), where w is of an atomic that reads w' so
#pragma once

#include "opmodel/ptx/race_plan.hpp"
#include "opmodel/ptx/view.hpp"

namespace opexplore::ptx_model {

/// Calls f(rival) for each access in `done` that this one races with, known what is in `view`.
template <unsigned Words, unsigned Count, class F>
void for_each_race(const Staged<BitSet<Words>, Count>& view, const BitSet<Words>& done,
                   const RacePlan& plan, RacePlan::Slot slot, const Semantics& semantics, F&& f) {
  const auto access = [&](RacePlan::Slot of) -> const Access& {
    return semantics.access(plan[of].thread, plan[of].instruction);
  };
  const Access& mine = access(slot);
  const auto same = view.at_same_address(mine, semantics.stages());
  const auto aliases = view.at_aliases(mine, semantics.stages());
  for (const RacePlan::Slot rival : plan.rivals(slot)) {
    if (!done.contains(rival) || aliases.contains(rival)) continue;
    if (same.contains(rival) && access(rival).address == mine.address) continue;
    f(rival);
  }
}

}  // namespace opexplore::ptx_model
