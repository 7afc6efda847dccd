#include "opmodel/machines/cxx/machine.hpp"

#include <algorithm>
#include <array>

#include "opmodel/machines/cxx/barriers.hpp"
#include "opmodel/machines/cxx/encode.hpp"
#include "opmodel/machines/cxx/racing.hpp"
#include "opmodel/machines/cxx/relations.hpp"

namespace opexplore::cxx {

namespace {

constexpr std::size_t max_threads = 16;

// What a value of the setting means, and the model that says it in axioms.
struct NamedReading {
  std::string_view value;
  std::string_view model;
  Reading reading;
};
constexpr std::array<NamedReading, Machine::readings.size()> named_readings{{
    {"c++20", "cxx20", {}},
    {"rc11", "rc11", {ReleaseSequences::rc11, ScOrder::rc11, ThinAir::program_order}},
    {"rc11-lb", "rc11-lb", {ReleaseSequences::rc11, ScOrder::rc11, ThinAir::dependencies}},
    {"c++17", "cxx17", {ReleaseSequences::rc11, ScOrder::cxx20, ThinAir::dependencies}},
}};
static_assert(std::ranges::equal(named_readings, Machine::readings, {}, &NamedReading::value));

const NamedReading& chosen_reading(const MachineOptions& options) {
  return *std::ranges::find(named_readings, value_of(Machine::settings[0], options),
                            &NamedReading::value);
}

// Empty for what C++ has.
std::string_view why_not_cxx(const Action& action) {
  using Reason = std::string_view;
  return std::visit(
      Overloaded{
          [](const Load&) -> Reason { return {}; }, [](const Store&) -> Reason { return {}; },
          [](const Atomic&) -> Reason { return {}; },
          [](const AnyFence auto& fence) -> Reason {
            return facts_of(fence).proxy ? "a proxy fence is not part of C++" : "";
          },
          [](const Barrier& barrier) -> Reason {
            const auto is_known = [](const std::optional<Operand>& operand) {
              return !operand || std::holds_alternative<Value>(*operand);
            };
            if (barrier.arrive) return "cxx has no arrivals that do not wait";
            if (barrier.quorum) return "cxx has no barriers of some threads";
            return is_known(barrier.id) && is_known(barrier.members)
                       ? ""
                       : "cxx has no barriers that are known when the program runs";
          },
          [](const Arithmetic&) -> Reason { return {}; },
          [](const Branch&) -> Reason { return {}; },
          [](const Asynchronous&) -> Reason { return {}; },  // refused
      },
      action);
}

bool nothing_postponed(const State& state) {
  return std::ranges::all_of(state.threads, [](const auto& events) {
    return std::ranges::none_of(
        events, [](const GraphEvent& event) { return event.done == Done::postponed; });
  });
}

// Collects the successors that the axioms allow.
class AllowedSuccessors {
 public:
  AllowedSuccessors(const Context& context, const State& state, Rounds rounds,
                    std::vector<std::pair<Step, State>>& found)
      : context_(context), state_(state), rounds_(rounds), found_(found) {}

  bool gave_up() const { return gave_up_; }

  // Only this event, for all others can come after it: it does not read, and who reads later can
  // read what it could read before.
  bool add_only(const Pending& event) {
    if (kind(event) == Planned::Kind::fence) {
      offer<cxx::fence>(event, 0);
    } else if (kind(event) == Planned::Kind::barrier) {
      offer<arrive>(event, 0);
    } else if (!event.ready) {
      if (is_late(event)) return false;
      put_off<wait>(event);
    } else if (kind(event) == Planned::Kind::store) {
      for (std::size_t place = 0; place <= order(event).size(); ++place) {
        is_late(event) ? offer<late_write>(event, place) : offer<write>(event, place);
      }
    } else {
      return false;
    }
    return true;
  }

  // Where infinite runs are judged nothing is postponed: whether a read was postponed in vain is
  // seen at an end that such a run does not have.
  void add_reads(const Pending& event, bool postpones) {
    if (!event.ready) return;
    const bool late = is_late(event);
    for (std::size_t place = floor(event); place <= order(event).size(); ++place) {
      if (updates(context_, state_, event, place)) {
        late ? offer<late_update>(event, place) : offer<update>(event, place);
      } else {
        late ? offer<late_read>(event, place) : offer<read>(event, place);
      }
    }
    if (!late && postpones && context_.plan(event.name.thread, event.instruction).postponable) {
      put_off<postpone>(event);
    }
  }

 private:
  Planned::Kind kind(const Pending& event) const {
    return context_.plan(event.name.thread, event.instruction).kind;
  }
  bool is_late(const Pending& event) const {
    return event.name.index < state_.threads[event.name.thread].size();
  }
  const std::vector<EventName>& order(const Pending& event) const {
    return state_.coherence[context_.plan(event.name.thread, event.instruction).location];
  }
  // The place of the earliest write that the thread may read.
  std::size_t floor(const Pending& event) const {
    if (state_.floors.empty()) return 0;
    const LocationId location = context_.plan(event.name.thread, event.instruction).location;
    return place_of(order(event), state_.floors[event.name.thread][location]);
  }
  template <auto Rule>
  static Step step(const Pending& event, std::size_t place) {
    return rule_list.step<Rule>(event.name.thread, {place, event.name.index});
  }

  // What is put off is asked nothing before it is made.
  template <auto Rule>
  void put_off(const Pending& event) {
    found_.emplace_back(step<Rule>(event, 0), *Rule(context_, state_, event, 0));
  }

  template <auto Rule>
  void offer(const Pending& event, std::size_t place) {
    add(step<Rule>(event, place), event, Rule(context_, state_, event, place));
  }

  void add(Step step, const Pending& event, Grown next) {
    if (!next) {
      gave_up_ = true;
      return;
    }
    const Relations relations(context_, *next);
    if (!relations.consistent()) {
      gave_up_ = true;
      return;
    }
    // A graph with something postponed is not judged; a race that was found before stays one.
    if (nothing_postponed(*next)) next->race = relations.race();
    // A detour on which a race came about is kept, what follows it is not.
    const bool new_race = next->race && !state_.race;
    if (rounds_ == Rounds::left_out && !new_race && spins(context_, *next, event.name.thread)) {
      gave_up_ = true;
      return;
    }
    if (rounds_ == Rounds::closed && !next->race) close_round(*next, event.name.thread);
    found_.emplace_back(step, std::move(*next));
  }

  void close_round(State& next, ThreadId thread) const {
    auto head = back_at_head(context_, next, thread);
    if (!head) return;
    next = std::move(*head);
    next.race = Relations(context_, next).race();  // what an iteration acquired is forgotten
  }

  const Context& context_;
  const State& state_;
  Rounds rounds_;
  std::vector<std::pair<Step, State>>& found_;
  bool gave_up_ = false;
};

}  // namespace

std::string_view Machine::axioms(const MachineOptions& options) {
  return chosen_reading(options).model;
}

// Before C++20 later stores of a thread prolonged its release; RC11 orders sc accesses along
// coherence only from one to the next.
Synchronisation Machine::synchronisation(const MachineOptions& options) {
  const Reading& reading = chosen_reading(options).reading;
  return {.kind = Synchronisation::Kind::cxx,
          .release_goes_on = reading.release_sequences == ReleaseSequences::rc11,
          .sc_sees_all = reading.sc_order == ScOrder::cxx20,
          .proxies = false};
}

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions&) {
  if (test.program.language != Language::cxx) {
    return Refusal{"the test is written in PTX, and cxx runs C++", program_start};
  }
  const std::size_t count = test.program.threads.size();
  if (count > max_threads) {
    return Refusal{"the program has " + std::to_string(count) + " threads; cxx runs at most " +
                   std::to_string(max_threads)};
  }
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const std::string_view reason = why_not_cxx(instruction.action);
      if (!reason.empty()) return Refusal{std::string(reason), instruction.place};
    }
  }
  return std::nullopt;
}

Machine::Machine(const Test& test, const MachineOptions& options)
    : test_(test),
      rounds_(options.liveness      ? Rounds::closed
              : options.prune_spins ? Rounds::left_out
                                    : Rounds::kept),
      liveness_(options.liveness),
      racy_outcomes_(lists_racy_outcomes(options)),
      context_(test, chosen_reading(options).reading),
      ample_(options.ample_threads),
      choice_(context_) {}

State Machine::initial() const {
  State state;
  state.threads.resize(context_.threads());
  state.coherence.resize(context_.locations());
  if (liveness_) state.floors.assign(context_.threads(), {context_.locations(), std::nullopt});
  return state;
}

bool Machine::steps(const State& state, Rounds rounds, Found& found) const {
  if (state.race && !racy_outcomes_) return false;
  const std::vector<Outlook> outlooks = outlooks_of(context_, state);
  if (liveness_) {
    every_step(state, outlooks, rounds, found);
    return false;
  }
  AllowedSuccessors successors(context_, state, rounds, found);
  for (const Outlook& outlook : outlooks) {
    if (outlook.next && successors.add_only(*outlook.next)) return successors.gave_up();
    for (const Pending& event : outlook.late) {
      if (successors.add_only(event)) return successors.gave_up();
    }
  }
  const ThreadMask chosen = ample_ ? choice_.of(outlooks) : ~ThreadMask{0};
  bool endless = false;
  for (std::size_t t = 0; t < outlooks.size(); ++t) {
    endless = endless || outlooks[t].stand == Stand::endless;
    if ((chosen & thread_bit(static_cast<ThreadId>(t))) == 0) continue;
    if (outlooks[t].next) successors.add_reads(*outlooks[t].next, true);
    for (const Pending& event : outlooks[t].late) successors.add_reads(event, true);
  }
  std::ranges::sort(found, {}, [](const auto& each) { return each.first; });
  return successors.gave_up() || endless;
}

// Where infinite runs are judged, every thread goes on by itself: one that has not started has
// written nothing.
void Machine::every_step(const State& state, const std::vector<Outlook>& outlooks, Rounds rounds,
                         Found& found) const {
  AllowedSuccessors successors(context_, state, rounds, found);
  for (std::size_t t = 0; t < outlooks.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto& next = outlooks[t].next;
    if (next && !successors.add_only(*next)) successors.add_reads(*next, false);
    if (outlooks[t].stand != Stand::endless) continue;
    found.emplace_back(rule_list.step<cxx::local>(thread, {0, state.threads[t].size()}), state);
  }
  for (auto& [step, next] : found) forget_floors(next, step.thread);
  for (std::size_t t = 0; t < outlooks.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t l = 0; l < context_.locations(); ++l) {
      const auto location = static_cast<LocationId>(l);
      if (!misses_last(state, outlooks[t], thread, location)) continue;
      found.emplace_back(rule_list.step<propagate>(thread, {location}),
                         propagate(state, thread, location));
    }
  }
  std::ranges::sort(found, {}, [](const auto& each) { return each.first; });
}

bool Machine::is_final(const State& state) const {
  if ((state.race && !racy_outcomes_) || !nothing_postponed(state)) return false;
  return std::ranges::all_of(outlooks_of(context_, state),
                             [](const Outlook& outlook) { return outlook.stand == Stand::end; });
}

Outcome Machine::outcome(const State& state) const {
  Outcome outcome;
  for (const Observable& observable : test_.observables) {
    if (const auto* term = std::get_if<RegisterTerm>(&observable)) {
      ThreadRun run(context_, state, term->thread);
      run.pass_all();
      outcome.push_back(run.registers()[term->reg]);
      continue;
    }
    const AddressId address = std::get<LocationTerm>(observable).address;
    const LocationId location = test_.program.addresses[address].location;
    const auto& order = state.coherence[location];
    outcome.push_back(order.empty() ? test_.program.locations[location].initial
                                    : state.at(order.back()).written);
  }
  return outcome;
}

bool Machine::may_be_dead_end(const State& state) const { return !nothing_postponed(state); }

std::string_view Machine::exceeded(const State& state) const {
  if (state.events() >= max_graph_events) return "an execution has more than 63 events";
  return liveness_ ? exceeded_for_liveness(state) : "";
}

void Machine::encode(const State& state, std::string& bytes) const { encode_graph(state, bytes); }

void Machine::decode(std::string_view bytes, State& state) const {
  state = initial();
  decode_graph(bytes, state);
}

std::optional<RacingPair> race_at_end(const Test& test, const MachineOptions& options,
                                      std::span<const Step> steps) {
  const Machine machine(test, options);
  State state = machine.initial();
  for (const Step step : steps) {
    std::optional<State> next;
    machine.for_each_step(state, [&](Step other, State&& after) {
      if (other == step) next = std::move(after);
    });
    if (!next) return std::nullopt;
    state = *std::move(next);
  }
  if (!state.race) return std::nullopt;
  const auto& [first, second] = *state.race;
  return racing_pair(first.thread, state.at(first).instruction, second.thread,
                     state.at(second).instruction);
}

}  // namespace opexplore::cxx
