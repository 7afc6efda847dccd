#include "litmus/kernels/thread.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/assertion.hpp"
#include "litmus/kernels/liveness.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// A point of the walk: a statement and what is known of the registers that matter there.
struct Point {
  std::size_t statement = 0;
  Environment environment;
  auto operator<=>(const Point&) const = default;  // NOLINT(modernize-use-nullptr)
  bool operator==(const Point&) const = default;
};

// So often a statement is followed with different numbers in its registers. Then those numbers are
// taken for values known only at run time: a counter of a loop that has no known end.
// WART: ways-through-kernels. The code of such a kernel grows until then.
constexpr std::size_t most_visits = 64;
// A loop that computes addresses for ever, and nothing else.
constexpr std::size_t most_points = 100'000;

/// Follows all ways of a thread through its kernel. Statements of which nothing is left at run time
/// leave no instruction; where ways meet in the same point the code is shared.
class Walk {
 public:
  Walk(Surroundings& around, const Executor& executor, const Entry& entry,
       const std::set<std::uint16_t>& observed)
      : around_(around),
        executor_(executor),
        entry_(entry),
        observed_(observed),
        live_(live_registers(entry, observed)) {}

  ThreadCode run(ThreadCode start) {
    code_ = std::move(start);
    if (entry_.statements.empty()) return std::move(code_);
    last_ = &entry_.statements.front();
    pending_.push_back(point(0, {}));
    while (!pending_.empty()) {
      Point point = std::move(pending_.back());
      pending_.pop_back();
      if (!placed_.contains(point)) follow(std::move(point));
    }
    finish();
    return std::move(code_);
  }

 private:
  InstructionId here() const { return static_cast<InstructionId>(code_.instructions.size()); }

  /// The point without what will not be read, behind jumps that are always taken.
  Point point(std::size_t statement, const Environment& environment) const {
    for (std::size_t jumps = 0; statement != entry_.statements.size(); ++jumps) {
      const Statement& here = entry_.statements[statement];
      const std::optional<std::size_t> target = jump_target(entry_, here);
      const bool ends = ends_thread(here);
      if (here.guard || !(target || ends) || jumps > entry_.statements.size()) break;
      statement = ends ? entry_.statements.size() : *target;
    }
    Point result{statement, {}};
    for (const auto& [reg, value] : environment) {
      if (live_[statement][reg]) result.environment.emplace(reg, value);
    }
    return result;
  }

  void follow(Point point) {
    while (point.statement != entry_.statements.size()) {
      if (!placed_.emplace(point, here()).second) return jump_to(point);
      if (placed_.size() > most_points) {
        around_.source.fail(entry_.statements[point.statement].place,
                            "the kernel takes too many steps before it does anything",
                            "launch with smaller numbers, so that loops have fewer turns");
      }
      if (widen(point)) continue;
      advance(point);
    }
    placed_.emplace(point, here());
    finish_way(point);
  }

  /// Goes to the next point.
  void advance(Point& point) {
    const Statement& statement = entry_.statements[point.statement];
    last_ = &statement;
    Environment environment = point.environment;
    Step step(around_, executor_, entry_, statement, environment, code_);
    const std::size_t next = point.statement + 1;
    if (statement.guard) {
      const Input guard = read_guard(step, statement);
      if (!guard.known.is_constant()) return advance_guarded(point, step, guard, environment);
      if ((guard.known.number != 0) == statement.negated) {
        point = this->point(next, environment);
        return;
      }
    }
    point = this->point(after(step, statement, next), environment);
  }

  // WART: kernel-guards. What follows depends on the predicate, too.
  /// The predicate is known only at run time: both ways are followed.
  void advance_guarded(Point& point, Step& step, const Input& guard, Environment& environment) {
    const Statement& statement = step.statement();
    const std::size_t next = point.statement + 1;
    const Point otherwise = this->point(next, environment);
    const bool leaves = jump_target(entry_, statement) || ends_thread(statement);
    const bool when_true = leaves != statement.negated;  // jumps there if the predicate holds
    const InstructionId branch = here();
    step.emit(Branch{when_true ? Comparison::not_equal : Comparison::equal,
                     RegisterOperand{guard.reg}, Value{0}, 0});
    if (leaves) {
      const Point target = this->point(after(step, statement, next), environment);
      jumps_.emplace_back(branch, target);
      pending_.push_back(target);
      point = otherwise;
      return;
    }
    jumps_.emplace_back(branch, otherwise);
    pending_.push_back(otherwise);
    point = this->point(after(step, statement, next), environment);
  }

  Input read_guard(Step& step, const Statement& statement) const {
    const auto reg = find_register(entry_, statement.block, statement.guard->text);
    if (!reg || entry_.registers[*reg].type.kind != 'p') {
      around_.source.fail(statement.guard->place,
                          "the guard " + quote(*statement.guard) + " is no predicate");
    }
    PtxOperand operand;
    operand.kind = PtxOperand::Kind::reg;
    operand.token = *statement.guard;
    operand.reg = *reg;
    return step.input(operand, {'p', 1});
  }

  /// Executes the statement; where it goes then.
  std::size_t after(Step& step, const Statement& statement, std::size_t next) const {
    if (ends_thread(statement)) return entry_.statements.size();
    const Stop stop = stop_of(entry_, statement);
    if (stop == Stop::prepares) return next;
    if (stop == Stop::stops) {
      execute_stop(step);
      return entry_.statements.size();
    }
    if (!statement.mnemonic.name.is("bra")) {
      execute(step);
      return step.stops() ? entry_.statements.size() : next;
    }
    const std::optional<std::size_t> target = jump_target(entry_, statement);
    if (target) return *target;
    if (statement.operands.size() != 1) step.fail("bra has one operand, a label");
    around_.source.fail(statement.operands.front().place,
                        "unknown label " + quote(statement.operands.front()));
  }

  /// At a statement that has been followed very often: turns numbers that change into values of the
  /// run. True if there were any.
  bool widen(Point& point) {
    if (++visits_[point.statement] <= most_visits) return false;
    const auto [first, is_first] = first_.emplace(point.statement, point.environment);
    if (is_first) return false;
    bool changed = false;
    for (auto& [reg, value] : point.environment) {
      const auto known = first->second.find(reg);
      if (!value.is_constant() || known == first->second.end() || known->second == value) continue;
      materialise(reg, value);
      value = {};
      changed = true;
    }
    return changed;
  }

  /// Makes the register of the program hold the number.
  void materialise(std::uint16_t reg, const Abstract& value) {
    Environment environment{{reg, value}};
    Step step(around_, executor_, entry_, *last_, environment, code_);
    PtxOperand operand;
    operand.kind = PtxOperand::Kind::reg;
    operand.reg = reg;
    step.emit(ArithmeticOp::move, step.set_run_time(operand), value.number, Value{0},
              number_type({'s', entry_.registers[reg].type.bits}));
  }

  void finish_way(const Point& point) {
    for (const std::uint16_t reg : observed_) {
      const auto known = point.environment.find(reg);
      if (known == point.environment.end()) continue;  // never written: it keeps its 0
      if (known->second.is_address()) {
        around_.source.fail(last_->place, "the observed register '%" + entry_.registers[reg].name +
                                              "' holds an address at the end");
      }
      if (known->second.is_constant()) materialise(reg, known->second);
    }
    ends_.push_back(code_.instructions.size());
    add_jump();
  }

  void jump_to(const Point& point) {
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
    if (code_.instructions.size() > max_instructions) {
      around_.source.fail(entry_.name.place, "too many instructions: the limit is " +
                                                 std::to_string(max_instructions) +
                                                 " in one thread, loops unrolled");
    }
    for (const std::size_t end : ends_) branch_of(code_.instructions[end].action)->target = here();
    for (const auto& [branch, target] : jumps_) {
      branch_of(code_.instructions[branch].action)->target = placed_.at(target);
    }
  }

  Surroundings& around_;
  const Executor& executor_;
  const Entry& entry_;
  const std::set<std::uint16_t>& observed_;
  std::vector<std::vector<bool>> live_;
  ThreadCode code_;
  std::map<Point, InstructionId> placed_;
  std::vector<Point> pending_;
  std::vector<std::pair<InstructionId, Point>> jumps_;
  std::vector<std::size_t> ends_;
  std::map<std::size_t, std::size_t> visits_;
  std::map<std::size_t, Environment> first_;
  const Statement* last_ = nullptr;
};

}  // namespace

ThreadCode thread_code(Surroundings& around, const Executor& executor, const Entry& entry,
                       const std::set<std::uint16_t>& observed, ThreadCode start) {
  return Walk(around, executor, entry, observed).run(std::move(start));
}

}  // namespace opexplore::kernel
