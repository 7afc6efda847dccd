// The words of the machine in traces and messages.
#include <algorithm>
#include <array>

#include "opmodel/machines/vulkan/machine.hpp"
#include "opmodel/parts/order_events.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::vulkan {

namespace {

void append(std::string& list, const std::string& part) {
  if (!list.empty()) list += ", ";
  list += part;
}

std::string levels_text(Levels levels, std::string_view before) {
  std::string text;
  for (unsigned level = 0; level < 4; ++level) {
    if ((levels >> level & 1U) == 0) continue;
    text += text.empty() ? before : "+";
    text += to_string(static_cast<VulkanScope>(level));
  }
  return text;
}

std::string_view kind_text(Stamp::Kind kind) {
  static constexpr std::array<std::string_view, 4> texts{
      "available", "visible", "available to the device", "visible to all"};
  return texts[static_cast<std::size_t>(kind)];
}

// Where a write is available, and in which scopes it may be made visible further.
std::string reach_text(const Stamp& stamp, const Operation& by) {
  if (stamp.kind == Stamp::Kind::available) {
    return levels_text(available_to(stamp.places, *by.event.scope), " to ");
  }
  return levels_text(hops_inwards(stamp.places), ", and may go on in ");
}

std::string instance_name(const Instance& instance) {
  std::string text = "barrier " + std::to_string(instance.number);
  if (instance.id) text += ", " + std::to_string(*instance.id);
  return text;
}

// What would have to be there.
std::string missing_text(const Operation& first, const Operation& second, Missing missing) {
  const bool is_private = !first.event.non_private || !second.event.non_private;
  switch (missing) {
    case Missing::order:
      return "nothing orders one before the other";
    case Missing::availability:
      return is_private ? "one of them is private, so the write is not available to the other"
                        : "the write is not made available to the other";
    case Missing::visibility:
      return is_private ? "one of them is private, so the write is not visible to the read"
                        : "the write is not made visible to the read";
    case Missing::scope:
      return "their scopes do not include each other";
  }
  return {};
}

}  // namespace

std::string Machine::operation_text(OperationId operation) const {
  const Operation& what = context_.plan[operation];
  return thread_name(what.thread) + " `" +
         test_.program.threads[what.thread].instructions[what.at].text + "`";
}

// "P0.2": the third instruction of P0.
std::string Machine::event_text(const State& state, EventId event) const {
  if (event == no_event) return "init";
  const Operation& what = context_.of(state, event);
  const char* const kind = what.is_read() ? "R" : what.is_write() ? "W" : "";
  return thread_name(what.thread) + "." + std::to_string(what.at) + kind;
}

std::string Machine::set_text(const State& state, const EventSet& set) const {
  std::string text;
  set.for_each(
      [&](std::size_t event) { append(text, event_text(state, static_cast<EventId>(event))); });
  return text;
}

std::string Machine::race(const State& state) const {
  const Race& race = *state.race;
  const Operation& first = context_.plan[race.first];
  const Operation& second = context_.plan[race.second];
  const auto place = [&](const Operation& what) {
    const SourcePlace& at = test_.program.threads[what.thread].instructions[what.at].place;
    return " (" + std::to_string(at.line) + ":" + std::to_string(at.column) + ")";
  };
  std::string missing = missing_text(first, second, race.missing);
  if (first.reference != second.reference && race.missing != Missing::order) {
    missing = "they use different references, and nothing goes through the device domain";
  }
  return operation_text(race.first) + place(first) + " and " + operation_text(race.second) +
         place(second) + " race on " + test_.program.locations[first.location].name + ": " +
         missing;
}

// Whether somebody may read the location, or the test asks for it: otherwise the state does not
// have its value.
bool Machine::is_told(const State& state, LocationId location) const {
  if (context_.observed[location]) return true;
  for (const LateRead& late : state.late) {
    if (context_.of(state, late.event).location == location) return true;
  }
  for (std::size_t thread = 0; thread < state.next.size(); ++thread) {
    const auto ahead = context_.plan.ahead(static_cast<ThreadId>(thread), state.next[thread]);
    for (const OperationId id : ahead) {
      const Operation& what = context_.plan[id];
      if (what.is_read() && what.location == location) return true;
    }
  }
  return false;
}

std::vector<Component> Machine::describe(const State& state) const {
  const Program& program = test_.program;
  std::vector<Component> components;
  for (std::size_t index = 0; index < program.locations.size(); ++index) {
    if (!is_told(state, static_cast<LocationId>(index))) continue;
    const Places places = places_of(state, static_cast<LocationId>(index));
    std::string text;
    for (std::size_t place = places.begin; place < places.end; ++place) {
      const Message& message = state.messages[place];
      append(text, std::to_string(message.value) + " by " + event_text(state, message.write));
      const std::string sources = set_text(state, message.sources);
      if (!sources.empty()) text += " releasing " + sources;
      for (std::size_t thread = 0; thread < state.next.size(); ++thread) {
        if ((message.brought & thread_bit(static_cast<ThreadId>(thread))) == 0) continue;
        text += " brought to " + thread_name(thread);
      }
    }
    components.push_back({"[" + program.locations[index].name + "]", text});
  }
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const std::string owner = thread_name(thread);
    const Instruction* const next = context_.next(state, thread);
    components.push_back({owner + " next", next != nullptr ? next->text : "end"});
    const auto registers = context_.registers(state, thread);
    for (const RegisterId reg : context_.liveness.live(thread, state.next[index])) {
      components.push_back({owner + " " + program.threads[index].registers[reg].name,
                            std::to_string(registers[reg])});
    }
    for (std::size_t mask = 0; mask < context_.plan.masks().size(); ++mask) {
      const std::size_t row = context_.row(thread, mask);
      const std::string known = set_text(state, state.known[row] | state.start[row]);
      if (known.empty()) continue;
      std::string classes;
      for (StorageClass one = 0; one < storage_classes; ++one) {
        if (has_class(context_.plan.masks()[mask], one)) classes += " sc" + std::to_string(one);
      }
      components.push_back({owner + " knows of" + classes, known});
    }
  }
  for (const Stamp& stamp : state.stamps) {
    components.push_back(
        {event_text(state, stamp.write) + " by " + event_text(state, stamp.by),
         std::string(kind_text(stamp.kind)) + reach_text(stamp, context_.of(state, stamp.by))});
  }
  for (const Instance& instance : state.instances) {
    std::string arrived;
    for (const Member& member : instance.arrived) append(arrived, thread_name(member.thread));
    components.push_back(
        {instance_name(instance), (instance.open ? "opened by " : "waiting ") + arrived});
  }
  for (const LateRead& late : state.late) {
    components.push_back({event_text(state, late.event), "has not read yet"});
  }
  if (state.race) components.push_back({"race", race(state)});
  return components;
}

StepText Machine::describe_late_read(const State& state, Step step) const {
  const ReadLateArgument argument = rule_list.argument<read_late>(step);
  const LateRead& late = state.late[argument.read];
  const Operation& what = context_.of(state, late.event);
  const Value read = state.messages[places_of(state, what.location).begin + argument.message].value;
  const std::string& location = test_.program.addresses[what.reference].name;
  StepText text;
  text.instruction = what.at;
  text.arguments = "reads " + location + "=" + std::to_string(read);
  text.reason = "nothing ordered before or behind it speaks against it";
  text.events.push_back({opexplore::Event::Kind::read, what.reference, read});
  if (late.write.event == no_event) return text;
  const Action& action = test_.program.threads[what.thread].instructions[what.at].action;
  const Value written = *value_written(action, late.write.operand, 0, read);
  text.events.push_back({opexplore::Event::Kind::write, what.reference, written});
  append(text.arguments, "writes " + location + "=" + std::to_string(written));
  return text;
}

StepText Machine::describe(const State& state, Step step) const {
  StepText text;
  if (rule_list.is<barrier_open>(step)) {
    text.arguments = instance_name(state.instances[step.argument]);
    return text;
  }
  if (rule_list.is<propagate>(step)) {
    const LocationId location = rule_list.argument<propagate>(step).location;
    const Places places = places_of(state, location);
    text.arguments = "memory brings " + test_.program.locations[location].name + "=" +
                     std::to_string(state.messages[places.end - 1].value);
    return text;
  }
  if (rule_list.is<read_late>(step)) return describe_late_read(state, step);
  const Instruction& instruction = *context_.next(state, step.thread);
  text.instruction = state.next[step.thread];
  const auto address = address_of(instruction.action);
  if (!address) {
    text.events = order_events(instruction.action);
    return text;
  }
  const Address& named = test_.program.addresses[*address];
  if (rule_list.is<put_off>(step)) {
    text.arguments =
        (writes_memory(instruction.action) ? "will read and write " : "will read ") + named.name;
    return text;
  }
  const Places places = places_of(state, named.location);
  Value read = 0;
  if (reads_memory(instruction.action)) {
    const std::size_t place = rule_list.is<modify>(step)
                                  ? rule_list.argument<modify>(step).message
                                  : rule_list.argument<vulkan::read>(step).message;
    const Message& message = state.messages[places.begin + place];
    read = message.value;
    const std::string by = message.write == no_event
                               ? std::string("the initial write, or one that all have left behind")
                               : thread_name(context_.of(state, message.write).thread);
    text.arguments = "reads " + named.name + "=" + std::to_string(read);
    text.events.push_back({opexplore::Event::Kind::read, *address, read, {}, {}});
    text.reason = "no write that is ordered before it comes after that of " + by;
  }
  if (!writes_memory(instruction.action)) return text;
  const auto written =
      value_written(instruction.action, context_.registers(state, step.thread), read);
  if (written) {
    text.events.push_back({opexplore::Event::Kind::write, *address, *written, {}, {}});
  }
  append(text.arguments,
         "writes " + (written ? named.name + "=" + std::to_string(*written) : "nothing"));
  const std::size_t place = rule_list.is<modify>(step)
                                ? rule_list.argument<modify>(step).place
                                : rule_list.argument<vulkan::write>(step).place;
  if (written && place < places.size()) {
    text.arguments += " before " + std::to_string(state.messages[places.begin + place].value);
  }
  return text;
}

// "; P1 has ended", "; P2 is elsewhere", "; 2 of 4 have come".
Phrase Machine::absent_phrase(const State& state, const Instance& instance) const {
  if (instance.quorum) {
    return "; " + std::to_string(instance.arrived.size()) + " of " +
           std::to_string(*instance.quorum) + " have come";
  }
  Phrase text;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    if ((instance.members & thread_bit(thread)) == 0) continue;
    if (std::ranges::find(instance.arrived, thread, &Member::thread) != instance.arrived.end()) {
      continue;
    }
    text += "; " + Phrase(Phrase::OfThread{thread}) +
            (context_.has_ended(state, thread) ? " has ended" : " is elsewhere");
  }
  return text;
}

Phrase Machine::stuck_reason(const State& state) const {
  Phrase reason;
  for (const Instance& instance : state.instances) {
    if (instance.open) continue;
    Phrase waiting;
    for (const Member& member : instance.arrived) {
      waiting += (waiting.empty() ? "" : ", ") + Phrase(Phrase::OfThread{member.thread});
    }
    reason += (reason.empty() ? "waiting for ever: " : ", ") + waiting + " at " +
              instance_name(instance) + absent_phrase(state, instance);
  }
  return reason;
}

}  // namespace opexplore::vulkan
