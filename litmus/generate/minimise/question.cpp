#include "litmus/generate/minimise/question.hpp"

#include <algorithm>
#include <cstddef>

#include "opmodel/instruction.hpp"

namespace opexplore::minimise {

namespace {

bool writes(const Action& action, const Program& program, LocationId location) {
  const MemoryAccess* const access = memory_access(action);
  return access != nullptr && writes_memory(action) &&
         program.addresses[access->address].location == location;
}

bool is_written(const Program& program, const RegisterTerm& term) {
  const std::vector<Instruction>& code = program.threads[term.thread].instructions;
  return std::any_of(code.begin(), code.end(), [&](const Instruction& instruction) {
    return register_written(instruction.action) == term.reg;
  });
}

bool is_written(const Program& program, const LocationTerm& term) {
  const LocationId location = program.addresses[term.address].location;
  return std::any_of(program.threads.begin(), program.threads.end(), [&](const Thread& thread) {
    return std::any_of(thread.instructions.begin(), thread.instructions.end(),
                       [&](const Instruction& instruction) {
                         return writes(instruction.action, program, location);
                       });
  });
}

Value initial(const Program& program, const RegisterTerm& term) {
  return program.threads[term.thread].registers[term.reg].initial;
}

Value initial(const Program& program, const LocationTerm& term) {
  return program.locations[program.addresses[term.address].location].initial;
}

/// What is known of the observables before the program runs.
struct Known {
  std::vector<bool> constant;
  Outcome values;  ///< the initial ones

  explicit Known(const Test& test) {
    for (const Observable& observable : test.observables) {
      std::visit(
          [&](const auto& term) {
            constant.push_back(!is_written(test.program, term));
            values.push_back(initial(test.program, term));
          },
          observable);
    }
  }

  bool constant_in(const Proposition& proposition) const {
    for (const Term* const term : {&proposition.left, &proposition.right}) {
      const auto* const index = std::get_if<ObservableIndex>(term);
      if (index != nullptr && !constant[index->index]) return false;
    }
    return std::all_of(proposition.parts.begin(), proposition.parts.end(),
                       [&](const Proposition& part) { return constant_in(part); });
  }
  bool always_holds(const Proposition& proposition) const {
    return constant_in(proposition) && holds(proposition, values);
  }
};

bool trim(Proposition& proposition, const Known& known) {
  if (proposition.kind == Proposition::Kind::truth) return false;
  if (known.always_holds(proposition)) {
    proposition = {};
    return true;
  }
  if (proposition.kind != Proposition::Kind::conjunction) return false;
  const std::size_t before = proposition.parts.size();
  std::erase_if(proposition.parts,
                [&](const Proposition& part) { return known.always_holds(part); });
  const bool trimmed = proposition.parts.size() != before;
  if (proposition.parts.size() == 1) {
    const Proposition only = proposition.parts.front();
    proposition = only;
  }
  return trimmed;
}

void note_mentioned(const Proposition& proposition, std::vector<bool>& mentioned) {
  for (const Term* const term : {&proposition.left, &proposition.right}) {
    const auto* const index = std::get_if<ObservableIndex>(term);
    if (index != nullptr) mentioned[index->index] = true;
  }
  for (const Proposition& part : proposition.parts) note_mentioned(part, mentioned);
}

void renumber(Proposition& proposition, const std::vector<std::uint16_t>& new_index) {
  for (Term* const term : {&proposition.left, &proposition.right}) {
    auto* const index = std::get_if<ObservableIndex>(term);
    if (index != nullptr) index->index = new_index[index->index];
  }
  for (Proposition& part : proposition.parts) renumber(part, new_index);
}

bool trim_observables(Test& test, const Known& known) {
  std::vector<bool> mentioned(test.observables.size());
  note_mentioned(test.condition, mentioned);
  if (test.filter) note_mentioned(*test.filter, mentioned);
  std::vector<Observable> left;
  std::vector<std::uint16_t> new_index;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    new_index.push_back(static_cast<std::uint16_t>(left.size()));
    if (!mentioned[i] && known.constant[i]) continue;
    left.push_back(test.observables[i]);
    if (i < test.shown) ++shown;
  }
  if (left.size() == test.observables.size()) return false;
  test.observables = std::move(left);
  test.shown = shown;
  renumber(test.condition, new_index);
  if (test.filter) renumber(*test.filter, new_index);
  return true;
}

}  // namespace

bool trim_question(Test& test) {
  const Known known(test);
  bool trimmed = trim(test.condition, known);
  if (test.filter) {
    trimmed = trim(*test.filter, known) || trimmed;
    if (test.filter->kind == Proposition::Kind::truth) test.filter.reset();
  }
  return trim_observables(test, known) || trimmed;
}

}  // namespace opexplore::minimise
