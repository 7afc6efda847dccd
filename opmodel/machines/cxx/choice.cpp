#include "opmodel/machines/cxx/choice.hpp"

#include "opmodel/parts/closure.hpp"

namespace opexplore::cxx {

namespace {

Pending pending_of(const ThreadRun& run, const Context& context, EventName name) {
  Pending event{name, run.pc(), run.operands_known()};
  const Action& action = context.program().threads[name.thread].instructions[run.pc()].action;
  event.operand = stored_value(action, run.registers());
  event.expected = compared_value(action, run.registers());
  return event;
}

}  // namespace

Outlook outlook_of(const Context& context, const State& state, ThreadId thread) {
  Outlook outlook;
  ThreadRun run(context, state, thread);
  const auto& events = state.threads[thread];
  while (run.passed() < events.size()) {
    const EventName name{thread, static_cast<std::uint8_t>(run.passed())};
    if (state.at(name).done == Done::postponed) {
      outlook.late.push_back(pending_of(run, context, name));
    }
    run.pass();
  }
  if (run.stand() == Stand::event) {
    const EventName name{thread, static_cast<std::uint8_t>(events.size())};
    outlook.next = pending_of(run, context, name);
  }
  outlook.stand = run.stand();
  outlook.pc = run.pc();
  return outlook;
}

// A load whose value nobody looks at can still race and acquire.
Choice::Choice(const Context& context)
    : context_(context), memory_(context.program(), context.liveness(), DeadLoads::counted) {
  for (const Thread& thread : context.program().threads) {
    steps_back_.push_back(steps_back(thread));
    has_loop_.push_back(has_backward_jump(thread));
  }
}

ThreadMask Choice::of(std::span<const Outlook> outlooks) const {
  ThreadMask able = 0;
  for (std::size_t index = 0; index < outlooks.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const Outlook& outlook = outlooks[index];
    if (outlook.next || !outlook.late.empty()) able |= thread_bit(thread);
  }
  if ((able & (able - 1)) == 0) return able;
  return ample_threads(able, {[&](ThreadId thread) { return conflicts(outlooks, thread); },
                              [](ThreadId) { return true; }});
}

// A thread that may come round a loop is not run alone: its iteration may be one that changed
// nothing and is given up, and what others do beside it may be a race.
ThreadMask Choice::conflicts(std::span<const Outlook> outlooks, ThreadId thread) const {
  const Outlook& mine = outlooks[thread];
  std::uint64_t reads = 0;
  if (mine.next) reads |= memory_.at(thread, mine.next->instruction).reads;
  for (const Pending& event : mine.late) reads |= memory_.at(thread, event.instruction).reads;
  const bool back = may_go_back(mine, thread);
  ThreadMask result = mine.stand == Stand::barrier ? others_of(thread) : ThreadMask{0};
  for (std::size_t index = 0; index < outlooks.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    if (other == thread) continue;
    if (back || (may_write(outlooks[index], other) & reads) != 0) result |= thread_bit(other);
  }
  return result;
}

// Any of its block may let it go.
ThreadMask Choice::others_of(ThreadId thread) const {
  return context_.barriers().cta(thread) & ~thread_bit(thread);
}

// What was postponed may be the rest of an iteration that was begun long ago.
bool Choice::may_go_back(const Outlook& outlook, ThreadId thread) const {
  if (!outlook.late.empty()) return has_loop_[thread];
  return outlook.next && steps_back_[thread][outlook.next->instruction];
}

bool Choice::others_may_write(std::span<const Outlook> outlooks, ThreadId thread,
                              InstructionId pc) const {
  const std::uint64_t reads = memory_.at(thread, pc).reads;
  for (std::size_t index = 0; index < outlooks.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    if (other != thread && (may_write(outlooks[index], other) & reads) != 0) return true;
  }
  return false;
}

std::uint64_t Choice::may_write(const Outlook& outlook, ThreadId thread) const {
  std::uint64_t result = memory_.from(thread, outlook.pc).writes;
  for (const Pending& event : outlook.late) {
    result |= memory_.at(thread, event.instruction).writes;
  }
  return result;
}

}  // namespace opexplore::cxx
