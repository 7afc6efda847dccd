#include "opmodel/machines/ptx_async/fairness.hpp"

#include <algorithm>

#include "opmodel/machines/ptx_async/machine.hpp"
#include "opmodel/machines/ptx_async/mbarriers.hpp"

namespace opexplore::ptx_async {

namespace {

// What a duty is about. Numbers are those of a location, of an mbarrier, or of an event among those
// of its thread that are asynchronous, or are not: in a loop that changes nothing they stay.
enum class Owed : std::uint8_t { last_writes, operation, put_off, completion };

std::uint32_t duty(ThreadId thread, Owed what, std::size_t number) {
  return std::uint32_t{thread} << 16U | static_cast<std::uint32_t>(what) << 8U |
         static_cast<std::uint32_t>(number);
}

const MbarrierOperation* next_wait(const Guards& guards, ThreadId thread) {
  const auto* const mbarrier = guards.next<MbarrierOperation>(thread);
  const bool waits = mbarrier != nullptr && mbarrier->kind == MbarrierOperation::Kind::wait;
  return waits ? mbarrier : nullptr;
}

}  // namespace

EventSet last_of(const Consistency& consistency, LocationId location) {
  EventSet last;
  for (const EventId write : consistency.last_writes(location)) last |= EventSet::of(write);
  return last;
}

bool is_behind(const Context& context, const State& state, const std::vector<Standing>& standings,
               const Consistency& consistency, ThreadId thread, LocationId location) {
  return context.read_in_loops(thread, standings[thread].at).test(location) &&
         !state.shown[thread].includes(last_of(consistency, location));
}

Outdated outdated(const Context& context, const State& state, ThreadId thread,
                  LocationId location) {
  Outdated gone;
  const EventSet& shown = state.shown[thread];
  if (shown.empty()) return gone;
  const Consistency consistency(context, state);
  for (const EventId write : consistency.causality().accesses(location)) {
    if (!state.events[write].wrote) continue;
    gone.initial = gone.initial || shown.contains(write);
    if (consistency.coherence()[write].intersects(shown)) gone.writes |= EventSet::of(write);
  }
  return gone;
}

void forget_shown(const Context& context, State& state, ThreadId thread) {
  EventSet& shown = state.shown[thread];
  if (shown.empty()) return;
  const LocationSet& read = context.read_in_loops(thread, standing_of(context, state, thread).at);
  shown.for_each([&](std::size_t write) {
    const bool kept = read.test(context.location(state.events[write]));
    if (!kept) shown &= ~EventSet::of(write);
  });
}

opexplore::Standing Machine::standing(const State& state) const {
  opexplore::Standing result;
  const std::vector<Standing> standings = standings_of(context_, state);
  const Guards guards(context_, state, standings);
  for (std::size_t t = 0; t < standings.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (guards.has_step(thread)) continue;
    (guards.has_ended(thread) ? result.ended : result.waiting) |= thread_bit(thread);
  }
  return result;
}

bool Machine::is_memory_step(Step step) const {
  step.rule = static_cast<std::uint8_t>(step.rule - first_rule);
  return rule_list.is<perform_descriptor>(step) || rule_list.is<perform_read>(step) ||
         rule_list.is<perform_write>(step) || rule_list.is<perform_reduction>(step) ||
         rule_list.is<perform_complete>(step) || rule_list.is<show_last>(step);
}

Duties Machine::duties(const State& state) const {
  Duties open;
  if (!context_.judges_runs()) return open;
  const std::vector<Standing> standings = standings_of(context_, state);
  const Guards guards(context_, state, standings);
  const Consistency consistency(context_, state);
  for (std::size_t t = 0; t < standings.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t l = 0; l < context_.program().locations.size(); ++l) {
      const auto location = static_cast<LocationId>(l);
      if (is_behind(context_, state, standings, consistency, thread, location)) {
        open.push_back(duty(thread, Owed::last_writes, l));
      }
    }
    std::size_t operations = 0, own = 0;
    for (std::size_t i = 0; i < state.events.size(); ++i) {
      const Event& event = state.events[i];
      if (event.thread != thread) continue;
      const bool apart = is_asynchronous(event.what);
      const std::size_t number = apart ? operations++ : own++;
      if (event.done || !guards.is_ready(static_cast<EventId>(i))) continue;
      open.push_back(duty(thread, apart ? Owed::operation : Owed::put_off, number));
    }
  }
  std::ranges::sort(open);
  return open;
}

StepDuties Machine::step_duties(const State& before, Step step, const State&) const {
  step.rule = static_cast<std::uint8_t>(step.rule - first_rule);
  if (rule_list.is<show_last>(step)) {
    const LocationId location = rule_list.argument<show_last>(step).location;
    return {{}, {duty(step.thread, Owed::last_writes, location)}};
  }
  const bool waits = rule_list.is<mbarrier_wait>(step),
             fails = rule_list.is<mbarrier_time_out>(step);
  if (!waits && !fails) return {};
  const std::vector<Standing> standings = standings_of(context_, before);
  const MbarrierOperation* const wait = next_wait(Guards(context_, before, standings), step.thread);
  const std::size_t number = context_.mbarrier(wait->mbarrier);
  const Duties owed{duty(step.thread, Owed::completion, number)};
  if (waits) return {{}, owed};
  const Value parity = known_value(wait->operand, standings[step.thread]);
  return is_over(before.mbarriers[number], parity) ? StepDuties{owed, {}} : StepDuties{};
}

}  // namespace opexplore::ptx_async
