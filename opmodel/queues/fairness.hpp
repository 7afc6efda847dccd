// Infinite runs of the machines with address queues (opmodel/progress.hpp): who may go on, and what
// memory owes those whose instructions are pending. Issue and local instructions are steps of a
// thread; all that follows issue is memory's.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "opmodel/progress.hpp"
#include "opmodel/queues/queues.hpp"

namespace opexplore::queue_model {

/// A duty that goes by a rule: of the rule that issues, to perform what a thread has pending of an
/// instruction; of a rule by which memory moves what it holds, to take the step.
constexpr std::uint32_t duty(std::uint8_t rule, ThreadId thread, std::uint16_t what) {
  return std::uint32_t{rule} << 24U | std::uint32_t{thread} << 16U | what;
}
constexpr std::uint32_t duty_to_take(Step step) {
  return duty(step.rule, step.thread, step.argument);
}

/// Nobody waits at a barrier here.
inline opexplore::Standing standing_of(const Queues& queues, std::span<const ThreadState> threads) {
  opexplore::Standing result;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (queues.has_ended(thread, threads[t])) result.ended |= thread_bit(thread);
  }
  return result;
}

/// What is open: all that is pending, also while it is not enabled, for others must not put it off
/// for ever; and those of the enabled steps that `moves` says are memory's for nobody's
/// instruction.
template <class Moves>
Duties duties_of(std::uint8_t issue, std::span<const ThreadState> threads,
                 std::span<const Step> steps, const Moves& moves) {
  Duties open;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    for (const Pending& pending : threads[t].pending) {
      open.push_back(duty(issue, static_cast<ThreadId>(t), pending.instruction));
    }
  }
  for (const Step step : steps) {
    if (moves(step)) open.push_back(duty_to_take(step));
  }
  std::ranges::sort(open);
  open.erase(std::unique(open.begin(), open.end()), open.end());
  return open;
}

/// Says so where an instruction, which could be issued otherwise, waits for room.
inline std::string_view cut_of(const Queues& queues, std::span<const ThreadState> threads) {
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (!queues.waits_for_room(static_cast<ThreadId>(t), threads[t])) continue;
    return "an instruction of a thread is pending at most twice";
  }
  return {};
}

}  // namespace opexplore::queue_model
