#include "opmodel/ptx/goal_facts.hpp"

#include <algorithm>

#include "opmodel/parts/ahead.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::ptx_model {

namespace {

// What the instruction may store.
PossibleValues stored_values(const Semantics& semantics, const ReachableValues& reachable,
                             ThreadId thread, InstructionId at) {
  PossibleValues values = reachable.stored(thread, at);
  const Atomic* const atomic =
      read_modify_write(semantics.program().threads[thread].instructions[at].action);
  // A compare-and-swap that fails may write back whatever it has read.
  if (atomic != nullptr && atomic->op == AtomicOp::cas && semantics.reading().failed_cas_writes) {
    values.add(reachable.of(semantics.access(thread, at).location));
  }
  return values;
}

// Per pc, whether the register may still be written.
std::vector<char> written_ahead(const Thread& thread, RegisterId reg) {
  const auto writes = [&](InstructionId at) -> char {
    return register_written(thread.instructions[at].action) == reg ? 1 : 0;
  };
  return facts_ahead(thread, char{0}, writes,
                     [](char& now, char then) { now = static_cast<char>(now | then); });
}

// Follows the thread from `pc` as long as there is only one way to go.
LastWrite last_write_from(const Semantics& semantics, const ReachableValues& reachable, ThreadId id,
                          RegisterId reg, InstructionId pc, const std::vector<char>& written) {
  const Thread& thread = semantics.program().threads[id];
  LastWrite result;
  result.done = written[pc] == 0;
  if (result.done) return result;
  std::vector<std::pair<LocationId, PossibleValues>> own;
  for (std::size_t at = pc; at < thread.instructions.size(); ++at) {
    const Action& action = thread.instructions[at].action;
    if (branch_of(action) != nullptr) return result;
    const auto fence = fence_of(action);
    if (fence && fence->order == Order::sc) result.fences.push_back(fence->scope);
    const Access& access = semantics.access(id, static_cast<InstructionId>(at));
    if (register_written(action) == reg) {
      if (!reads_memory(action) || written[at + 1] != 0) return result;
      result.read = static_cast<InstructionId>(at);
      for (const auto& [location, values] : own) {
        if (location == access.location) result.own.add(values);
      }
      return result;
    }
    if (access.writes) {
      own.emplace_back(access.location,
                       stored_values(semantics, reachable, id, static_cast<InstructionId>(at)));
    }
  }
  return result;
}

}  // namespace

GoalFacts::GoalFacts(const Test& test, const Semantics& semantics)
    : test_(test), reachable_(test), refuted_(is_refuted(test, Goal(test), reachable_)) {
  const Program& program = semantics.program();
  for (const Observable& observable : test.observables) {
    auto& row = last_writes_.emplace_back();
    const auto* const term = std::get_if<RegisterTerm>(&observable);
    if (term == nullptr) continue;
    const Thread& thread = program.threads[term->thread];
    const std::vector<char> written = written_ahead(thread, term->reg);
    for (std::size_t pc = 0; pc <= thread.instructions.size(); ++pc) {
      row.push_back(last_write_from(semantics, reachable_, term->thread, term->reg,
                                    static_cast<InstructionId>(pc), written));
    }
  }
  const auto join = [](Stores& now, const Stores& then) {
    for (const auto& [location, values] : then) {
      const auto place = std::ranges::lower_bound(now, location, {}, &Stores::value_type::first);
      if (place != now.end() && place->first == location) {
        place->second.add(values);
      } else {
        now.insert(place, {location, values});
      }
    }
  };
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const auto of = [&](InstructionId at) {
      const Access& access = semantics.access(static_cast<ThreadId>(t), at);
      Stores stores;
      if (!access.writes) return stores;
      stores.emplace_back(access.location,
                          stored_values(semantics, reachable_, static_cast<ThreadId>(t), at));
      return stores;
    };
    stores_.push_back(facts_ahead(program.threads[t], Stores{}, of, join));
  }
}

const PossibleValues* GoalFacts::stores_ahead(ThreadId thread, InstructionId pc,
                                              LocationId location) const {
  const Stores& stores = stores_[thread][pc];
  const auto place = std::ranges::lower_bound(stores, location, {}, &Stores::value_type::first);
  return place != stores.end() && place->first == location ? &place->second : nullptr;
}

std::optional<std::size_t> GoalFacts::decided_by(ThreadId thread, InstructionId pc) const {
  for (std::size_t index = 0; index < test_.observables.size(); ++index) {
    const auto* const term = std::get_if<RegisterTerm>(&test_.observables[index]);
    if (term != nullptr && term->thread == thread && last_writes_[index][pc].read == pc) {
      return index;
    }
  }
  return std::nullopt;
}

}  // namespace opexplore::ptx_model
