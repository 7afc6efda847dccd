// Who may go on in a graph, and what its memory owes: for judging infinite runs.
#include <algorithm>

#include "opmodel/machines/cxx/barriers.hpp"
#include "opmodel/machines/cxx/machine.hpp"
#include "opmodel/parts/local.hpp"

namespace opexplore::cxx {

namespace {

// Times that an instruction of a thread may write. A graph does not forget its writes, so a loop
// that writes something new has to be given up.
constexpr std::size_t most_writes = 4;

bool writes_too_often(const std::vector<GraphEvent>& events) {
  return std::ranges::any_of(events, [&](const GraphEvent& event) {
    const auto same = std::ranges::count_if(events, [&](const GraphEvent& other) {
      return other.writes() && other.instruction == event.instruction;
    });
    return static_cast<std::size_t>(same) > most_writes;
  });
}

constexpr std::uint32_t duty(ThreadId thread, LocationId location) {
  return std::uint32_t{thread} << 8U | location;
}

}  // namespace

Standing Machine::standing(const State& state) const {
  Standing result;
  const std::vector<Outlook> outlooks = outlooks_of(context_, state);
  for (std::size_t t = 0; t < context_.threads(); ++t) {
    const ThreadMask thread = thread_bit(static_cast<ThreadId>(t));
    if (outlooks[t].stand == Stand::end) result.ended |= thread;
    if (outlooks[t].stand == Stand::barrier) result.waiting |= thread;
  }
  return result;
}

// Whether the thread may still read something of the location that is not the last.
bool Machine::misses_last(const State& state, const Outlook& outlook, ThreadId thread,
                          LocationId location) const {
  const auto& order = state.coherence[location];
  return !order.empty() && state.floors[thread][location] != order.back() &&
         context_.may_read(thread, outlook.pc, location);
}

// A thread that will not read needs no floor.
void Machine::forget_floors(State& state, ThreadId thread) const {
  const InstructionId pc = outlook_of(context_, state, thread).pc;
  for (std::size_t l = 0; l < context_.locations(); ++l) {
    const auto location = static_cast<LocationId>(l);
    if (!context_.may_read(thread, pc, location)) state.floors[thread][location].reset();
  }
}

Duties Machine::duties(const State& state) const {
  Duties open;
  if (!liveness_) return open;
  for (std::size_t t = 0; t < context_.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const Outlook outlook = outlook_of(context_, state, thread);
    for (std::size_t l = 0; l < context_.locations(); ++l) {
      const auto location = static_cast<LocationId>(l);
      if (misses_last(state, outlook, thread, location)) open.push_back(duty(thread, location));
    }
  }
  return open;
}

StepDuties Machine::step_duties(const State&, Step step, const State&) const {
  if (!is_memory_step(step)) return {};
  return {{}, {duty(step.thread, rule_list.argument<propagate>(step).location)}};
}

// A thread that cannot go on before the read is made gains nothing by postponing it: it may as well
// read later. Nor does one whose read is not atomic: what it reads happens before it, or there is a
// race without further ado.
std::string_view Machine::cut(const State& state) const {
  if (!liveness_) return {};
  const std::vector<Outlook> outlooks = outlooks_of(context_, state);
  for (std::size_t t = 0; t < context_.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto& next = outlooks[t].next;
    if (!next) continue;
    const Planned& plan = context_.plan(thread, next->instruction);
    if (!plan.postponable || plan.order == Order::weak) continue;
    const State later = *postpone(context_, state, *next, 0);
    if (outlook_of(context_, later, thread).stand != Stand::event) continue;
    return "no read waits for a write that follows from a later write of its own thread";
  }
  return {};
}

// What a thread does that has run local instructions for long.
LocalRun Machine::endless_run(const State& state, ThreadId thread) const {
  ThreadRun run(context_, state, thread);
  run.pass_all();
  InstructionId pc = run.pc();
  std::vector<Value> registers(run.registers().begin(), run.registers().end());
  return LocalSteps(context_.program(), context_.liveness()).run(thread, pc, registers);
}

std::string_view Machine::exceeded_for_liveness(const State& state) const {
  for (std::size_t t = 0; t < context_.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (writes_too_often(state.threads[t])) {
      return "an instruction of a thread has written more than 4 times";
    }
    if (outlook_of(context_, state, thread).stand != Stand::endless) continue;
    if (endless_run(state, thread) == LocalRun::diverges) continue;
    return "a thread executes more than 16,384 arithmetic instructions and branches in a row";
  }
  return {};
}

}  // namespace opexplore::cxx
