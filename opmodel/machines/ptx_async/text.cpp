// The words of the machine in traces and messages.
#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/consistency.hpp"
#include "opmodel/machines/ptx_async/machine.hpp"
#include "opmodel/parts/barrier_text.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::ptx_async {

namespace {

// The number of an event among all of its thread, asynchronous ones too.
std::uint32_t number_in_thread(const State& state, EventId id) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < id; ++i) {
    number += state.events[i].thread == state.events[id].thread ? 1U : 0U;
  }
  return number;
}

WriteRef ref(const State& state, EventId id) {
  return {state.events[id].thread, number_in_thread(state, id)};
}

std::string name_of(const State& state, EventId id) {
  return thread_name(state.events[id].thread) + "." + std::to_string(number_in_thread(state, id));
}

std::string_view kind_text(const Event& event) {
  switch (event.what) {
    case Happens::descriptor:
      return "reads its descriptor ";
    case Happens::source:
      return "reads its source ";
    case Happens::target:
      return "writes its destination ";
    case Happens::combine:
      return "combines with its destination ";
    default:
      return "";
  }
}

std::string access_text(const Context& context, const State& state, EventId id) {
  const Event& event = state.events[id];
  const std::string& location = context.program().addresses[event.address].name;
  std::string text(kind_text(event));
  if (event.has_read()) {
    text += (is_asynchronous(event.what) ? "" : "reads ") + location + "=" +
            std::to_string(value_read(context, state, event)) +
            (event.reads_from == no_event ? ", its initial value"
                                          : " written by " + name_of(state, event.reads_from));
  }
  if (event.wrote) {
    text += (event.has_read()              ? ", writes "
             : is_asynchronous(event.what) ? ""
                                           : "writes ") +
            location + "=" + std::to_string(event.value);
  }
  return text;
}

std::string event_text(const Context& context, const State& state, EventId id) {
  const Event& event = state.events[id];
  const std::string object = context.program().addresses[event.address].name;
  if (!event.done && !event.wrote)
    return event.what == Happens::complete ? "will complete at " + object : "pending";
  if (event.accesses()) return access_text(context, state, id);
  if (event.what == Happens::complete) return "completes at " + object;
  const auto* const mbarrier = context.of<MbarrierOperation>(event);
  if (mbarrier != nullptr && mbarrier->kind == MbarrierOperation::Kind::wait) {
    return event.value != 0 ? "the phase of " + object + " is complete"
                            : "the phase of " + object + " is not complete";
  }
  return context.thread(event.thread).instructions[event.instruction].text;
}

// Of an access what it has done, but for a write that was there before.
std::vector<opexplore::Event> events_of(const Context& context, const State& state, EventId id,
                                        bool had_written = false) {
  using Shown = opexplore::Event;
  const Event& event = state.events[id];
  std::vector<Shown> shown;
  const auto add = [&](Shown::Kind kind, Value value) {
    Shown& last = shown.emplace_back();
    last.kind = kind;
    last.address = event.address;
    last.value = value;
  };
  if (!event.done && !event.wrote) return shown;
  if (event.what == Happens::fence) add(Shown::Kind::fence, 0);
  if (event.what == Happens::barrier) add(Shown::Kind::barrier, 0);
  if (event.has_read()) {
    add(Shown::Kind::read, value_read(context, state, event));
    shown.back().read_from = event.reads_from != no_event
                                 ? ref(state, event.reads_from)
                                 : initial_write_of(context.location(event));
  }
  if (event.wrote && !had_written) {
    add(Shown::Kind::write, event.value);
    shown.back().wrote = ref(state, id);
  }
  return shown;
}

std::string_view why_text(Undefined::Why why) {
  switch (why) {
    case Undefined::Why::not_initialised:
      return "is not initialised";
    case Undefined::Why::initialised_twice:
      return "is initialised already";
    case Undefined::Why::not_published:
      return "is initialised by another thread, and nothing orders that before this";
    case Undefined::Why::below_zero:
      return "has more arrivals than are pending";
    case Undefined::Why::counts_none:
      return "counts no arrival";
    case Undefined::Why::completes:
      return "completes its phase by an arrival with .noComplete";
  }
  return {};
}

// The first event that the state did not have: those of a thread come behind its others.
EventId first_new(const State& state, const State& next) {
  std::size_t id = 0;
  while (id < state.events.size() && state.events[id].thread == next.events[id].thread &&
         state.events[id].instruction == next.events[id].instruction &&
         state.events[id].what == next.events[id].what) {
    ++id;
  }
  return static_cast<EventId>(id);
}

// What a step has done at the event that it adds, or at the chosen one.
void tell_event(const Context& context, const State& state, const State& next, EventId chosen,
                StepText& text) {
  const bool adds = next.events.size() > state.events.size();
  const bool does =
      chosen < state.events.size() && !state.events[chosen].done && next.events[chosen].done;
  const EventId id = does || !adds ? chosen : first_new(state, next);
  text.instruction = next.events[id].instruction;
  const bool had_written = id < state.events.size() && does && state.events[id].wrote;
  text.events = events_of(context, next, id, had_written);
  const bool plain = next.events[id].what == Happens::fence;
  if (!plain) text.arguments = event_text(context, next, id);
  if (context.of<FencedCopy>(next.events[id]) != nullptr) {
    for (opexplore::Event& more : events_of(context, next, static_cast<EventId>(id + 1))) {
      text.events.push_back(std::move(more));
    }
  }
  if (next.events[id].has_read()) {
    text.reason = "causality hides no later write from the read";
  }
}

}  // namespace

std::vector<Component> Machine::describe(const State& state) const {
  std::vector<Component> components;
  for (std::size_t i = 0; i < state.events.size(); ++i) {
    const auto id = static_cast<EventId>(i);
    components.push_back({name_of(state, id), event_text(context_, state, id)});
  }
  for (std::size_t i = 0; i < state.mbarriers.size(); ++i) {
    const Mbarrier& mbarrier = state.mbarriers[i];
    const std::string& called = context_.program().locations[context_.mbarrier_locations()[i]].name;
    components.push_back({"mbarrier " + called,
                          mbarrier.valid ? "phase " + std::to_string(mbarrier.phase ? 1 : 0) +
                                               ", pending " + std::to_string(mbarrier.pending) +
                                               ", bytes " + std::to_string(mbarrier.bytes)
                                         : "not initialised"});
  }
  opexplore::describe(state.barriers, context_.program(), components);
  return components;
}

// The event that a step is about is the first that it adds, or the one that it does.
StepText Machine::describe(const State& state, Step step) const {
  step.rule = static_cast<std::uint8_t>(step.rule - first_rule);
  StepText text;
  Found found;
  find_steps(context_, state, found, Rounds::kept);
  if (rule_list.is<ptx_async::show_last>(step)) {
    const LocationId location = rule_list.argument<ptx_async::show_last>(step).location;
    text.arguments = context_.program().locations[location].name;
    return text;
  }
  if (rule_list.is<ptx_async::go_round>(step)) return text;
  for (const auto& [each, next] : found) {
    if (each != step) continue;
    if (rule_list.is<ptx_async::keep_last>(step)) {
      const LocationId location = context_.observed()[state.settled.size()];
      text.arguments = context_.program().locations[location].name + "=" +
                       std::to_string(next.settled.back()) + " stays";
      const std::vector<EventId> last = last_values(context_, state);
      const EventId kept = last[rule_list.argument<ptx_async::keep_last>(step).way];
      text.last = kept == no_event ? initial_write_of(location) : ref(state, kept);
      return text;
    }
    // Of others the number is 0.
    const auto chosen = static_cast<EventId>(rule_list.argument<ptx_async::read>(step).event);
    tell_event(context_, state, next, chosen, text);
  }
  return text;
}

Phrase Machine::stuck_reason(const State& state) const {
  Phrase reason = waiting_phrase(state.barriers, context_.program());
  for (std::size_t t = 0; t < context_.program().threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const Standing standing = standing_of(context_, state, thread);
    const std::vector<Instruction>& code = context_.thread(thread).instructions;
    if (standing.kind != Standing::Kind::ready || standing.at == code.size()) continue;
    if (!reason.empty()) reason += "; ";
    reason += Phrase::OfThread{thread};
    reason += " waits at '" + code[standing.at].text + "'";
  }
  return reason;
}

Coherence Machine::coherence(const State& state) const {
  Coherence pairs;
  const Consistency consistency(context_, state);
  for (std::size_t i = 0; i < state.events.size(); ++i) {
    const auto id = static_cast<EventId>(i);
    if (!state.events[i].wrote) continue;
    pairs.emplace_back(initial_write_of(context_.location(state.events[i])), ref(state, id));
    consistency.coherence()[i].for_each([&](std::size_t later) {
      pairs.emplace_back(ref(state, id), ref(state, static_cast<EventId>(later)));
    });
  }
  return pairs;
}

std::string Machine::race(const State& state) const {
  const Event& event = state.events[state.undefined->event];
  return "at " + thread_name(event.thread) + " `" +
         context_.thread(event.thread).instructions[event.instruction].text + "` the mbarrier " +
         context_.program().addresses[event.address].name + " " +
         std::string(why_text(state.undefined->why));
}

}  // namespace opexplore::ptx_async
