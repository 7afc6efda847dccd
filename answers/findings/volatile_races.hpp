// volatile and data races: PTX takes a volatile access for a relaxed one of system scope (PTX
// ISA 8.4), which is in no race with other strong ones; in CUDA C++ it is no atomic, as in C++, and
// races.
#pragma once

#include <string>

#include "opmodel/data_race.hpp"
#include "opmodel/program.hpp"
#include "opmodel/results/findings.hpp"

namespace opexplore {

struct AnsweredTest;
struct ExploreOptions;

/// Whether volatile is all that keeps the two from racing by the rules of PTX: both are strong, at
/// scopes that reach the other, and one of them at least is volatile.
bool races_by_volatile(const Program& program, const RacingPair& pair);

/// "cuda::atomic_ref<…, cuda::thread_scope_device>(flag): store(…, cuda::memory_order_relaxed) at
/// handoff.cu:7, load(cuda::memory_order_relaxed) at handoff.cu:12".
std::string way_without_volatile(const AnsweredTest& run, const RacingPair& pair);

/// A note for each array that races by CUDA C++ alone, as long as a fix is looked for. None if the
/// kernel has no volatile access, or that is what was asked.
void add_notes_on_volatile(const AnsweredTest& answered, const ExploreOptions& explore,
                           Findings& verdict);

}  // namespace opexplore
