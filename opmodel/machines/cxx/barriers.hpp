// Barriers of a block in a graph. An event is an arrival; the n-th arrivals of the threads at one
// barrier are one round of it. Behind its arrival a thread waits until all threads that are counted
// have arrived in that round, or come to the barrier no more (opmodel/parts/barrier.hpp). All of
// this only grows with the graph: what has opened stays open.
#pragma once

#include <cstddef>
#include <span>

#include "opmodel/machines/cxx/choice.hpp"
#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"

namespace opexplore::cxx {

/// How many arrivals the thread has made at the barrier before its event `end`.
std::size_t arrivals(const Context& context, const State& state, ThreadId thread, std::size_t end,
                     const Planned& barrier);

/// What each thread is about to do; those that wait at a barrier do nothing.
std::vector<Outlook> outlooks_of(const Context& context, const State& state);

}  // namespace opexplore::cxx
