#include "opmodel/machines/ptx_async/machine.hpp"

#include <limits>

#include "opmodel/machines/ptx_async/consistency.hpp"
#include "opmodel/machines/ptx_async/encode.hpp"
#include "opmodel/machines/ptx_async/races.hpp"

namespace opexplore::ptx_async {

namespace {

constexpr std::size_t max_threads = 32;

// What no comparison of a test equals.
constexpr Value no_value = std::numeric_limits<Value>::min();

// WART: asynchronous-turns. An execution does not forget its events, so a loop that always adds
// some has to be given up.
bool repeats_too_often(const State& state) {
  constexpr std::ptrdiff_t most_times = 8;
  return std::ranges::any_of(state.events, [&](const Event& event) {
    const auto is_alike = [&](const Event& other) {
      return other.thread == event.thread && other.instruction == event.instruction &&
             other.what == event.what && other.part == event.part;
    };
    return std::ranges::count_if(state.events, is_alike) > most_times;
  });
}

}  // namespace

std::string_view Machine::axioms(const MachineOptions& options) {
  if (value_of(settings[1], options) != "none") return "";
  const std::string_view bundle = value_of(settings[0], options);
  if (bundle == "strict") return "ptx-async-strict";
  return bundle == "practice" ? "ptx-async-practice" : "ptx-async";
}

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions& options) {
  if (!asynchronous_found(test.program)) return ptx_proxy::Machine::refusal(test, options);
  const std::size_t count = test.program.threads.size();
  if (count > max_threads) {
    return Refusal{"the program has " + std::to_string(count) +
                   " threads; ptx-async runs at most " + std::to_string(max_threads)};
  }
  return std::nullopt;
}

Machine::Machine(const Test& test, const MachineOptions& options)
    : context_(test, options),
      asks_undefined_(context_.asks("undef")),
      asks_deadlock_(context_.asks("deadlock")) {}

State Machine::initial() const {
  State state;
  for (const LocationId location : context_.mbarrier_locations()) {
    Mbarrier mbarrier;
    mbarrier.expected = mbarrier.pending = context_.program().locations[location].initial;
    mbarrier.valid = mbarrier.expected > 0;
    state.mbarriers.push_back(mbarrier);
  }
  if (context_.judges_runs()) state.shown.resize(context_.program().threads.size());
  return state;
}

bool Machine::may_be_dead_end(const State& state) const {
  const bool puts_off = std::ranges::any_of(
      state.events, [](const Event& event) { return !event.done && !is_asynchronous(event.what); });
  if (puts_off || state.undefined) return puts_off;
  Found found;
  return find_steps(context_, state, found, Rounds::kept) && found.empty();
}

bool Machine::is_final(const State& state) const {
  if (state.undefined) return asks_undefined_;
  if (is_over(context_, state, standings_of(context_, state))) {
    return context_.judges_runs() || state.settled.size() == context_.observed().size();
  }
  if (!asks_deadlock_ || context_.judges_runs() || may_be_dead_end(state)) return false;
  Found found;
  return !find_steps(context_, state, found) && found.empty();
}

Outcome Machine::outcome(const State& state) const {
  const std::vector<Standing> standings = standings_of(context_, state);
  const bool over = is_over(context_, state, standings);
  Outcome values;
  for (const Observable& observable : context_.test().observables) {
    if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
      const MaybeValue value = standings[term->thread].registers[term->reg];
      values.push_back(state.undefined ? no_value : value.value_or(0));
      continue;
    }
    const LocationId location =
        context_.program().addresses[std::get<LocationTerm>(observable).address].location;
    const Location& asked = context_.program().locations[location];
    if (asked.object == ObjectKind::ending) {
      const bool asks_undefined = asked.name == "undef";
      if (state.undefined && !asks_undefined) {
        values.push_back(no_value);  // it is neither
      } else {
        values.push_back((asks_undefined ? state.undefined.has_value() : !over) ? 1 : 0);
      }
      continue;
    }
    const auto place = std::ranges::find(context_.observed(), location);
    const auto index = static_cast<std::size_t>(place - context_.observed().begin());
    values.push_back(state.undefined ? no_value : state.settled[index]);
  }
  return values;
}

void Machine::for_each_data_race(const State& state, DataRaceSink sink) const {
  ptx_async::for_each_data_race(context_, state, sink);
}

void Machine::encode(const State& state, std::string& bytes) const {
  ptx_async::encode(state, bytes);
}

void Machine::decode(std::string_view bytes, State& state) const {
  ptx_async::decode(bytes, context_, state);
}

std::string_view Machine::exceeded(const State& state) const {
  if (state.cut) return "an access has more than 512 ways to take its place";
  if (context_.is_full(state)) return "more than 126 events in one execution";
  if (context_.judges_runs() && repeats_too_often(state)) {
    return "a thread executes an instruction more than 8 times, and each time changes something";
  }
  for (std::size_t t = 0; t < context_.program().threads.size(); ++t) {
    const Standing standing = standing_of(context_, state, static_cast<ThreadId>(t));
    if (standing.kind == Standing::Kind::too_long) {
      return "a thread executes more than 65,536 arithmetic instructions and branches in a row";
    }
  }
  return {};
}

}  // namespace opexplore::ptx_async
