// Hunting: outcomes, data races and deadlocks, as soon as one is met. A hunt goes through the
// states depth first, and first those of executions in which no thread is left that could go on,
// then those with one such change, then two: iterative context bounding (Musuvathi and Qadeer,
// Iterative Context Bounding for Systematic Testing of Multithreaded Programs, PLDI 2007). Most
// bugs show in executions with few changes. What it finds is real; that there is no more it knows
// only once it has seen all states (by_changes.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/hunt_find.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// What a machine says about steps that end a trace.
using Retrace = FunctionRef<Replayed(std::span<const Step>)>;

/// Adds to an incomplete report what a hunt in the same test has found beside it. `retrace` is of
/// the machine that replays the report's traces: a trace whose steps mean something else there is
/// left out.
void add_found(Answer& report, Answer&& hunted, const Retrace& retrace);

}  // namespace opexplore
