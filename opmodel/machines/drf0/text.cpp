// The words of the race detector in traces and messages.
#include <algorithm>
#include <utility>

#include "opmodel/machines/drf0/machine.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::drf0 {

namespace {

std::string_view scope_name(Rank rank) {
  return to_string(rank == rank_cta ? Scope::cta : rank == rank_sys ? Scope::sys : Scope::gpu);
}

}  // namespace

// Instructions of the thread that the access can have been.
std::vector<InstructionId> Machine::candidates(ThreadId thread, bool writes,
                                               LocationId location) const {
  std::vector<InstructionId> result;
  const std::size_t count = test_.program.threads[thread].instructions.size();
  for (std::size_t index = 0; index < count; ++index) {
    const auto pc = static_cast<InstructionId>(index);
    const Planned& planned = context_.plan.at(thread, pc);
    const bool fits = writes ? planned.writes : !planned.writes || planned.may_fail;
    if (planned.kind != Planned::Kind::access || planned.location != location || !fits) continue;
    result.push_back(pc);
  }
  return result;
}

std::string Machine::instruction_text(ThreadId thread, InstructionId pc) const {
  return thread_name(thread) + " `" + test_.program.threads[thread].instructions[pc].text + "`";
}

// The instruction, if the thread has but one that it can be.
std::string Machine::access_text(ThreadId thread, bool writes, LocationId location) const {
  const std::vector<InstructionId> able = candidates(thread, writes, location);
  if (able.size() == 1) return instruction_text(thread, able.front());
  return thread_name(thread) + "'s last " + (writes ? "write" : "read") + " of " +
         test_.program.locations[location].name;
}

// Why the pair are not both synchronisation operations.
std::string Machine::no_pair(const Race& race, const std::string& earlier) const {
  const Rank need = context_.plan.need(race.first, race.second);
  Rank first = 0;
  for (const InstructionId pc : candidates(race.first, race.first_writes, race.location)) {
    first = std::max(first, context_.plan.at(race.first, pc).strong);
  }
  const Rank second = context_.plan.at(race.second, race.at).strong;
  const std::string later = instruction_text(race.second, race.at);
  if (first == 0 && second == 0) return "both are weak";
  if (first == 0 || second == 0) return (first == 0 ? earlier : later) + " is weak";
  if (first < need) return "the scope of " + earlier + " is smaller";
  if (second < need) return "the scope of " + later + " is smaller";
  return "they are not both kept in order, at that scope, with the strong accesses of their "
         "threads";
}

std::string Machine::race(const State& state) const {
  const Race& race = *state.race;
  const std::string& location = test_.program.locations[race.location].name;
  const std::string earlier = access_text(race.first, race.first_writes, race.location);
  const std::string scope(scope_name(context_.plan.need(race.first, race.second)));
  if (race.kind == Race::Kind::reordered) {
    return earlier + " and " + thread_name(race.second) + " race on " + location +
           ": they synchronise through it, and at scope " + scope +
           " nothing keeps it in order with the following " + instruction_text(race.first, race.at);
  }
  return earlier + " and " + instruction_text(race.second, race.at) + " race on " + location +
         ": nothing of scope " + scope + " or wider orders them, and " + no_pair(race, earlier);
}

// "P0 W x, P2 R y", without the slots of one thread.
std::string Machine::slots_text(std::span<const std::uint64_t> set, ThreadId but) const {
  const Plan& plan = context_.plan;
  std::string text;
  for (std::size_t contended = 0; contended < plan.contended(); ++contended) {
    for (std::size_t index = 0; index < plan.threads(); ++index) {
      const auto thread = static_cast<ThreadId>(index);
      for (const Family family : {Family::write, Family::read}) {
        bool any = false;
        for (std::uint8_t c = 0; c < plan.classes(contended, thread, family); ++c) {
          const std::size_t slot = plan.slot(contended, thread, family, c);
          any = any || (set[slot / 64] >> (slot % 64) & 1) != 0;
        }
        if (!any || thread == but) continue;
        text += (text.empty() ? "" : ", ") + thread_name(thread) +
                (family == Family::write ? " W " : " R ") +
                test_.program.locations[plan.location(contended)].name;
      }
    }
  }
  return text;
}

std::vector<Component> Machine::describe(const State& state) const {
  std::vector<Component> components = base_.describe(state.base);
  if (state.race) {
    components.push_back({"race", race(state)});
    return components;
  }
  for (std::size_t index = 0; index < context_.plan.threads(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    for (std::size_t level = 0; level < context_.plan.levels(); ++level) {
      std::string text = slots_text(context_.rows.own(state, thread, level), thread);
      if (text.empty()) continue;
      components.push_back(
          {thread_name(thread) + " hb " + std::string(to_string(context_.plan.scope(level))),
           std::move(text)});
    }
    std::string owed;
    for (std::size_t other = 0; other < context_.plan.threads(); ++other) {
      if ((state.orders[index].owed & thread_bit(static_cast<ThreadId>(other))) == 0) continue;
      owed += (owed.empty() ? "" : ", ") + thread_name(static_cast<ThreadId>(other));
    }
    if (!owed.empty()) components.push_back({thread_name(thread) + " owes order to", owed});
  }
  return components;
}

}  // namespace opexplore::drf0
