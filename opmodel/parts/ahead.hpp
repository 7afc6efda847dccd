// What may still come: a fact per pc of a thread, gathered backwards along its control flow.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "opmodel/parts/flow.hpp"

namespace opexplore {

/// Per pc, the end included, what the instructions that may be executed from there on say together:
/// the least fixed point of
///     ahead[pc] = of(pc), joined with ahead[next] for each instruction `next` that may follow.
/// `of(pc)` gives a Fact; `join(fact, other)` adds the other to it and only ever adds; `nothing` is
/// the fact of the end. Threads of litmus tests are short, so sweeps suffice.
template <class Fact, class Of, class Join>
std::vector<Fact> facts_ahead(const Thread& thread, const Fact& nothing, const Of& of,
                              const Join& join) {
  const std::size_t count = thread.instructions.size();
  std::vector<Fact> ahead(count + 1, nothing);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = count; pc-- > 0;) {
      Fact now = of(static_cast<InstructionId>(pc));
      for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(pc))) {
        join(now, ahead[next]);
      }
      changed = changed || now != ahead[pc];
      ahead[pc] = std::move(now);
    }
  }
  return ahead;
}

}  // namespace opexplore
