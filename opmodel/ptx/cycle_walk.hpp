// Whether the in-order form is exact: it is if program order, reads-from and barriers form no cycle
// in any execution (docs/machines-ptx.md, "Why this is exact"). A static over-approximation, of all
// executions or of those that go through one state.
//
// Two things bound what must be looked at. A shortest cycle enters each thread once. And one of its
// segments, from where it enters a thread to where it leaves it, begins with a load and does not
// depend on its value; No-Thin-Air (PTX ISA 8.10.4) forbids that all do. So the walk begins at a
// load, goes on to the writes and barriers behind it that may run before it, from there through
// other threads, and asks whether it comes to a write that the load may read.
#pragma once

#include <span>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/liveness.hpp"
#include "opmodel/parts/spins.hpp"
#include "opmodel/ptx/semantics.hpp"
#include "opmodel/ptx/time_graph.hpp"

namespace opexplore::ptx_model {

/// What the walk knows of the program. Of `semantics` it uses accesses, distances and reading.
struct ProgramFacts {
  const Semantics& semantics;
  const Liveness& liveness;
  const Spins& spins;
  const BarrierPlan& barriers;
  const TimeGraph* graph = nullptr;  ///< of the program, to leave out what barriers forbid
};

// WART: coarse-analysis. It knows few values, and of the past only where threads stand.
/// Whether a cycle may begin at the load (or read-modify-write). With `standing`, a cycle of
/// *current* instructions: one that enters each thread where it stands, that is, per thread, at its
/// next instruction or at the barrier that it waits at; the load must be one of them.
bool may_begin_cycle(const ProgramFacts& facts, Node load,
                     std::span<const InstructionId> standing = {});

/// Whether program order, reads-from and barriers may lead from the fence.sc to one that Fence-SC
/// relates with it, and base causality does not: then the other may come first in Fence-SC although
/// it runs later. On the way each other thread is entered once: a path that comes back to the
/// fence's thread comes there behind the fence, and can be shortened, unless they form a cycle.
/// `standing` as above; the fence must be one of them.
bool may_lead_unordered(const ProgramFacts& facts, Node fence,
                        std::span<const InstructionId> standing = {});

}  // namespace opexplore::ptx_model
