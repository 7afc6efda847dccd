#include "hardware/machine_code/machine_flow.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "hardware/machine_code/constants.hpp"
#include "hardware/machine_code/opcodes.hpp"

namespace opexplore::hardware {

namespace {

using Kind = MachineInstruction::Kind;
constexpr std::uint64_t instruction_size = 16;

/// What is known of the predicates: two bits for each, 1 it is true, 2 it is false.
using Knowledge = std::uint32_t;

Knowledge known_as(Guard guard) {
  return Knowledge{guard.value ? 1U : 2U} << (2 * guard.predicate);
}

/// A place in the code, and what is known there.
using State = std::pair<std::uint64_t, Knowledge>;

std::string hexadecimal(std::uint64_t value) {
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}

class Walk {
 public:
  Walk(const Cubin& cubin, const Function& function, const AddressNames& names,
       std::uint32_t word_bytes)
      : cubin_(cubin), function_(function), names_(names), word_bytes_(word_bytes) {}

  MachineFlow run() {
    constexpr std::size_t limit = 100'000;
    if (function_.code.size() % instruction_size != 0) {
      return {{}, function_.name + " is no sequence of instructions"};
    }
    find_promises();
    step_of({0, 0});
    while (!open_.empty() && result_.problem.empty()) {
      const State state = open_.back();
      open_.pop_back();
      visit(state);
      if (result_.flow.steps.size() > limit) result_.problem = "the code has too many ways";
    }
    if (result_.problem.empty()) find_written();
    return std::move(result_);
  }

 private:
  std::size_t step_of(State state) {
    const auto [known, is_new] = steps_.emplace(state, result_.flow.steps.size());
    if (is_new) {
      result_.flow.steps.push_back({{}, {}, state.first});
      open_.push_back(state);
    }
    return known->second;
  }

  void find_promises() {
    for (std::uint64_t at = 0; at < function_.code.size(); at += instruction_size) {
      const auto instruction = decode(instruction_at(function_.code, at), at, cubin_.sm);
      if (instruction.kind == Kind::promise) {
        promises_.emplace(instruction.barrier, instruction.target);
      }
    }
  }

  void refuse(std::uint64_t at, const std::string& what) {
    result_.problem = what + " at " + hexadecimal(at) + " of " + function_.name;
  }

  void go(State from, std::int64_t to, Knowledge knowledge) {
    const std::size_t next = step_of({static_cast<std::uint64_t>(to), knowledge});
    result_.flow.steps[steps_[from]].next.push_back(next);
  }

  void visit(State state) {
    const auto [at, knowledge] = state;
    if (at >= function_.code.size() || at % instruction_size != 0) {
      return refuse(at, "a jump out of the code");
    }
    const InstructionWord word = instruction_at(function_.code, at);
    MachineInstruction instruction = decode(word, at, cubin_.sm);
    if (only_moves(word, cubin_.sm)) instruction.changes_predicates = false;
    const auto on = static_cast<std::int64_t>(at + instruction_size);
    if (instruction.never) return go(state, on, knowledge);
    if (instruction.kind == Kind::unknown) {
      return refuse(at, "the machine instruction " + hexadecimal(word.opcode()) + " (" +
                            hexadecimal(word.low) + ", " + hexadecimal(word.high) +
                            ") is not understood,");
    }
    if (instruction.guard) {
      const Guard guard = *instruction.guard;
      const Knowledge holds = known_as(guard), fails = known_as({guard.predicate, !guard.value});
      // What a register is filled with is kept apart for each way; other results are not known.
      if (instruction.kind == Kind::nothing && instruction.changes_predicates) {
        if ((knowledge & fails) == 0) executed_[steps_[state]] = (knowledge & holds) != 0;
        return go(state, on, without_predicates(instruction, knowledge));
      }
      if ((knowledge & (holds | fails)) == 0) {
        go(state, static_cast<std::int64_t>(at), knowledge | holds);
        return go(state, static_cast<std::int64_t>(at), knowledge | fails);
      }
      if ((knowledge & fails) != 0) return go(state, on, knowledge);
    }
    perform(state, instruction);
  }

  static Knowledge without_predicates(const MachineInstruction& instruction, Knowledge knowledge) {
    return instruction.changes_predicates ? 0 : knowledge;
  }

  /// What the instruction does once it is certain that it is executed.
  void perform(State state, const MachineInstruction& instruction) {
    const auto [at, knowledge] = state;
    executed_[steps_[state]] = true;
    const auto on = static_cast<std::int64_t>(at + instruction_size);
    const Knowledge after = without_predicates(instruction, knowledge);
    switch (instruction.kind) {
      case Kind::memory:
        return access(state, instruction);
      case Kind::fence:
        result_.flow.steps[steps_[state]].name = instruction.name;
        return go(state, on, after);
      case Kind::jump:
        return go(state, instruction.target, knowledge);
      case Kind::maybe:
        go(state, on, knowledge);
        return go(state, instruction.target, knowledge);
      case Kind::meet:
        return meet(state, instruction.barrier);
      case Kind::call:
        return call(state);
      case Kind::leave:
        return;
      default:
        return go(state, on, after);
    }
  }

  void access(State state, const MachineInstruction& instruction) {
    const auto name = names_(instruction.address_offset);
    if (!name) {
      return refuse(state.first, "the access " + instruction.name + " with offset " +
                                     std::to_string(instruction.address_offset) +
                                     " is to no address of the test,");
    }
    result_.flow.steps[steps_[state]].name = instruction.name + " " + *name;
    go(state, static_cast<std::int64_t>(state.first + instruction_size),
       without_predicates(instruction, state.second));
  }

  /// Lanes that have met go on where the promise of this barrier says. Where several promises have
  /// used it, it is the one that leads to the next instruction: ptxas puts them so.
  void meet(State state, std::uint8_t barrier) {
    const auto on = static_cast<std::int64_t>(state.first + instruction_size);
    const auto [begin, end] = promises_.equal_range(barrier);
    const bool here = std::any_of(begin, end, [&](const auto& each) { return each.second == on; });
    if (here) return go(state, on, state.second);
    if (begin == end) return refuse(state.first, "lanes that meet without having parted");
    for (auto each = begin; each != end; ++each) go(state, each->second, state.second);
  }

  /// Functions that are called may compute (division), not touch memory.
  void call(State state) {
    const auto reference =
        std::ranges::find(function_.references, state.first, &CodeReference::offset);
    if (reference == function_.references.end()) {
      return refuse(state.first, "a call of something unknown");
    }
    const Function* const callee = function_named(cubin_, reference->symbol);
    if (callee == nullptr || !only_computes(*callee)) {
      return refuse(state.first, "a call of " + reference->symbol + ", which may touch memory,");
    }
    go(state, static_cast<std::int64_t>(state.first + instruction_size), 0);
  }

  bool only_computes(const Function& function) const {
    for (std::uint64_t at = 0; at + instruction_size <= function.code.size();
         at += instruction_size) {
      const auto instruction = decode(instruction_at(function.code, at), at, cubin_.sm);
      const bool touches = instruction.kind == Kind::memory || instruction.kind == Kind::fence ||
                           instruction.kind == Kind::call || instruction.kind == Kind::unknown;
      if (touches && !instruction.never) return false;
    }
    return true;
  }

  InstructionWord word_of(std::size_t step) const {
    return instruction_at(function_.code, result_.flow.steps[step].order);
  }

  Constants after(std::size_t step, Constants constants) const {
    const auto executed = executed_.find(step);
    if (executed == executed_.end()) return constants;
    const Constants before = constants;
    execute(word_of(step), cubin_.sm, constants);
    if (!executed->second) keep_common(constants, before);
    return constants;
  }

  /// Finds what registers hold wherever a step begins, on all ways that lead there.
  void find_written() {
    std::vector<Flow::Step>& steps = result_.flow.steps;
    std::vector<std::optional<Constants>> before(steps.size());
    before[0].emplace();
    std::vector<std::size_t> open{0};
    while (!open.empty()) {
      const std::size_t step = open.back();
      open.pop_back();
      const Constants constants = after(step, *before[step]);
      for (const std::size_t next : steps[step].next) {
        if (before[next] && !keep_common(*before[next], constants)) continue;
        if (!before[next]) before[next] = constants;
        open.push_back(next);
      }
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].name.empty())
        steps[i].written = written_by(word_of(i), word_bytes_, *before[i]);
    }
  }

  const Cubin& cubin_;
  const Function& function_;
  const AddressNames& names_;
  std::uint32_t word_bytes_;
  MachineFlow result_;
  std::map<std::size_t, bool> executed_;  ///< by step that does something; false: it may
  std::map<State, std::size_t> steps_;
  std::vector<State> open_;
  std::multimap<std::uint8_t, std::int64_t> promises_;
};

}  // namespace

MachineFlow machine_flow(const Cubin& cubin, const Function& function, const AddressNames& names,
                         std::uint32_t word_bytes) {
  return Walk(cubin, function, names, word_bytes).run();
}

}  // namespace opexplore::hardware
