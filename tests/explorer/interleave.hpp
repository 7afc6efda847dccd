// Sequential consistency without a machine: the program is run by recursion over
// "which thread goes next". Shares only the arithmetic with what it checks; knows
// no barriers, and no loops without a bound.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore {

/// All outcomes of a loop-free test without barriers.
class Interleaver {
 public:
  explicit Interleaver(const Test& test) : test_(test) {
    for (const Location& location : test.program.locations) memory_.push_back(location.initial);
    for (const Thread& thread : test.program.threads) {
      std::vector<Value>& registers = registers_.emplace_back();
      for (const Register& reg : thread.registers) registers.push_back(reg.initial);
      next_.push_back(0);
    }
  }

  std::set<Outcome> outcomes() {
    go();
    return outcomes_;
  }

 private:
  void go() {
    bool finished = true;
    for (std::size_t thread = 0; thread < next_.size(); ++thread) {
      if (next_[thread] == test_.program.threads[thread].instructions.size()) continue;
      finished = false;
      const auto memory = memory_;
      const auto registers = registers_;
      const auto next = next_;
      step(thread);
      go();
      memory_ = memory;
      registers_ = registers;
      next_ = next;
    }
    if (finished) outcomes_.insert(outcome());
  }

  Value value(std::size_t thread, const Operand& operand) const {
    const auto* reg = std::get_if<RegisterOperand>(&operand);
    return reg != nullptr ? registers_[thread][reg->id] : std::get<Value>(operand);
  }

  Value& cell(AddressId address) { return memory_[test_.program.addresses[address].location]; }

  void step(std::size_t t) {
    const std::size_t pc = next_[t]++;
    const Action& action = test_.program.threads[t].instructions[pc].action;
    if (const auto* load = std::get_if<Load>(&action)) {
      registers_[t][load->destination] = cell(load->address);
    } else if (const auto* store = std::get_if<Store>(&action)) {
      cell(store->address) = value(t, store->value);
    } else if (const auto* atomic = std::get_if<Atomic>(&action)) {
      const Value old = cell(atomic->address);
      if (atomic->op != AtomicOp::cas || old == value(t, atomic->expected)) {
        cell(atomic->address) = evaluate(atomic->op, old, value(t, atomic->operand));
      }
      if (atomic->destination) registers_[t][*atomic->destination] = old;
    } else if (const auto* sum = std::get_if<Arithmetic>(&action)) {
      registers_[t][sum->destination] =
          evaluate(sum->op, value(t, sum->left), value(t, sum->right), sum->type);
    } else if (const auto* jump = std::get_if<Branch>(&action)) {
      if (!jump->comparison ||
          evaluate(*jump->comparison, value(t, jump->left), value(t, jump->right))) {
        next_[t] = jump->target;
      }
    }
  }

  Outcome outcome() {
    Outcome values;
    for (const Observable& observable : test_.observables) {
      if (const auto* term = std::get_if<RegisterTerm>(&observable)) {
        values.push_back(registers_[term->thread][term->reg]);
      } else {
        values.push_back(cell(std::get<LocationTerm>(observable).address));
      }
    }
    return values;
  }

  const Test& test_;
  std::vector<Value> memory_;
  std::vector<std::vector<Value>> registers_;
  std::vector<std::size_t> next_;
  std::set<Outcome> outcomes_;
};

}  // namespace opexplore
