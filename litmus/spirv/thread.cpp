#include "litmus/spirv/thread.hpp"

#include <algorithm>
#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/language/limits.hpp"
#include "litmus/spirv/cases.hpp"
#include "litmus/spirv/choices.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

// So often a block is entered with different numbers in its values. Then those are taken for values
// known only at run time: a counter of a loop that has no known end.
// WART: ways-through-kernels. The code of such a kernel grows until then.
constexpr std::size_t most_visits = 64;
// A loop that computes for ever, and nothing else: so many values may be known at all of its
// points.
constexpr std::size_t most_values = 10'000'000;

/// What a thread takes for known at one instruction, where a register holds it.
struct Assumption {
  Id id = 0;
  RegisterId reg = 0;
};

/// A way into a block.
struct Edge {
  Id from = 0;  ///< the label of the block before; 0 at the beginning
  std::size_t to = 0;
  Environment environment;
  /// Goes on at this instruction of the block, which is entered already, if there are assumptions.
  std::size_t at = 0;
  std::vector<Assumption> assumptions;
};

/// A block and what is known of the values that matter behind its phis.
struct Point {
  std::size_t block = 0;
  Environment environment;
  bool operator==(const Point&) const = default;
  auto operator<=>(const Point&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// What the variables of the module hold that are the thread's own.
ThreadMemory memory_of(Surroundings& around, const Invocation& invocation) {
  ThreadMemory result;
  for (const auto& [id, variable] : around.declarations.variables) {
    const std::uint32_t object = around.memory.object(variable, invocation.workgroup_index);
    const Object& of = around.memory.at(object);
    if (of.is_shared()) continue;
    const auto storage = spv::StorageClass{variable.storage_class};
    const bool reads_only = storage == spv::StorageClass::Input ||
                            storage == spv::StorageClass::PushConstant ||
                            storage == spv::StorageClass::UniformConstant;
    Cells& cells = reads_only ? result.constant : result.initial;
    const bool zero = reads_only && storage != spv::StorageClass::Input;
    const auto scalars = scalars_of(around.declarations, variable.type);
    std::optional<Known> builtin;
    if (variable.builtin)
      builtin = builtin_value(invocation, *variable.builtin, scalars.size() == 1);
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      const std::uint32_t offset = scalars[i].second;
      const auto initial = of.initial.find(offset);
      if (builtin) {
        const bool parts = builtin->kind == Known::Kind::composite;
        if (parts && i >= builtin->parts.size()) break;
        cells[{object, offset}] = parts ? builtin->parts[i] : *builtin;
      } else if (initial != of.initial.end()) {
        cells[{object, offset}] = initial->second;
      } else if (zero) {
        cells[{object, offset}] = number(0);
      }
    }
    if (storage != spv::StorageClass::PushConstant) continue;
    for (const PushConstant& constant : around.declarations.push_constants) {
      const kernel::Triple& value = constant.value;
      cells[{object, constant.offset}] = number(value.x);
      cells[{object, constant.offset + 4}] = number(value.y);
      cells[{object, constant.offset + 8}] = number(value.z);
    }
  }
  return result;
}

/// Follows all ways of a thread through its kernel. Where ways meet in the same point the code is
/// shared.
class Walk {
 public:
  Walk(Surroundings& around, const Invocation& invocation)
      : around_(around), invocation_(invocation), memory_(memory_of(around, invocation)) {}

  ThreadCode run() {
    last_ = &around_.body.blocks.front().instructions.front();
    pending_.push_back({std::nullopt, {0, 0, {{}, memory_.initial}, 0, {}}});
    while (!pending_.empty()) {
      auto [jump, edge] = std::move(pending_.back());
      pending_.pop_back();
      if (jump) branch_of(code_.instructions[*jump].action)->target = here();
      follow(std::move(edge));
    }
    return std::move(code_);
  }

 private:
  const Block& block(std::size_t number) const { return around_.body.blocks[number]; }

  InstructionId here() const {
    if (code_.instructions.size() > max_instructions) {
      around_.module.fail(*last_,
                          "too many instructions: the limit is " +
                              std::to_string(max_instructions) + " in one thread, loops unrolled",
                          "launch with smaller numbers, so that loops have fewer turns");
    }
    return static_cast<InstructionId>(code_.instructions.size());
  }

  Step step(const Instruction& instruction, Environment& environment) {
    last_ = &instruction;
    return {around_, invocation_, memory_, instruction, environment, code_};
  }

  void follow(Edge edge) {
    for (std::optional<Edge> next = std::move(edge); next;) {
      const Block& to = block(next->to);
      if (next->assumptions.empty()) {
        Point point = enter(*next);
        const auto [placed, added] = placed_.emplace(point, here());
        if (!added) return jump(placed->second);
        next->environment = std::move(point.environment);
      }
      count_values(next->environment);
      if (!execute_from(to, *next)) return;
      next = leave(to, std::move(next->environment));
    }
  }

  void count_values(const Environment& environment) {
    values_ += 100 + environment.ids.size() + environment.cells.size();
    if (values_ <= most_values) return;
    around_.module.fail(*last_, "the kernel takes too many steps before it does anything",
                        "launch with smaller numbers, so that loops have fewer turns");
  }

  /// Executes the block from where the edge comes in up to its end; false if the thread goes on in
  /// several ways before.
  bool execute_from(const Block& to, Edge& edge) {
    for (std::size_t i = edge.at; i + 1 < to.instructions.size(); ++i) {
      Step one = step(to.instructions[i], edge.environment);
      if (const auto cases = cases_of(one)) {
        edge.at = i;
        part(one, *cases, edge);
        return false;
      }
      execute(one);
      for (const Assumption& assumption : edge.assumptions) {
        edge.environment.ids[assumption.id] = run_time(assumption.reg);
      }
      edge.assumptions.clear();
    }
    return true;
  }

  /// Goes on in one way for each value that the operand may have. With any other the instruction
  /// has no meaning.
  void part(Step& one, const Cases& cases, const Edge& edge) {
    for (const Value value : cases.values) {
      Edge way = edge;
      way.assumptions.push_back({cases.id, cases.reg});
      way.environment.ids[cases.id] = number(value);
      jump_if(Comparison::equal, cases.reg, value, std::move(way));
    }
    leave_undefined(one, kernel::Meaningless::index);
  }

  /// Ends the thread where what it does has no meaning.
  void leave_undefined(Step& one, kernel::Meaningless why) {
    one.emit_undefined_behaviour(why);
    code_.ends.push_back(code_.instructions.size());
    jump(0);
  }

  /// Takes the edge: gives phis their values, and forgets what will not be read.
  Point enter(Edge& edge) {
    const Block& to = block(edge.to);
    if (to.joins) step(*last_, edge.environment).settle_cells();
    set_phis(to, edge);
    Point point{edge.to, {{}, std::move(edge.environment.cells)}};
    for (auto& [id, known] : edge.environment.ids) {
      if (to.live.contains(id)) point.environment.ids.emplace(id, std::move(known));
    }
    if (!placed_.contains(point)) widen(point);
    return point;
  }

  /// What a phi gets.
  struct Move {
    const Instruction* phi = nullptr;
    Known value;
  };

  void move_to(Step& one, RegisterId reg, RegisterId from) {
    one.emit(ArithmeticOp::move, reg, RegisterOperand{from}, Value{0},
             number_type(one.result_type()));
  }

  /// All at once, with the values from before.
  void set_phis(const Block& to, Edge& edge) {
    std::vector<Move> moves;
    for (const Instruction& phi : to.phis) {
      Step one = step(phi, edge.environment);
      std::optional<std::size_t> operand;
      for (std::size_t i = 1; i < phi.operands.size(); i += 2) {
        if (phi.word(i) == edge.from) operand = i - 1;
      }
      if (!operand) one.fail("it has no value for the block before");
      if (to.live.contains(phi.result)) moves.push_back({&phi, one.operand(*operand)});
    }
    put_aside(moves, edge.environment);
    for (const Move& move : moves) {
      Step one = step(*move.phi, edge.environment);
      one.set(move.value);
      if (!move.value.is_run_time()) continue;
      const RegisterId own = one.result_register(one.result_type());
      if (move.value.reg != own) move_to(one, own, move.value.reg);
      one.set(run_time(own));
    }
  }

  /// Values in the registers of other phis, which get new ones, go to registers of their own first.
  void put_aside(std::vector<Move>& moves, Environment& environment) {
    std::vector<std::pair<const Instruction*, RegisterId>> written;
    for (const Move& move : moves) {
      if (!move.value.is_run_time()) continue;
      Step one = step(*move.phi, environment);
      written.emplace_back(move.phi, one.result_register(one.result_type()));
    }
    for (Move& move : moves) {
      const bool overwritten = std::ranges::any_of(written, [&](const auto& other) {
        return other.first != move.phi && move.value == run_time(other.second);
      });
      if (!overwritten) continue;
      Step one = step(*move.phi, environment);
      const RegisterId aside = one.result_register(one.result_type(), Step::first_temporary);
      move_to(one, aside, move.value.reg);
      move.value = run_time(aside);
    }
  }

  /// At a block that has been entered very often: turns numbers that change into values of the run.
  void widen(Point& point) {
    if (++visits_[point.block] <= most_visits) return;
    const auto [first, is_first] = first_.emplace(point.block, point.environment);
    if (is_first) return;
    for (auto& [id, known] : point.environment.ids) {
      const auto before = first->second.ids.find(id);
      if (!known.is_number() || before == first->second.ids.end() || before->second == known) {
        continue;
      }
      const auto type = around_.body.type_of.find(id);
      if (type == around_.body.type_of.end()) continue;
      Instruction like = *last_;
      like.result = id;
      Step one(around_, invocation_, memory_, like, point.environment, code_);
      const Type& of = one.type(type->second);
      const RegisterId reg = one.result_register(of);
      one.emit(ArithmeticOp::move, reg, known.number, Value{0}, number_type(of));
      known = run_time(reg);
    }
  }

  void push(Action action) {
    code_.instructions.push_back(placed(std::move(action), *last_, around_.module));
  }

  void jump(InstructionId target) {
    Branch branch;
    branch.target = target;
    push(branch);
  }

  /// Jumps to the edge if the comparison holds.
  void jump_if(Comparison comparison, RegisterId reg, Value value, Edge edge) {
    Branch branch;
    branch.comparison = comparison;
    branch.left = RegisterOperand{reg};
    branch.right = value;
    pending_.emplace_back(code_.instructions.size(), std::move(edge));
    push(branch);
  }

  /// Executes what ends the block; where it goes then, if it does not end the thread.
  std::optional<Edge> leave(const Block& from, Environment environment) {
    const Instruction& end = from.instructions.back();
    Step one = step(end, environment);
    const auto edge = [&](Id label) {
      return Edge{from.label, around_.body.block(around_.module, end, label), environment, 0, {}};
    };
    switch (Op{end.opcode}) {
      case Op::OpReturn:
        code_.ends.push_back(code_.instructions.size());
        jump(0);
        return std::nullopt;
      case Op::OpBranch:
        return edge(end.word(0));
      case Op::OpBranchConditional: {
        Known condition = one.operand(0);
        if (condition.is_number()) return edge(end.word(condition.number != 0 ? 1 : 2));
        if (condition.is_undefined() && around_.chooses_ways) condition = any_bit(one);
        if (!condition.is_run_time()) refuse_undefined(one);
        if (end.word(1) != end.word(2)) {
          jump_if(Comparison::not_equal, condition.reg, 0, edge(end.word(1)));
        }
        return edge(end.word(2));
      }
      case Op::OpSwitch:
        return leave_switch(one, edge);
      case Op::OpUnreachable:
        leave_undefined(one, kernel::Meaningless::unreachable);
        return std::nullopt;
      default:
        one.fail("not modelled: this end of a block");
    }
  }

  [[noreturn]] static void refuse_undefined(const Step& step) {
    step.fail("a jump that depends on a value that is undefined",
              "give the variable that it comes from an initial value");
  }

  template <class MakeEdge>
  std::optional<Edge> leave_switch(Step& one, const MakeEdge& edge) {
    const Instruction& end = one.instruction();
    const Known selector = one.operand(0);
    const Type& type = one.type_of(0);
    const bool chosen = selector.is_undefined() && around_.chooses_ways;
    if (!chosen && !selector.is_number() && !selector.is_run_time()) refuse_undefined(one);
    for (std::size_t i = 2; i + 1 < end.operands.size(); i += 2) {
      const Value literal = spirv::literal(end.operands[i], type);
      if (chosen) {
        jump_if(Comparison::not_equal, any_bit(one).reg, 0, edge(end.word(i + 1)));
      } else if (selector.is_run_time()) {
        jump_if(Comparison::equal, selector.reg, literal, edge(end.word(i + 1)));
      } else if (selector.number == literal) {
        return edge(end.word(i + 1));
      }
    }
    return edge(end.word(1));
  }

  Surroundings& around_;
  const Invocation& invocation_;
  ThreadMemory memory_;
  ThreadCode code_;
  std::map<Point, InstructionId> placed_;
  std::vector<std::pair<std::optional<std::size_t>, Edge>> pending_;
  std::size_t values_ = 0;
  std::map<std::size_t, std::size_t> visits_;
  std::map<std::size_t, Environment> first_;
  const Instruction* last_ = nullptr;
};

}  // namespace

ThreadCode thread_code(Surroundings& around, const Invocation& invocation) {
  return Walk(around, invocation).run();
}

}  // namespace opexplore::spirv
