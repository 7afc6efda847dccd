// The threads of a program, run again with the values that the reads of a trace got.
#pragma once

#include <optional>
#include <vector>

#include "answers/why/execution.hpp"

namespace opexplore::why_parts {

/// What there is to know after that, beside the events.
struct Reran {
  std::vector<std::optional<WriteRef>> sources;  ///< by event: what it read, as the machine says
  Reads unnamed;                                 ///< those of which it says nothing
  std::vector<std::vector<Reads>> depends;       ///< by thread and register, at the end
};

/// Adds the events of all threads, in program order. A thread stops where the trace has no step for
/// it; `adds_stepless`: fences, barriers, and accesses to what
/// no other thread writes, need none.
Reran rerun_threads(Happening& happening, const Trace& trace, bool adds_stepless);

/// The union, in the first.
void add_all(Reads& reads, const Reads& more);

}  // namespace opexplore::why_parts
