#include "litmus/generate/interleavings.hpp"

#include <utility>
#include <vector>

#include "opmodel/instruction.hpp"

namespace opexplore::generate {

namespace {

struct State {
  std::vector<std::size_t> next;              // by thread
  std::vector<std::vector<Value>> registers;  // by thread
  std::vector<Value> memory;                  // by location
  // The null that clang-tidy sees is the compiler's own comparison with 0.
  auto operator<=>(const State&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// One step of one thread.
class Step {
 public:
  Step(const Program& program, State& state, std::size_t thread)
      : program_(program),
        registers_(state.registers[thread]),
        memory_(state.memory),
        next_(state.next[thread]) {}

  void operator()(const Load& load) {
    registers_[load.destination] = at(load.address);
    ++next_;
  }
  void operator()(const Store& store) {
    at(store.address) = value(store.value);
    ++next_;
  }
  void operator()(const Atomic& atomic) {
    Value& memory = at(atomic.address);
    const Value old = memory;
    if (atomic.op != AtomicOp::cas || old == value(atomic.expected)) {
      memory = evaluate(atomic.op, old, value(atomic.operand));
    }
    if (atomic.destination) registers_[*atomic.destination] = old;
    ++next_;
  }
  void operator()(const Arithmetic& what) {
    registers_[what.destination] =
        evaluate(what.op, value(what.left), value(what.right), what.type);
    ++next_;
  }
  void operator()(const Branch& branch) {
    const bool taken =
        !branch.comparison || evaluate(*branch.comparison, value(branch.left), value(branch.right));
    next_ = taken ? branch.target : next_ + 1;
  }
  void operator()(const AnyFence auto&) { ++next_; }
  void operator()(const Barrier&) { ++next_; }
  void operator()(const Asynchronous&) { ++next_; }

 private:
  Value& at(AddressId address) { return memory_[program_.addresses[address].location]; }
  Value value(const Operand& operand) const { return value_of(operand, registers_); }

  const Program& program_;
  std::vector<Value>& registers_;
  std::vector<Value>& memory_;
  std::size_t& next_;
};

State initial(const Program& program) {
  State state;
  for (const Thread& thread : program.threads) {
    state.next.push_back(0);
    std::vector<Value>& registers = state.registers.emplace_back();
    for (const Register& reg : thread.registers) registers.push_back(reg.initial);
  }
  for (const Location& location : program.locations) state.memory.push_back(location.initial);
  return state;
}

Outcome outcome_of(const Test& test, const State& state) {
  Outcome outcome;
  for (const Observable& observable : test.observables) {
    if (const auto* const reg = std::get_if<RegisterTerm>(&observable)) {
      outcome.push_back(state.registers[reg->thread][reg->reg]);
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      outcome.push_back(state.memory[test.program.addresses[address].location]);
    }
  }
  return outcome;
}

// What concerns no other thread need not be interleaved.
void finish_local_steps(const Program& program, State& state) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const std::vector<Instruction>& code = program.threads[t].instructions;
    while (state.next[t] < code.size() && memory_access(code[state.next[t]].action) == nullptr) {
      std::visit(Step(program, state, t), code[state.next[t]].action);
    }
  }
}

Proposition comparison(std::size_t index, Value value) {
  return {Proposition::Kind::comparison,
          Comparison::equal,
          ObservableIndex{static_cast<std::uint16_t>(index)},
          value,
          {}};
}

// A formula of that kind, or its only part.
Proposition joined(Proposition::Kind kind, std::vector<Proposition> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return {kind, Comparison::equal, Value{0}, Value{0}, std::move(parts)};
}

}  // namespace

std::set<Outcome> interleaved_outcomes(const Test& test) {
  const Program& program = test.program;
  std::set<Outcome> outcomes;
  std::set<State> seen;
  State first = initial(program);
  finish_local_steps(program, first);
  std::vector<State> open{std::move(first)};
  while (!open.empty()) {
    const State state = std::move(open.back());
    open.pop_back();
    bool final = true;
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      const std::vector<Instruction>& code = program.threads[t].instructions;
      if (state.next[t] >= code.size()) continue;
      final = false;
      State after = state;
      std::visit(Step(program, after, t), code[after.next[t]].action);
      finish_local_steps(program, after);
      if (seen.insert(after).second) open.push_back(std::move(after));
    }
    if (final) outcomes.insert(outcome_of(test, state));
  }
  return outcomes;
}

void ask_for_others(Test& test) {
  std::vector<Proposition> known;
  for (const Outcome& outcome : interleaved_outcomes(test)) {
    std::vector<Proposition> values;
    for (std::size_t i = 0; i < outcome.size(); ++i) values.push_back(comparison(i, outcome[i]));
    known.push_back(joined(Proposition::Kind::conjunction, std::move(values)));
  }
  test.quantifier = Quantifier::exists;
  test.condition = {Proposition::Kind::negation,
                    Comparison::equal,
                    Value{0},
                    Value{0},
                    {joined(Proposition::Kind::disjunction, std::move(known))}};
}

}  // namespace opexplore::generate
