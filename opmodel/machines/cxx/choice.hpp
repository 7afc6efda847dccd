// Which threads read next: all that may still write what one of them is about to read have to be
// among them. Fences and writes go before (Machine::steps), for nobody minds them.
//
// Why it is enough to ask for writes: a state is a graph, and what is not a read can be added to it
// at any time. Take an execution that goes on from here, and its first read by one of the threads.
// No other thread has written the location by then, so the read takes its value from a write that
// the graph has already; and a graph with a part of a consistent one is consistent.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "opmodel/machines/cxx/rules.hpp"
#include "opmodel/machines/cxx/thread_run.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/memory_ahead.hpp"

namespace opexplore::cxx {

/// What a thread is about to do.
struct Outlook {
  std::vector<Pending> late;    ///< postponed events
  std::optional<Pending> next;  ///< not in the graph yet
  Stand stand = Stand::end;     ///< behind all its events
  InstructionId pc = 0;
};

Outlook outlook_of(const Context& context, const State& state, ThreadId thread);

class Choice {
 public:
  /// Keeps a reference to the context.
  explicit Choice(const Context& context);

  /// The threads to expand, given what each is about to do, where none is about to do anything but
  /// read.
  ThreadMask of(std::span<const Outlook> outlooks) const;

  /// Whether another thread may still write what the instruction of the thread reads.
  bool others_may_write(std::span<const Outlook> outlooks, ThreadId thread, InstructionId pc) const;

 private:
  ThreadMask conflicts(std::span<const Outlook> outlooks, ThreadId thread) const;
  bool may_go_back(const Outlook& outlook, ThreadId thread) const;
  std::uint64_t may_write(const Outlook& outlook, ThreadId thread) const;
  ThreadMask others_of(ThreadId thread) const;

  const Context& context_;
  MemoryAhead memory_;
  std::vector<std::vector<bool>> steps_back_;  // per thread and pc
  std::vector<bool> has_loop_;                 // per thread
};

}  // namespace opexplore::cxx
