#include "opmodel/machines/vulkan/machine.hpp"

#include <algorithm>
#include <bit>

#include "opmodel/machines/vulkan/collect.hpp"
#include "opmodel/machines/vulkan/permute.hpp"
#include "opmodel/machines/vulkan/renumber.hpp"

namespace opexplore::vulkan {

namespace {

// A step has room for so many places of one location.
constexpr std::size_t most_messages = 200;
// What the events of one step fit into.
constexpr std::size_t most_events = EventSet::capacity - 2;

Reading reading_of(const MachineOptions& options) {
  return value_of(Machine::settings[2], options) == "khronos" ? Reading::khronos : Reading::dat3m;
}

// Chains "as in the model" are those of the text that is read.
// WART: vulkan-readings. Of the specification, chains alone: not how far its barriers reach.
Chains chains_of(const MachineOptions& options) {
  const std::string_view value = value_of(Machine::settings[1], options);
  if (value == "none") return Chains::none;
  const bool by_text = value_of(Machine::settings[2], options) == "spec";
  return value == "spec" || by_text ? Chains::spec : Chains::model;
}

bool is_of_vulkan(const Action& action) {
  if (is_local(action)) return true;
  const auto fence = fence_of(action);
  return (fence && fence->device) || vulkan_of(action) != nullptr;
}

// Whether races count in complete executions alone. Where the question is which runs are complete,
// none is left out.
bool has_filter(const Test& test, const MachineOptions& options) {
  return test.filter.has_value() && !options.liveness;
}

}  // namespace

std::string_view Machine::axioms(const MachineOptions& options) {
  const bool khronos = reading_of(options) == Reading::khronos;
  switch (chains_of(options)) {
    case Chains::model:
      return khronos ? "vulkan-als" : "vulkan";
    case Chains::spec:
      return khronos ? "" : "vulkan-spec";
    case Chains::none:
      break;
  }
  return khronos ? "vulkan-als-nochains" : "vulkan-nochains";
}

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions&) {
  const std::size_t count = test.program.threads.size();
  if (count > max_mask_threads) {
    return Refusal{"the program has " + std::to_string(count) + " threads; vulkan runs at most " +
                   std::to_string(max_mask_threads)};
  }
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (!is_of_vulkan(instruction.action)) {
        return Refusal{'\'' + instruction.text + "' is no instruction of Vulkan",
                       instruction.place};
      }
    }
  }
  if (!test.program.system_synchronisations.empty() && Plan(test.program).waits_for_itself()) {
    return Refusal{"threads synchronise in a circle (ssw): none of them can begin"};
  }
  return std::nullopt;
}

Machine::Machine(const Test& test, const MachineOptions& options)
    : test_(test),
      options_(options),
      ignores_races_(value_of(settings[0], options) == "ignore"),
      follows_races_(value_of(settings[0], options) == "follow"),
      context_(test, chains_of(options), reading_of(options),
               ignores_races_ || follows_races_ || has_filter(test, options), options),
      interactions_(test.program, context_.plan, context_.exact),
      fairness_(context_) {
  if (options.goal) ahead_.emplace(test);
  // What others do in between is what a thread sees there.
  if (!context_.brought.empty()) options_.ample_threads = false;
  const bool goes_back = std::ranges::any_of(test.program.threads, has_backward_jump);
  if (options.prune_spins && goes_back) {
    spins_.emplace(test.program, context_.liveness, context_.local);
  }
}

State Machine::initial() const {
  State state;
  const Program& program = test_.program;
  const std::size_t threads = program.threads.size();
  for (std::size_t index = 0; index < program.locations.size(); ++index) {
    Message message;
    message.location = static_cast<LocationId>(index);
    message.value = program.locations[index].initial;
    state.messages.push_back(message);
  }
  for (const Thread& thread : program.threads) {
    state.next.push_back(0);
    for (const Register& reg : thread.registers) state.registers.push_back(reg.initial);
  }
  state.known.resize(threads * context_.plan.masks().size());
  state.start.resize(state.known.size());
  state.released.resize(threads);
  state.through.resize(threads);
  state.pending.resize(threads * storage_classes);
  for (std::size_t thread = 0; thread < threads; ++thread) {
    run_local(state, static_cast<ThreadId>(thread));
  }
  start_threads(context_, state);
  collect(context_, state);
  return state;
}

void Machine::run_local(State& state, ThreadId thread) const {
  const auto registers = context_.registers(state, thread);
  if (options_.fuse_local) {
    const auto held = [&](InstructionId at) {
      return waited_for(context_, state, thread, at).has_value();
    };
    if (state.late.empty()) {
      context_.local.run(thread, state.next[thread], registers);
    } else {
      context_.local.run(thread, state.next[thread], registers, held);
    }
  } else {
    context_.liveness.clear_dead(thread, state.next[thread], registers);
  }
}

// What follows a step without being one: local instructions, threads that may begin, what nobody
// needs any more.
void Machine::settle(State& state, ThreadId thread) const {
  run_local(state, thread);
  start_threads(context_, state);
  for (const LocationId location : context_.brought) bring_to_all(state, location);
  if (options_.forget_dead) {
    collect(context_, state);
  } else {
    keep_events(context_, state, EventSet::below(state.events.size()));
  }
}

// What the steps of memory would do for each thread (propagate).
void Machine::bring_to_all(State& state, LocationId location) const {
  const Places places = places_of(state, location);
  for (std::size_t place = places.begin; place < places.end; ++place) {
    state.messages[place].brought = 0;
  }
  for (std::size_t thread = 0; thread < state.next.size(); ++thread) {
    state.messages[places.end - 1].brought |= thread_bit(static_cast<ThreadId>(thread));
  }
}

bool Machine::runs_forever(const State& state, ThreadId thread) const {
  return options_.fuse_local && context_.local.at_local(thread, state.next[thread]) &&
         !context_.waits(state, thread) && !waited_for(context_, state, thread);
}

bool Machine::may_step(const State& state, ThreadId thread) const {
  return context_.next(state, thread) != nullptr && !context_.waits(state, thread) &&
         !waited_for(context_, state, thread) && (state.started & thread_bit(thread)) != 0;
}

// Whether a load that the thread has put off is all that it waits for.
bool Machine::has_to_read(const State& state, ThreadId thread) const {
  return waited_for(context_, state, thread) && !context_.waits(state, thread);
}

// Those with a step of their own, but for barriers that open.
ThreadMask Machine::able_threads(const State& state, bool& diverges) const {
  ThreadMask able = 0;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const bool reads = has_to_read(state, thread) || may_write_late(context_, state, thread);
    if (reads) able |= thread_bit(thread);
    if (!may_step(state, thread)) continue;
    if (runs_forever(state, thread)) {
      diverges = true;
      if (!options_.liveness) continue;
    }
    able |= thread_bit(thread);
  }
  return able;
}

// A barrier with a quorum is up to those who have arrived, too.
Machine::Turns Machine::turns_of(const State& state) const {
  Turns turns;
  ThreadMask able = able_threads(state, turns.diverges);
  for (std::size_t instance = 0; instance < state.instances.size(); ++instance) {
    const ThreadId thread = state.instances[instance].arrived.front().thread;
    if (may_open(context_, state, thread, {instance})) able |= thread_bit(thread);
  }
  turns.chosen =
      options_.ample_threads ? chosen_threads(context_, interactions_, state, able) : able;
  turns.others = able & ~turns.chosen;
  return turns;
}

Machine::Steps Machine::candidates(const State& state, ThreadMask threads) const {
  Steps steps;
  for (ThreadMask left = threads; left != 0; left &= left - 1) {
    const auto thread = static_cast<ThreadId>(std::countr_zero(left));
    add_late_reads(state, thread, steps);
    if (!may_step(state, thread)) continue;
    if (options_.liveness && fairness_.withholds(state, thread)) continue;
    add_steps(state, thread, steps);
  }
  if (options_.liveness) add_memory_steps(state, steps);
  for (std::size_t instance = 0; instance < state.instances.size(); ++instance) {
    const ThreadId thread = state.instances[instance].arrived.front().thread;
    if ((threads & thread_bit(thread)) == 0) continue;
    rule_list.offer<barrier_open>(steps, thread, OpenArgument{instance}, context_, state);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

// Whether the thread may come here again. A read that was late is so once.
bool Machine::goes_back(const State& before, Step step, const State& after) {
  return !rule_list.is<read_late>(step) && after.next[step.thread] <= before.next[step.thread];
}

// An iteration that only reads, and changes nothing but what the thread knows, can be left out of
// an execution: what is left is consistent, and has the same outcome, for all axioms are monotone.
// Its reads must not be what a race is found with, and no load of the thread may wait: the
// registers do not show what it will read. Others' may, for no read is what they wait for.
bool Machine::spins(const State& before, const State& after, ThreadId thread) const {
  if (!spins_ || after.race != before.race) return false;
  if (has_put_off(context_, before, thread) || has_put_off(context_, after, thread)) return false;
  const InstructionId at = before.next[thread];
  const Instruction* const instruction = context_.next(before, thread);
  if (instruction == nullptr || !reads_memory(instruction->action)) return false;
  if (after.messages.size() != before.messages.size()) return false;  // it has written
  return interactions_.loops_without_races(thread, at) &&
         spins_->returns(thread, at, context_.registers(before, thread), after.next[thread],
                         context_.registers(after, thread));
}

bool Machine::may_be_dead_end(const State& state) const {
  return std::ranges::any_of(state.late,
                             [](const LateRead& late) { return late.write.event != no_event; });
}

bool Machine::is_graded(const Test& test, const MachineOptions& options) {
  return !options.symmetry || Symmetry(test).none();
}

MachineOptions Machine::graded(MachineOptions options) {
  options.symmetry = false;
  return options;
}

void Machine::arrange(State& state) const {
  if (!context_.symmetry.none()) make_canonical(context_, state);
}

bool Machine::is_final(const State& state) const {
  for (std::size_t thread = 0; thread < state.next.size(); ++thread) {
    if (!context_.has_ended(state, static_cast<ThreadId>(thread))) return false;
  }
  return true;
}

Outcome Machine::outcome(const State& state) const {
  Outcome values;
  for (const Observable& observable : test_.observables) {
    if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
      values.push_back(context_.registers(state, term->thread)[term->reg]);
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      const Places places = places_of(state, test_.program.addresses[address].location);
      values.push_back(state.messages[places.end - 1].value);
    }
  }
  return values;
}

bool Machine::has_raced(const State& state) const {
  if (!state.race || ignores_races_ || (options_.liveness && follows_races_)) return false;
  if (!context_.exact) return true;
  return is_final(state) && (!test_.filter || holds(*test_.filter, outcome(state)));
}

PossibleValues Machine::possible_values(const State& state, std::size_t index) const {
  return vulkan::possible_values(context_, *ahead_, state, test_.observables[index]);
}

bool Machine::may_race(const State& state) const {
  return !ignores_races_ && vulkan::may_race(context_, interactions_, state);
}

std::string_view Machine::exceeded(const State& state) const {
  if (state.events.size() > most_events) {
    return "more than 254 events matter at once: a loop that writes outruns its readers";
  }
  if (state.late.size() > ReadLateArgument::most_reads) {
    return "more than 16 reads take effect late at once";
  }
  for (std::size_t location = 0; location < test_.program.locations.size(); ++location) {
    const std::size_t count = places_of(state, static_cast<LocationId>(location)).size();
    if (!state.late.empty() && count > ReadLateArgument::most_messages) {
      return "a location has more than 62 writes while a read takes effect late";
    }
    if (count > most_messages) return "a location has more than 200 writes that can still be read";
  }
  if (options_.liveness && fairness_.has_too_many_writes(state)) return beyond_followed;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    if (!runs_forever(state, thread)) continue;
    State copy = state;
    if (context_.local.run(thread, copy.next[index], context_.registers(copy, thread)) !=
        LocalRun::too_long) {
      continue;
    }
    return "a thread executes more than 65,536 arithmetic instructions and branches in a row";
  }
  return {};
}

}  // namespace opexplore::vulkan
