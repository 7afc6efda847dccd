#include "opmodel/parts/values_ahead.hpp"

#include <algorithm>
#include <set>

#include "opmodel/parts/ahead.hpp"

namespace opexplore {

namespace {

// The registers that the thread may leave alone from a pc to the end: a least fixed point that
// starts there.
std::vector<RegisterSet> kept_sets(const Thread& thread) {
  const std::size_t count = thread.instructions.size();
  std::vector<RegisterSet> kept(count + 1);
  kept[count].set();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = count; pc-- > 0;) {
      RegisterSet now;
      for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(pc))) {
        now |= kept[next];
      }
      if (const auto written = register_written(thread.instructions[pc].action)) {
        now.reset(*written);
      }
      changed = changed || now != kept[pc];
      kept[pc] = now;
    }
  }
  return kept;
}

}  // namespace

ValuesAhead::ValuesAhead(const Test& test) : program_(test.program), reachable_(test) {
  for (std::size_t index = 0; index < test.observables.size(); ++index) {
    if (const auto* const term = std::get_if<RegisterTerm>(&test.observables[index])) {
      observed_.emplace(*term, index);
    }
  }
  for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
    add_thread(static_cast<ThreadId>(thread));
  }
}

void ValuesAhead::add_thread(ThreadId id) {
  const Thread& thread = program_.threads[id];
  const auto action = [&](InstructionId pc) -> const Action& {
    return thread.instructions[pc].action;
  };
  const std::vector<RegisterSet> kept = kept_sets(thread);
  const auto written = facts_ahead(
      thread, RegisterSet{},
      [&](InstructionId pc) {
        RegisterSet set;
        if (const auto reg = register_written(action(pc))) set.set(*reg);
        return set;
      },
      [](RegisterSet& into, const RegisterSet& other) { into |= other; });
  const auto instructions_ahead = [&](const auto& belongs) {
    return facts_ahead(
        thread, std::set<InstructionId>{},
        [&](InstructionId pc) { return belongs(pc) ? std::set{pc} : std::set<InstructionId>{}; },
        [](auto& into, const auto& other) { into.insert(other.begin(), other.end()); });
  };
  const auto writers = instructions_ahead([&](InstructionId pc) {
    const auto reg = register_written(action(pc));
    return reg && kept[pc + 1U].test(*reg);
  });
  const auto readers =
      instructions_ahead([&](InstructionId pc) { return reads_memory(action(pc)); });
  const auto stored = facts_ahead(
      thread, Stored{},
      [&](InstructionId pc) {
        if (!writes_memory(action(pc))) return Stored{};
        return Stored{
            {program_.addresses[*address_of(action(pc))].location, reachable_.stored(id, pc)}};
      },
      [](Stored& into, const Stored& other) {
        for (const auto& [location, values] : other) into[location].add(values);
      });
  std::vector<Point>& points = threads_.emplace_back();
  for (std::size_t pc = 0; pc <= thread.instructions.size(); ++pc) {
    points.push_back({written[pc],
                      kept[pc],
                      {writers[pc].begin(), writers[pc].end()},
                      {readers[pc].begin(), readers[pc].end()},
                      stored[pc]});
  }
}

std::optional<std::size_t> ValuesAhead::observable(ThreadId thread, RegisterId reg) const {
  const auto found = observed_.find({thread, reg});
  return found == observed_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<InstructionId> ValuesAhead::last_writers(ThreadId thread, InstructionId pc,
                                                     RegisterId reg) const {
  std::vector<InstructionId> result;
  for (const InstructionId writer : threads_[thread][pc].writers) {
    if (register_written(program_.threads[thread].instructions[writer].action) == reg) {
      result.push_back(writer);
    }
  }
  return result;
}

std::vector<InstructionId> ValuesAhead::readers(ThreadId thread, InstructionId pc,
                                                LocationId location) const {
  std::vector<InstructionId> result;
  for (const InstructionId reader : threads_[thread][pc].readers) {
    const Action& action = program_.threads[thread].instructions[reader].action;
    if (program_.addresses[*address_of(action)].location == location) result.push_back(reader);
  }
  return result;
}

bool ValuesAhead::is_last_load(ThreadId thread, InstructionId pc) const {
  const Action& action = program_.threads[thread].instructions[pc].action;
  const auto reg = register_written(action);
  return reg && reads_memory(action) && !writes_memory(action) && observable(thread, *reg) &&
         !may_write(thread, static_cast<InstructionId>(pc + 1), *reg);
}

const PossibleValues& ValuesAhead::stored(ThreadId thread, InstructionId pc,
                                          LocationId location) const {
  static const PossibleValues nothing;
  const Stored& all = threads_[thread][pc].stored;
  const auto found = all.find(location);
  return found == all.end() ? nothing : found->second;
}

PossibleValues ValuesAhead::result_of(ThreadId thread, InstructionId pc,
                                      const PossibleValues& holds) const {
  const Action& action = program_.threads[thread].instructions[pc].action;
  return reads_memory(action) ? holds : reachable_.result(thread, pc);
}

}  // namespace opexplore
