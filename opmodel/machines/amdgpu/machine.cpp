#include "opmodel/machines/amdgpu/machine.hpp"

#include <algorithm>
#include <bit>

#include "opmodel/instruction.hpp"
#include "opmodel/machines/amdgpu/successors.hpp"
#include "opmodel/machines/amdgpu/values.hpp"
#include "opmodel/machines/cxx/barriers.hpp"
#include "opmodel/machines/cxx/encode.hpp"
#include "opmodel/machines/cxx/relations.hpp"

namespace opexplore::amdgpu {

namespace {

constexpr std::size_t max_threads = 16;
constexpr std::size_t max_locations = 64;

bool all_ended(const std::vector<cxx::Outlook>& outlooks) {
  return std::ranges::all_of(
      outlooks, [](const cxx::Outlook& outlook) { return outlook.stand == cxx::Stand::end; });
}

bool has_jumped_on_undef(const State& state) {
  return std::ranges::any_of(state.threads, [](const auto& events) {
    return std::ranges::any_of(
        events, [](const cxx::GraphEvent& event) { return event.done == cxx::Done::branch; });
  });
}

}  // namespace

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions&) {
  const Program& program = test.program;
  if (program.language != Language::amdgpu) {
    return Refusal{"amdgpu runs LLVM IR for AMDGPU", program_start};
  }
  if (program.threads.size() > max_threads) {
    return Refusal{"the program has " + std::to_string(program.threads.size()) +
                   " threads; amdgpu runs at most " + std::to_string(max_threads)};
  }
  if (program.locations.size() > max_locations) {
    return Refusal{"the program has " + std::to_string(program.locations.size()) +
                   " locations; amdgpu knows at most " + std::to_string(max_locations)};
  }
  return std::nullopt;
}

Machine::Machine(const Test& test, const MachineOptions& options)
    : test_(test),
      prune_spins_(options.prune_spins),
      ample_(options.ample_threads),
      context_(test, cxx::Reading{}),
      effects_(effects_of(test.program)),
      choice_(context_) {}

State Machine::initial() const {
  State state;
  state.threads.resize(context_.threads());
  state.coherence.resize(context_.locations());
  return state;
}

bool Machine::steps(const State& state, Found& found) const {
  const std::vector<cxx::Outlook> outlooks = cxx::outlooks_of(context_, state);
  Successors successors(context_, effects_, state, prune_spins_, found);
  for (const cxx::Outlook& outlook : outlooks) {
    if (outlook.next && successors.add_only(*outlook.next)) return successors.gave_up();
    for (const Pending& event : outlook.late) {
      if (successors.add_only(event)) return successors.gave_up();
    }
  }
  const ThreadMask chosen = ample_ ? choice_.of(outlooks) : ~ThreadMask{0};
  bool endless = false;
  for (std::size_t t = 0; t < outlooks.size(); ++t) {
    endless = endless || outlooks[t].stand == cxx::Stand::endless;
    if ((chosen & thread_bit(static_cast<ThreadId>(t))) == 0) continue;
    const auto add_reads = [&](const Pending& event) {
      const auto thread = static_cast<ThreadId>(t);
      successors.add_reads(event, choice_.others_may_write(outlooks, thread, event.instruction));
    };
    if (outlooks[t].next) add_reads(*outlooks[t].next);
    for (const Pending& event : outlooks[t].late) add_reads(event);
  }
  std::ranges::sort(found, {}, [](const auto& each) { return each.first; });
  return successors.gave_up() || endless;
}

bool Machine::complete(const State& state) const {
  if (!nothing_postponed(state) || !all_ended(cxx::outlooks_of(context_, state))) return false;
  const cxx::Relations relations(context_, state);
  const Values values(context_, effects_, state, relations);
  return values.judgement() == Judgement::justified;
}

bool Machine::is_final(const State& state) const {
  return complete(state) && !has_jumped_on_undef(state);
}

bool Machine::may_be_dead_end(const State& state) const {
  if (!nothing_postponed(state)) return true;
  const cxx::Relations relations(context_, state);
  return Values(context_, effects_, state, relations).judgement() != Judgement::justified;
}

bool Machine::has_raced(const State& state) const {
  return has_jumped_on_undef(state) && complete(state);
}

Outcome Machine::outcome(const State& state) const {
  std::optional<cxx::Relations> relations;
  std::optional<Values> values;
  Outcome outcome;
  for (const Observable& observable : test_.observables) {
    if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
      cxx::ThreadRun run(context_, state, term->thread);
      run.pass_all();
      outcome.push_back(run.registers()[term->reg]);
      continue;
    }
    if (!values) {
      relations.emplace(context_, state);
      values.emplace(context_, effects_, state, *relations);
    }
    const AddressId address = std::get<LocationTerm>(observable).address;
    outcome.push_back(values->last_value(test_.program.addresses[address].location));
  }
  return outcome;
}

std::string_view Machine::exceeded(const State& state) const {
  if (state.events() >= cxx::max_graph_events) return "an execution has more than 63 events";
  const bool many = std::ranges::any_of(
      state.coherence, [](const auto& order) { return order.size() > max_writes; });
  return many ? "a location is written more than 30 times" : "";
}

void Machine::encode(const State& state, std::string& bytes) const {
  cxx::encode_graph(state, bytes);
}

void Machine::decode(std::string_view bytes, State& state) const {
  state = initial();
  cxx::decode_graph(bytes, state);
}

}  // namespace opexplore::amdgpu
