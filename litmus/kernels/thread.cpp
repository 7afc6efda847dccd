#include "litmus/kernels/thread.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "code/uses.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/kernels/branch_facts.hpp"
#include "litmus/kernels/calls.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/liveness.hpp"
#include "litmus/kernels/pacing.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

// So often a statement is followed with different numbers in its registers. Then those numbers are
// taken for values known only at run time: a counter of a loop that has no known end.
// WART: ways-through-kernels. The code of such a kernel grows until then.
constexpr std::size_t most_visits = 64;
// A loop of which each turn is known goes on to its end, which is known, too; but not for ever.
constexpr std::size_t most_turns = 1024;
constexpr std::size_t most_instructions_of_turns = max_instructions / 4;
// A loop that computes addresses for ever, and nothing else. So many pieces of private memory count
// as one point more.
constexpr std::size_t most_points = 100'000;
constexpr std::size_t pieces_per_point = 16;

/// Whether the block is the other one, or has it inside.
bool encloses(const Entry& entry, std::size_t outer, std::size_t block) {
  while (block != outer && entry.blocks[block].parent != block) block = entry.blocks[block].parent;
  return block == outer;
}

/// What is known of a function before it is followed.
struct Analysis {
  std::vector<std::vector<bool>> live;
  Pacing pacing;
};

/// Follows all ways of a thread through its kernel. Statements of which nothing is left at run time
/// leave no instruction; where ways meet in the same point the code is shared.
class Walk {
 public:
  Walk(Surroundings& around, const Executor& executor, const Entry& entry,
       const std::set<std::uint16_t>& observed)
      : around_(around), executor_(executor), entry_(entry), observed_(observed) {}

  ThreadCode run(ThreadCode start) {
    code_ = std::move(start);
    if (entry_.statements.empty()) return std::move(code_);
    last_ = &entry_.statements.front();
    State begin;
    begin.frame.function = &entry_;
    pending_.push_back(settled(std::move(begin)));
    while (!pending_.empty()) {
      State point = std::move(pending_.back());
      pending_.pop_back();
      ++choices_;
      if (!placed_.contains(point)) follow(std::move(point));
    }
    finish();
    return std::move(code_);
  }

 private:
  InstructionId here() const { return static_cast<InstructionId>(code_.instructions.size()); }

  /// Whether the function is over. Of the kernel nothing is left to do then.
  static bool is_over(const Frame& frame) {
    return frame.statement >= frame.function->statements.size();
  }

  const Analysis& analysis_of(const Frame& frame) {
    const Entry& function = *frame.function;
    const auto known = analyses_.find(&function);
    if (known != analyses_.end()) return known->second;
    const bool is_kernel = &function == &entry_;
    const std::set<std::uint16_t> read = is_kernel ? observed_ : results_of(frame);
    const Analysis& analysis =
        analyses_
            .emplace(&function,
                     Analysis{live_registers(function, read), pacing_of(function, read, is_kernel)})
            .first->second;
    code_.shared.emplace(&function, shared_registers(function, analysis.live, read));
    return analysis;
  }

  /// The registers that a function returns.
  static std::set<std::uint16_t> results_of(const Frame& frame) {
    std::set<std::uint16_t> registers;
    for (const Variable& result : frame.function->results) {
      if (const auto reg = find_register(*frame.function, 0, result.name.text)) {
        registers.insert(*reg);
      }
    }
    return registers;
  }

  /// The point without what will not be read, behind jumps that are always taken and what only
  /// lets time pass.
  State settled(State point) {
    Frame& frame = point.frame;
    const Entry& function = *frame.function;
    const Analysis& analysis = analysis_of(frame);
    for (std::size_t jumps = 0; !is_over(frame); ++jumps) {
      const code::Instruction& here = point.instruction();
      if (jumps > function.statements.size()) break;
      if (analysis.pacing.statements[frame.statement]) {
        ++frame.statement;
        continue;
      }
      const auto join = analysis.pacing.joins.find(frame.statement);
      if (join != analysis.pacing.joins.end()) {
        frame.statement = join->second;
        continue;
      }
      const auto* const jump = std::get_if<code::Jump>(&here.operation);
      const bool ends = leaves_function(here);
      if (here.guard || !(jump != nullptr || ends)) break;
      if (ends_thread(here)) return at_exit(std::move(point));
      frame.statement = ends ? function.statements.size() : jump->target;
    }
    const std::vector<bool>& live = analysis.live[frame.statement];
    std::erase_if(frame.environment, [&](const auto& known) {
      return !live[known.first] || analysis.pacing.registers[known.first];
    });
    if (is_over(frame)) {
      if (frame.depth == 0) point.memory.clear();
      return point;
    }
    const std::size_t block = point.statement().block;
    std::erase_if(point.memory, [&](const auto& held) {
      return held.first.depth == frame.depth &&
             !encloses(function, code_.privates.at(held.first.object).block, block);
    });
    return point;
  }

  /// The end of the kernel, where `exit` leads from any function.
  State at_exit(State point) {
    while (point.frame.caller) point.frame = Frame(*point.frame.caller);
    point.frame.statement = entry_.statements.size();
    return settled(std::move(point));
  }

  void follow(State point) {
    while (!is_over(point.frame) || point.frame.depth != 0) {
      around_.launch.deadline.check();
      if (!placed_.emplace(point, here()).second) return jump_to(point);
      kept_ += point.memory.size();
      if (points() > most_points) {
        around_.source.fail(last_->place, "the kernel takes too many steps before it does anything",
                            "launch with smaller numbers, so that loops have fewer turns and "
                            "recursion ends earlier");
      }
      try {
        go_on(point);
      } catch (const InputError& error) {
        throw at_call(point, error);
      }
    }
    placed_.emplace(point, here());
    finish_way(point);
  }

  std::size_t points() const { return placed_.size() + kept_ / pieces_per_point; }

  void go_on(State& point) {
    for (auto& [type, borrowed] : code_.borrowed) borrowed.second = 0;
    if (is_over(point.frame)) {
      point = settled(return_to_caller(around_, executor_, point, code_));
    } else if (!widen(point)) {
      advance(point);
    }
  }

  /// What is refused in a function of the toolkit, where the author of the kernel calls it.
  InputError at_call(const State& point, const InputError& error) const {
    if (is_over(point.frame) || around_.places.is_users(point.statement())) return error;
    for (const Frame* frame = point.frame.caller.get(); frame != nullptr;
         frame = frame->caller.get()) {
      const Statement& call = frame->function->statements[frame->statement];
      if (!around_.places.is_users(call)) continue;
      return {error.path, call.place,
              error.message + " (in a function that is called here, " +
                  std::string(name_of_text(around_.module)) + " line " +
                  std::to_string(error.line) + ')',
              error.suggestion};
    }
    return error;
  }

  /// The point behind the statement, not executed.
  State behind(State point) {
    ++point.frame.statement;
    return settled(std::move(point));
  }

  /// Goes to the next point.
  void advance(State& point) {
    State state = point;
    const Statement& statement = state.statement();
    last_ = &statement;
    Step step(around_, executor_, state, code_);
    try {
      advance(point, step);
    } catch (const NoValue& value) {
      step.stop(value);
      point = at_exit(std::move(state));
    }
  }

  void advance(State& point, Step& step) {
    const Statement& statement = step.statement();
    const auto& guarded = step.instruction().guard;
    if (guarded) {
      const Input guard = step.input(guarded->reg, {'p', 1});
      if (guard.known.kind == Abstract::Kind::time) {
        if (!around_.reads_clock) {
          step.fail(
              "not modelled: a way that a function decides of which PTX says only how far it "
              "may err (" +
                  quote(statement.text) + ")",
              "decide by what sums and products give, which are exact");
        }
        step.fail("not modelled: a way that time alone decides (" + quote(statement.text) + ")",
                  "leave out what happens when a time limit is over");
      }
      if (!guard.known.is_constant()) return advance_guarded(point, step, guard);
      if ((guard.known.number != 0) == guarded->negated) {
        point = behind(std::move(point));
        return;
      }
    }
    point = after(step);
  }

  // WART: kernel-guards. What follows depends on the predicate, too.
  /// The predicate is known only at run time: both ways are followed.
  void advance_guarded(State& point, Step& step, const Input& guard) {
    const code::Instruction& instruction = step.instruction();
    const bool negated = instruction.guard->negated;
    State otherwise = behind(point);
    learn(point, otherwise, negated);
    const bool leaves =
        std::holds_alternative<code::Jump>(instruction.operation) || leaves_function(instruction);
    const bool when_true = leaves != negated;  // jumps there if the predicate holds
    const InstructionId branch = here();
    ++choices_;
    step.emit(Branch{when_true ? Comparison::not_equal : Comparison::equal,
                     RegisterOperand{guard.reg}, Value{0}, 0});
    if (leaves) {
      State target = after(step);
      learn(point, target, !negated);
      jumps_.emplace_back(branch, target);
      pending_.push_back(target);
      point = otherwise;
      return;
    }
    jumps_.emplace_back(branch, otherwise);
    pending_.push_back(otherwise);
    point = after(step);
  }

  /// Where the guard of the statement at `point` has that truth, a register that it was made from
  /// may hold a known number.
  void learn(const State& point, State& way, bool truth) const {
    const Entry& entry = *point.frame.function;
    if (way.frame.function != &entry || way.frame.depth != point.frame.depth) return;
    const auto at = comparison_of(entry.code, point.frame.statement);
    if (!at) return;
    const code::Instruction& comparison = entry.code.instructions[*at];
    const auto& what = std::get<code::Compute>(comparison.operation);
    if ((what.op == ArithmeticOp::equal) != truth) return;
    const auto equal = equal_register(entry, comparison);
    if (!equal) return;
    const auto known = way.frame.environment.find(equal->first);
    if (known == way.frame.environment.end() || known->second != Abstract{}) return;
    const code::Operand& with = equal->second;
    Abstract number = constant(with.number);
    if (with.kind == code::Operand::Kind::reg) {
      const auto held = point.frame.environment.find(with.reg);
      if (held == point.frame.environment.end() || !held->second.is_constant()) return;
      number = held->second;
    }
    known->second = constant(wide_value(entry.registers[equal->first].type.bits, number.number));
  }

  /// At a call by an address from memory: jumps to the call by each address that is a function's.
  void choose_function(Step& step) {
    State& state = step.state();
    for (const Entry* const function : possible_functions(step)) {
      State way = state;
      const std::uint16_t reg = called_register(step);
      const Abstract place = function_address(around_.memory, around_.module, *function);
      const InstructionId branch =
          step.emit_branch(Comparison::equal, step.run_time(step.read(reg)),
                           around_.memory.number_of(place.object, 0));
      way.frame.environment[reg] = place;
      jumps_.emplace_back(branch, way);
      pending_.push_back(std::move(way));
    }
  }

  /// Executes the statement; the point where it goes then.
  State after(Step& step) {
    State& state = step.state();
    const code::Operation& operation = step.instruction().operation;
    const auto to = [&](std::size_t next) {
      state.frame.statement = next;
      return settled(state);
    };
    if (ends_thread(step.instruction())) return at_exit(state);
    if (leaves_function(step.instruction())) return to(step.entry().statements.size());
    if (const auto* const jump = std::get_if<code::Jump>(&operation)) return to(jump->target);
    if (std::holds_alternative<code::Call>(operation)) {
      choose_function(step);
      State called = call_function(step, paths_);
      return step.stops() ? at_exit(std::move(called)) : settled(std::move(called));
    }
    execute(step);
    return step.stops() ? at_exit(state) : behind(state);
  }

  /// At a statement that has been followed very often: turns numbers that change into values of the
  /// run. True if there were any.
  bool widen(State& point) {
    const std::pair place{point.frame.path, point.frame.statement};
    Visits& visits = visits_[place];
    if (visits.choices != choices_) ++visits.undecided;
    visits.choices = choices_;
    if (++visits.all <= most_visits) return false;
    const bool short_yet = visits.all <= most_turns && points() <= most_points / 4 &&
                           code_.instructions.size() <= most_instructions_of_turns;
    if (visits.undecided <= most_visits && short_yet) return false;
    const auto [known, is_first] = first_.emplace(place, point);
    if (is_first) return false;
    const State& first = known->second;
    bool changed = widen_registers(point, first.frame);
    for (auto& [byte, held] : point.memory) {
      const auto before = first.memory.find(byte);
      if (!held.value.is_constant() || before == first.memory.end() || before->second == held) {
        continue;
      }
      materialise(Step(around_, executor_, point, code_).home(byte, held.width), held.value,
                  8 * held.width);
      held.value = {};
      changed = true;
    }
    return changed;
  }

  /// The same for the registers of the function and, outwards, of its callers.
  bool widen_registers(State& point, const Frame& first) {
    bool changed = false;
    for (auto& [reg, value] : point.frame.environment) {
      const auto known = first.environment.find(reg);
      if (!value.is_constant() || known == first.environment.end() || known->second == value) {
        continue;
      }
      materialise(point, reg, value);
      value = {};
      changed = true;
    }
    if (!point.frame.caller) return changed;
    State outside{*point.frame.caller, point.memory};
    if (!widen_registers(outside, *first.caller)) return changed;
    point.frame.caller = std::make_shared<const Frame>(std::move(outside.frame));
    return true;
  }

  /// Makes the register of the program for one of the function hold the number.
  void materialise(const State& point, std::uint16_t reg, const Abstract& value) {
    State state = point;
    code::Operand operand;
    operand.kind = code::Operand::Kind::reg;
    operand.reg = reg;
    if (is_over(state.frame)) state.frame.statement = 0;  // any: nothing is read
    const RegisterId held = Step(around_, executor_, state, code_).set_run_time(operand);
    materialise(held, value, state.frame.function->registers[reg].type.bits);
  }

  void materialise(RegisterId reg, const Abstract& value, std::uint32_t bits) {
    code_.instructions.push_back(
        {Arithmetic{ArithmeticOp::move, reg, value.number, Value{0}, number_type({'s', bits})},
         last_->place, last_->text, around_.places.of(*last_)});
  }

  void finish_way(const State& point) {
    const Environment& environment = point.frame.environment;
    for (const std::uint16_t reg : observed_) {
      const auto known = environment.find(reg);
      if (known == environment.end()) continue;  // never written: it keeps its 0
      if (known->second.is_address()) {
        around_.source.fail(last_->place, "the observed register '%" + entry_.registers[reg].name +
                                              "' holds an address at the end");
      }
      if (known->second.kind == Abstract::Kind::undefined) {
        around_.source.fail(last_->place, "the observed register '%" + entry_.registers[reg].name +
                                              "' is undefined at the end");
      }
      if (known->second.is_constant()) materialise(point, reg, known->second);
    }
    ends_.push_back(code_.instructions.size());
    add_jump();
  }

  void jump_to(const State& point) {
    jumps_.emplace_back(here(), point);
    add_jump();
  }

  void add_jump() {
    code_.instructions.push_back({Branch{}, last_->place, last_->text, around_.places.of(*last_)});
  }

  /// Resolves jumps; one to the end that stands there is not needed.
  void finish() {
    if (!ends_.empty() && ends_.back() + 1 == code_.instructions.size()) {
      code_.instructions.pop_back();
      ends_.pop_back();
    }
    if (code_.instructions.size() > most_instructions) {
      around_.source.fail(entry_.name.place, "too many instructions: the limit is " +
                                                 std::to_string(most_instructions) +
                                                 " in one thread, loops unrolled");
    }
    for (const std::size_t end : ends_) branch_of(code_.instructions[end].action)->target = here();
    for (const InstructionId leave : code_.leaves) {
      branch_of(code_.instructions[leave].action)->target = here();
    }
    for (const auto& [branch, target] : jumps_) {
      branch_of(code_.instructions[branch].action)->target = placed_.at(target);
    }
  }

  /// How often a statement has been followed.
  struct Visits {
    std::size_t all = 0;
    std::size_t undecided = 0;  ///< after a jump of which it is not known where it goes
    std::size_t choices = 0;    ///< such jumps until then
  };

  Surroundings& around_;
  const Executor& executor_;
  const Entry& entry_;
  const std::set<std::uint16_t>& observed_;
  std::size_t choices_ = 0;  ///< jumps of which it is not known where they go, and ways taken up
  std::map<const Entry*, Analysis> analyses_;
  Paths paths_;
  ThreadCode code_;
  std::map<State, InstructionId> placed_;
  std::size_t kept_ = 0;  ///< pieces of private memory in them
  std::vector<State> pending_;
  std::vector<std::pair<InstructionId, State>> jumps_;
  std::vector<std::size_t> ends_;
  std::map<std::pair<std::uint32_t, std::size_t>, Visits> visits_;  // by path and statement
  std::map<std::pair<std::uint32_t, std::size_t>, State> first_;
  const Statement* last_ = nullptr;
};

}  // namespace

ThreadCode thread_code(Surroundings& around, const Executor& executor, const Entry& entry,
                       const std::set<std::uint16_t>& observed, ThreadCode start) {
  return Walk(around, executor, entry, observed).run(std::move(start));
}

}  // namespace opexplore::kernel
