#include "litmus/spirv/body.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

namespace opexplore::spirv {

namespace {

using spv::Op;

constexpr std::size_t most_instructions = 20'000;
constexpr std::size_t most_calls = 100;  // within each other

bool ends_block(Op op) {
  switch (op) {
    case Op::OpBranch:
    case Op::OpBranchConditional:
    case Op::OpSwitch:
    case Op::OpReturn:
    case Op::OpReturnValue:
    case Op::OpUnreachable:
    case Op::OpKill:
    case Op::OpTerminateInvocation:
      return true;
    default:
      return false;
  }
}

/// An instruction that is written here, in the place of `like`.
Instruction made(Op op, const Instruction& like, std::vector<Operand> operands = {}) {
  Instruction instruction;
  instruction.opcode = static_cast<std::uint16_t>(op);
  instruction.operands = std::move(operands);
  instruction.place = like.place;
  return instruction;
}

/// Operands of OpBranch are ids; this is the kind of one.
Operand id_operand(Id id) {
  return {grammar().operands_of(*find_instruction(std::uint32_t{249})).front().kind, {id}, {}};
}

/// Copies functions into a body. A call ends its block; what follows it is a new one.
class Inliner {
 public:
  Inliner(Module& module, const Declarations& declarations)
      : module_(module), declarations_(declarations) {}

  Body run(const Instruction& entry_point) {
    const Function& main = function(entry_point, entry_point.word(1));
    copy(main, Call{});
    for (Block& block : body_.blocks) {
      for (Instruction& phi : block.phis) {  // blocks that a call has cut end elsewhere
        for (std::size_t i = 1; i < phi.operands.size(); i += 2) {
          Id& from = phi.operands[i].words.front();
          for (auto tail = tails_.find(from); tail != tails_.end(); tail = tails_.find(from)) {
            from = tail->second;
          }
        }
      }
    }
    return std::move(body_);
  }

 private:
  /// One call, or the kernel itself.
  struct Call {
    std::map<Id, Id> ids;  ///< of the copy, by those of the function; empty for the kernel
    Id behind = 0;         ///< the block that it returns to; 0 for the kernel
    std::vector<std::pair<Id, Id>> results;  ///< what is returned, and from which block
  };

  const Function& function(const Instruction& user, Id id) const {
    const auto found = declarations_.functions.find(id);
    if (found == declarations_.functions.end()) {
      module_.fail(user, module_.name_of(id) + " is no function");
    }
    return found->second;
  }

  Id fresh(Id like) {
    const Id id = module_.bound++;
    const auto name = module_.names.find(like);
    if (name != module_.names.end()) module_.names[id] = std::string(name->second);
    return id;
  }

  /// Copies the blocks; gives what the call returns, and from where.
  std::vector<std::pair<Id, Id>> copy(const Function& function, Call call) {
    const Instruction& declaration = *function.declaration;
    if (std::ranges::find(stack_, &function) != stack_.end()) {
      module_.fail(declaration, "not modelled: recursion", "SPIR-V forbids it in kernels");
    }
    if (stack_.size() == most_calls)
      module_.fail(declaration, "functions call each other too deeply");
    stack_.push_back(&function);
    bool in_block = false;
    for (std::size_t i = function.begin; i < function.end; ++i) {
      in_block = copy(module_.instructions[i], call, in_block);
    }
    if (in_block) module_.fail(declaration, "its last block does not end");
    stack_.pop_back();
    return std::move(call.results);
  }

  /// Whether what follows is in a block.
  bool copy(const Instruction& original, Call& call, bool in_block) {
    const Op op{original.opcode};
    if (++copied_ > most_instructions) {
      module_.fail(original, "the kernel is too long: the limit is " +
                                 std::to_string(most_instructions) +
                                 " instructions, calls included");
    }
    if (op == Op::OpFunctionParameter || op == Op::OpLine || op == Op::OpNoLine ||
        op == Op::OpNop) {
      return in_block;
    }
    if (in_block == (op == Op::OpLabel)) {
      module_.fail(original, in_block ? "the block before does not end" : "it is in no block");
    }
    Instruction instruction = renamed(original, call);
    if (op == Op::OpLabel) return begin_block(instruction, instruction.result);
    if (instruction.type != 0) body_.type_of[instruction.result] = instruction.type;
    if (op == Op::OpFunctionCall) return inline_call(original, instruction);
    Block& block = body_.blocks.back();
    if (op == Op::OpPhi) return add_phi(block, std::move(instruction));
    if (call.behind != 0 && (op == Op::OpReturn || op == Op::OpReturnValue)) {
      call.results.emplace_back(instruction.word(0), block.label);
      instruction = made(Op::OpBranch, original, {id_operand(call.behind)});
    }
    block.instructions.push_back(std::move(instruction));
    return !ends_block(op);
  }

  bool begin_block(const Instruction& user, Id label) {
    if (!body_.by_label.emplace(label, body_.blocks.size()).second) {
      module_.fail(user, "another block has this label");
    }
    body_.blocks.push_back({label, {}, {}, {}, false});
    return true;
  }

  bool add_phi(Block& block, Instruction phi) const {
    if (!block.instructions.empty()) {
      module_.fail(phi, "it stands behind other instructions of its block");
    }
    if (phi.operands.size() % 2 != 0) module_.fail(phi, "a value without its block");
    block.phis.push_back(std::move(phi));
    return true;
  }

  Instruction renamed(const Instruction& original, Call& call) {
    Instruction instruction = original;
    if (call.behind == 0) return instruction;
    const auto rename = [&](Id& id) {
      if (id == 0 || is_global(id)) return;
      const auto [known, added] = call.ids.emplace(id, 0);
      if (added) known->second = fresh(id);
      id = known->second;
    };
    rename(instruction.result);
    for (Operand& operand : instruction.operands) {
      if (operand.category() == Category::id) rename(operand.words.front());
    }
    return instruction;
  }

  bool is_global(Id id) const {
    return declarations_.types.contains(id) || declarations_.constants.contains(id) ||
           declarations_.variables.contains(id) || declarations_.functions.contains(id) ||
           declarations_.imports.contains(id);
  }

  bool inline_call(const Instruction& original, const Instruction& call) {
    const Function& callee = function(original, call.word(0));
    Call inner;
    inner.behind = fresh(call.result);
    std::size_t argument = 1;
    for (std::size_t i = callee.begin; i < callee.end; ++i) {
      const Instruction& parameter = module_.instructions[i];
      if (Op{parameter.opcode} != Op::OpFunctionParameter) continue;
      if (argument >= call.operands.size()) module_.fail(original, "an argument is missing");
      inner.ids[parameter.result] = call.word(argument++);
    }
    if (argument != call.operands.size()) module_.fail(original, "there are too many arguments");
    const auto entry =
        std::find_if(module_.instructions.begin() + static_cast<std::ptrdiff_t>(callee.begin),
                     module_.instructions.begin() + static_cast<std::ptrdiff_t>(callee.end),
                     [](const Instruction& i) { return Op{i.opcode} == Op::OpLabel; });
    if (entry->result == 0 || Op{entry->opcode} != Op::OpLabel) {
      module_.fail(original, "what it calls has no body");
    }
    const Id first = fresh(entry->result);
    inner.ids[entry->result] = first;
    Block& before = body_.blocks.back();
    const Id label = before.label;
    before.instructions.push_back(made(Op::OpBranch, original, {id_operand(first)}));
    const Id behind = inner.behind;
    const auto results = copy(callee, std::move(inner));
    begin_block(original, behind);
    tails_[label] = behind;
    add_result(call, results);
    return true;
  }

  /// What the call gives is what one of the returns gives.
  void add_result(const Instruction& call, const std::vector<std::pair<Id, Id>>& results) {
    const auto is_value = [](const auto& result) { return result.first != 0; };
    if (!std::ranges::any_of(results, is_value)) return;
    std::vector<Operand> operands;
    for (const auto& [value, from] : results) {
      operands.push_back(id_operand(value));
      operands.push_back(id_operand(from));
    }
    Instruction phi = made(Op::OpPhi, call, std::move(operands));
    phi.type = call.type;
    phi.result = call.result;
    body_.blocks.back().phis.push_back(std::move(phi));
  }

  Module& module_;
  const Declarations& declarations_;
  Body body_;
  std::vector<const Function*> stack_;
  std::map<Id, Id> tails_;  // of blocks that a call has cut: where they go on
  std::size_t copied_ = 0;
};

/// Which ids are read behind each point, from the end of the body to its beginning.
void find_live(Body& body) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = body.blocks.size(); i-- > 0;) {
      Block& block = body.blocks[i];
      std::set<Id> live;
      for (const Id target : targets_of(block.instructions.back())) {
        const auto next = body.by_label.find(target);
        if (next == body.by_label.end()) continue;
        const Block& after = body.blocks[next->second];
        live.insert(after.live.begin(), after.live.end());
        for (const Instruction& phi : after.phis) live.erase(phi.result);
        for (const Instruction& phi : after.phis) {
          for (std::size_t p = 1; p < phi.operands.size(); p += 2) {
            if (phi.word(p) == block.label) live.insert(phi.word(p - 1));
          }
        }
      }
      for (std::size_t k = block.instructions.size(); k-- > 0;) {
        const Instruction& instruction = block.instructions[k];
        if (instruction.result != 0) live.erase(instruction.result);
        for (const Operand& operand : instruction.operands) {
          if (operand.category() == Category::id) live.insert(operand.word());
        }
      }
      if (live == block.live) continue;
      block.live = std::move(live);
      changed = true;
    }
  }
}

void find_joins(Body& body) {
  std::vector<std::size_t> ways(body.blocks.size());
  ways.front() = 1;
  for (const Block& block : body.blocks) {
    for (const Id target : targets_of(block.instructions.back())) {
      const auto next = body.by_label.find(target);
      if (next != body.by_label.end()) ++ways[next->second];
    }
  }
  for (std::size_t i = 0; i < ways.size(); ++i) body.blocks[i].joins = ways[i] > 1;
}

}  // namespace

std::vector<Id> targets_of(const Instruction& end) {
  switch (Op{end.opcode}) {
    case Op::OpBranch:
      return {end.word(0)};
    case Op::OpBranchConditional:
      return {end.word(1), end.word(2)};
    case Op::OpSwitch: {
      std::vector<Id> targets{end.word(1)};
      for (std::size_t i = 3; i < end.operands.size(); i += 2) targets.push_back(end.word(i));
      return targets;
    }
    default:
      return {};
  }
}

std::size_t Body::block(const Module& module, const Instruction& user, Id label) const {
  const auto found = by_label.find(label);
  if (found == by_label.end()) {
    module.fail(user, module.name_of(label) + " is no block of this function");
  }
  return found->second;
}

Body read_body(Module& module, const Declarations& declarations, const Instruction& entry_point) {
  Body body = Inliner(module, declarations).run(entry_point);
  if (body.blocks.empty()) module.fail(entry_point, "the function has no body");
  find_live(body);
  find_joins(body);
  return body;
}

}  // namespace opexplore::spirv
