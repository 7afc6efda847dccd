#include "litmus/spirv/turns.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

namespace opexplore::spirv {

namespace {

using spv::Op;

/// What depends on one variable.
class Counter {
 public:
  Counter(const Body& body, const Declarations& declarations, Id variable)
      : body_(body), declarations_(declarations) {
    of_it_.insert(variable);
    for (const Block& block : body_.blocks) {
      for (const Instruction& instruction : block.instructions) {
        if (instruction.result != 0) made_by_[instruction.result] = &instruction;
      }
    }
    pointers_.insert(variable);
    gather();
  }

  /// Whether it is one that counts turns, and nothing else.
  bool counts_turns() const {
    bool begins = false, leaves = false;
    for (const Block& block : body_.blocks) {
      if (std::ranges::any_of(block.phis, [&](const Instruction& phi) { return uses(phi); })) {
        return false;
      }
      for (const Instruction& instruction : block.instructions) {
        if (Op{instruction.opcode} == Op::OpVariable && of_it_.contains(instruction.result)) {
          begins = begins || (instruction.operands.size() > 1 && is_all(instruction.word(1), true));
          continue;
        }
        if (!uses(instruction)) continue;
        if (!is_allowed(instruction, begins)) return false;
        leaves = leaves || Op{instruction.opcode} == Op::OpBranchConditional;
      }
    }
    return begins && leaves;
  }

  void remove(Body& body) const {
    for (Block& block : body.blocks) {
      std::erase_if(block.instructions, [&](const Instruction& instruction) {
        const bool ends = Op{instruction.opcode} == Op::OpBranchConditional;
        return !ends && (of_it_.contains(instruction.result) || uses(instruction));
      });
      Instruction& end = block.instructions.back();
      if (Op{end.opcode} != Op::OpBranchConditional || !of_it_.contains(end.word(0))) continue;
      end.opcode = static_cast<std::uint16_t>(Op::OpBranch);
      end.operands = {end.operands[2]};
    }
  }

 private:
  bool uses(const Instruction& instruction) const {
    return std::ranges::any_of(instruction.operands, [&](const Operand& operand) {
      return operand.category() == Category::id && of_it_.contains(operand.word());
    });
  }

  bool points_into_it(const Instruction& instruction) const {
    return Op{instruction.opcode} == Op::OpAccessChain && pointers_.contains(instruction.word(0)) &&
           std::all_of(instruction.operands.begin() + 1, instruction.operands.end(),
                       [&](const Operand& index) { return !of_it_.contains(index.word()); });
  }

  /// Pointers to it, and what is computed from its value.
  void gather() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [id, instruction] : made_by_) {
        if (of_it_.contains(id) || !uses(*instruction)) continue;
        of_it_.insert(id);
        if (points_into_it(*instruction)) pointers_.insert(id);
        changed = true;
      }
    }
  }

  const Known* constant(Id id) const {
    const auto known = declarations_.constants.find(id);
    return known == declarations_.constants.end() ? nullptr : &known->second;
  }

  /// Whether the id is a constant all of whose bits are set, or none.
  bool is_all(Id id, bool set) const {
    const Known* const known = constant(id);
    if (known == nullptr) return false;
    const auto is_it = [&](const Known& part) {
      return part.is_number() && part.number == (set ? -1 : 0);
    };
    if (known->kind != Known::Kind::composite) return is_it(*known);
    return !known->parts.empty() && std::ranges::all_of(known->parts, is_it);
  }

  /// Whether the id is one, or at most one.
  bool is_step(Id id) const {
    const Known* const known = constant(id);
    if (known != nullptr) return known->is_number() && (known->number == 1 || known->number == 0);
    const auto made = made_by_.find(id);
    if (made == made_by_.end()) return false;
    const Instruction& by = *made->second;
    switch (Op{by.opcode}) {
      case Op::OpSelect:
        return is_step(by.word(1)) && is_step(by.word(2));
      case Op::OpCompositeConstruct:
        return std::ranges::all_of(by.operands,
                                   [&](const Operand& part) { return is_step(part.word()); });
      default:
        return false;
    }
  }

  /// What was there, less one at most.
  bool is_less_by_a_step(Id id) const {
    const auto made = made_by_.find(id);
    if (made == made_by_.end() || Op{made->second->opcode} != Op::OpISub) return false;
    const auto before = made_by_.find(made->second->word(0));
    return before != made_by_.end() && Op{before->second->opcode} == Op::OpLoad &&
           of_it_.contains(before->first) && is_step(made->second->word(1));
  }

  /// Whether a truth holds only where the counter is zero.
  bool is_zero_test(Id id) const {
    const auto made = made_by_.find(id);
    if (made == made_by_.end()) return false;
    const Instruction& by = *made->second;
    if (Op{by.opcode} == Op::OpAll) return is_zero_test(by.word(0));
    if (Op{by.opcode} != Op::OpIEqual) return false;
    const auto is_load = [&](Id of) {
      const auto loaded = made_by_.find(of);
      return loaded != made_by_.end() && Op{loaded->second->opcode} == Op::OpLoad &&
             pointers_.contains(loaded->second->word(0)) &&
             Op{made_by_.at(loaded->second->word(0))->opcode} == Op::OpVariable;
    };
    return (is_load(by.word(0)) && is_all(by.word(1), false)) ||
           (is_load(by.word(1)) && is_all(by.word(0), false));
  }

  /// Notes where it gets its first value.
  bool is_allowed(const Instruction& instruction, bool& begins) const {
    switch (Op{instruction.opcode}) {
      case Op::OpAccessChain:
        return points_into_it(instruction);
      case Op::OpLoad:
        return pointers_.contains(instruction.word(0));
      case Op::OpIEqual:
      case Op::OpAll:
      case Op::OpISub:
      case Op::OpSelect:
      case Op::OpCompositeExtract:
      case Op::OpCompositeConstruct:
        return true;
      case Op::OpStore: {
        if (!pointers_.contains(instruction.word(0))) return false;
        const bool begin = is_all(instruction.word(1), true);
        begins = begins || begin;
        return begin || is_less_by_a_step(instruction.word(1));
      }
      case Op::OpBranchConditional:
        return is_zero_test(instruction.word(0));
      default:
        return false;
    }
  }

  const Body& body_;
  const Declarations& declarations_;
  std::map<Id, const Instruction*> made_by_;
  std::set<Id> of_it_;
  std::set<Id> pointers_;
};

}  // namespace

std::size_t remove_turn_counters(Body& body, const Declarations& declarations) {
  std::vector<Id> variables;
  for (const Block& block : body.blocks) {
    for (const Instruction& instruction : block.instructions) {
      if (Op{instruction.opcode} == Op::OpVariable) variables.push_back(instruction.result);
    }
  }
  std::size_t removed = 0;
  for (const Id variable : variables) {
    const Counter counter(body, declarations, variable);
    if (!counter.counts_turns()) continue;
    counter.remove(body);
    ++removed;
  }
  return removed;
}

}  // namespace opexplore::spirv
