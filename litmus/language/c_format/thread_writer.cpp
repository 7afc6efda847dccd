#include "litmus/language/c_format/thread_writer.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "litmus/language/c_format/names.hpp"
#include "litmus/language/c_format/spelling.hpp"
#include "litmus/language/ptx_code/spelling.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

struct Loop {
  std::size_t start;
  std::size_t end;    ///< index of the jump back
  std::size_t again;  ///< where `continue` goes
  std::size_t out() const { return end + 1; }
};

class ThreadWriter {
 public:
  ThreadWriter(const Test& test, ThreadId thread)
      : test_(test),
        id_(thread),
        thread_(test.program.threads[thread]),
        code_(thread_.instructions),
        spelling_(test.program, thread_) {
    for (const Instruction& instruction : code_) {
      const Branch* const branch = branch_of(instruction.action);
      if (branch != nullptr) targets_.insert(branch->target);
    }
  }

  /// Two passes: the first finds out which variables can be declared where they are first assigned.
  std::vector<std::string> run(std::size_t indent) {
    const bool structured = attempt(indent);
    if (!structured) {
      in_place_.clear();
      lines_.clear();
    } else {
      const std::vector<RegisterId> found = std::exchange(candidates_, {});
      in_place_ = {found.begin(), found.end()};
      attempt(indent);
    }
    std::vector<std::string> body;
    if (!structured) write_jumps(indent);
    body = declarations(indent);
    body.insert(body.end(), lines_.begin(), lines_.end());
    return body;
  }

 private:
  bool attempt(std::size_t indent) {
    lines_.clear();
    mentioned_.clear();
    candidates_.clear();
    indent_ = indent;
    depth_ = 0;
    structured_ = true;
    write_range(0, code_.size(), std::nullopt);
    return structured_;
  }

  void line(const std::string& text) {
    lines_.push_back(std::string(indent_ + 2 * depth_, ' ') + text);
  }

  const Branch* branch_at(std::size_t index) const { return branch_of(code_[index].action); }

  /// The last jump back to `start` in the range, other than that of the loop that is open there.
  std::optional<std::size_t> loop_end(std::size_t start, std::size_t end,
                                      const std::optional<Loop>& loop) const {
    if (loop && loop->start == start && loop->again == start) return std::nullopt;
    for (std::size_t i = end; i-- > start;) {
      const Branch* const branch = branch_at(i);
      if (branch != nullptr && branch->target == start) return i;
    }
    return std::nullopt;
  }

  void write_range(std::size_t begin, std::size_t end, const std::optional<Loop>& loop) {
    std::size_t i = begin;
    while (i < end) {
      if (const std::optional<std::size_t> back = loop_end(i, end, loop)) {
        write_loop(i, *back);
        i = *back + 1;
      } else if (const Branch* const branch = branch_at(i)) {
        i = write_branch(i, end, *branch, loop);
      } else {
        i = write_statement(i);
      }
    }
  }

  void write_loop(std::size_t start, std::size_t back) {
    const Branch& jump = *branch_at(back);
    const bool forever = !jump.comparison;
    line(forever ? "while (true) {" : "do {");
    ++depth_;
    write_range(start, back, Loop{start, back, forever ? start : back});
    --depth_;
    mention(code_[back].action);
    line(forever ? "}" : "} while (" + spelling_.condition(jump, true) + ");");
  }

  /// Returns where to go on.
  std::size_t write_branch(std::size_t i, std::size_t end, const Branch& branch,
                           const std::optional<Loop>& loop) {
    mention(code_[i].action);
    const std::string guard =
        branch.comparison ? "if (" + spelling_.condition(branch, true) + ") " : "";
    if (branch.comparison && branch.target > i && branch.target <= end) {
      return write_if(i, end, branch, loop);
    }
    if (loop && branch.target == loop->out()) {
      line(guard + "break;");
    } else if (loop && branch.target == loop->again) {
      line(guard + "continue;");
    } else if (branch.target == code_.size()) {
      line(guard + "return;");
    } else {
      structured_ = false;  // what is written does not count
    }
    return i + 1;
  }

  std::size_t write_if(std::size_t i, std::size_t end, const Branch& branch,
                       const std::optional<Loop>& loop) {
    const std::size_t otherwise = branch.target;
    const Branch* const last = otherwise > i + 1 ? branch_at(otherwise - 1) : nullptr;
    const bool leaves =
        last != nullptr && loop && (last->target == loop->out() || last->target == loop->again);
    const bool has_else = last != nullptr && !last->comparison && !leaves &&
                          last->target > otherwise && last->target <= end;
    line("if (" + spelling_.condition(branch, false) + ") {");
    ++depth_;
    write_range(i + 1, has_else ? otherwise - 1 : otherwise, loop);
    --depth_;
    if (!has_else) {
      line("}");
      return otherwise;
    }
    line("} else {");
    ++depth_;
    write_range(otherwise, last->target, loop);
    --depth_;
    line("}");
    return last->target;
  }

  /// Notes a register that is first mentioned here.
  void mention(const Action& action) {
    for_each_register(action, [&](RegisterId reg) { mentioned_.insert(reg); });
  }

  /// `int ` where the register is declared by this assignment.
  std::string declaring(RegisterId reg) {
    const bool first = !mentioned_.contains(reg) && thread_.registers[reg].initial == 0;
    if (first && depth_ == 0) candidates_.push_back(reg);
    return first && in_place_.contains(reg)
               ? std::string(cxx_spelling(thread_.registers[reg].type)) + " "
               : "";
  }

  /// One statement, perhaps of several instructions; returns where to go on.
  std::size_t write_statement(std::size_t i) {
    const Action& action = code_[i].action;
    const Atomic* const atomic = read_modify_write(action);
    if (atomic != nullptr && atomic->op == AtomicOp::cas) return write_compare_exchange(i, *atomic);
    const std::optional<RegisterId> target = register_written(action);
    if (!target) {
      mention(action);
      line(spelling_.text(action) + ";");
      return i + 1;
    }
    // What it reads is mentioned before.
    for_each_register(action, [&](RegisterId reg) {
      if (reg != *target) mentioned_.insert(reg);
    });
    if (reads_register(action, *target)) mentioned_.insert(*target);
    line(declaring(*target) + name(*target) + " = " + spelling_.value(action) + ";");
    mentioned_.insert(*target);
    return i + 1;
  }

  const std::string& name(RegisterId reg) const { return spelling_.name(reg); }

  static std::size_t mentions(const Action& action, RegisterId wanted) {
    std::size_t count = 0;
    for_each_register(action, [&](RegisterId reg) { count += reg == wanted ? 1 : 0; });
    return count;
  }

  static bool reads_register(const Action& action, RegisterId reg) {
    return mentions(action, reg) > 1;  // once as the result
  }

  /// The compare-exchange of C++: old value to nowhere else, perhaps success, expected := old.
  std::size_t write_compare_exchange(std::size_t i, const Atomic& atomic) {
    const auto* const expected = std::get_if<RegisterOperand>(&atomic.expected);
    if (expected != nullptr && atomic.destination && is_private(*atomic.destination)) {
      const std::optional<RegisterId> success = success_at(i + 1, atomic);
      const std::size_t update = i + (success ? 2 : 1);
      const bool whole = mentions_in_code(*atomic.destination) == (success ? 3U : 2U);
      if (whole && updates(update, atomic) && !jumped_to(i + 1, update)) {
        mentioned_.insert(expected->id);
        mention_operand(atomic.operand);
        const std::string call = spelling_.compare_exchange(atomic, name(expected->id));
        const std::string result = success ? declaring(*success) + name(*success) + " = " : "";
        line(result + call + ";");
        if (success) mentioned_.insert(*success);
        return update + 1;
      }
    }
    write_plain_compare_exchange(atomic);
    return i + 1;
  }

  /// Any other one: through the register of the result, or through a variable of its own.
  void write_plain_compare_exchange(const Atomic& atomic) {
    mention(atomic);
    const Operand expected = atomic.expected;
    if (atomic.destination && atomic.operand != Operand{RegisterOperand{*atomic.destination}}) {
      const std::string& result = name(*atomic.destination);
      if (expected != Operand{RegisterOperand{*atomic.destination}}) {
        line(result + " = " + spelling_.text(expected) + ";");
      }
      line(spelling_.compare_exchange(atomic, result) + ";");
      return;
    }
    line("{");
    ++depth_;
    const NumberType type = spelling_.types()[test_.program.addresses[atomic.address].location];
    const std::string own = unused_name("expected");
    line(std::string(cxx_spelling(type)) + " " + own + " = " + spelling_.text(expected) + ";");
    line(spelling_.compare_exchange(atomic, own) + ";");
    if (atomic.destination) line(name(*atomic.destination) + " = " + own + ";");
    --depth_;
    line("}");
  }

  std::string unused_name(std::string wanted) const {
    const auto used = [&] {
      return std::any_of(thread_.registers.begin(), thread_.registers.end(),
                         [&](const Register& reg) { return reg.name == wanted; }) ||
             std::any_of(test_.program.addresses.begin(), test_.program.addresses.end(),
                         [&](const Address& address) { return address.name == wanted; });
    };
    while (used()) wanted += "_";
    return wanted;
  }

  void mention_operand(const Operand& operand) {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) mentioned_.insert(reg->id);
  }

  /// Nobody asks for it and it starts at zero, so it can go without a name.
  bool is_private(RegisterId reg) const {
    const Observable observable = RegisterTerm{id_, reg};
    return thread_.registers[reg].initial == 0 &&
           std::find(test_.observables.begin(), test_.observables.end(), observable) ==
               test_.observables.end();
  }

  std::size_t mentions_in_code(RegisterId reg) const {
    std::size_t count = 0;
    for (const Instruction& instruction : code_) count += mentions(instruction.action, reg);
    return count;
  }

  bool jumped_to(std::size_t first, std::size_t last) const {
    const auto target = targets_.lower_bound(first);
    return target != targets_.end() && *target <= last;
  }

  /// `success = old == expected` at that place.
  std::optional<RegisterId> success_at(std::size_t index, const Atomic& atomic) const {
    if (index >= code_.size()) return std::nullopt;
    const RegisterId old = *atomic.destination;
    const std::optional<RegisterId> success = register_written(code_[index].action);
    if (!success || success == old || atomic.expected == Operand{RegisterOperand{*success}}) {
      return std::nullopt;
    }
    const Action test = Arithmetic{ArithmeticOp::equal, *success, RegisterOperand{old},
                                   atomic.expected, thread_.registers[old].type};
    return code_[index].action == test ? success : std::nullopt;
  }

  /// `expected = old` at that place.
  bool updates(std::size_t index, const Atomic& atomic) const {
    if (index >= code_.size()) return false;
    const RegisterId old = *atomic.destination;
    const std::optional<RegisterId> updated = register_written(code_[index].action);
    if (!updated || atomic.expected != Operand{RegisterOperand{*updated}}) return false;
    const NumberType type = thread_.registers[old].type;
    const Action move =
        Arithmetic{ArithmeticOp::move, *updated, RegisterOperand{old}, Value{0}, type};
    return code_[index].action == move && thread_.registers[*updated].type == type;
  }

  /// Labels and jumps as they are.
  void write_jumps(std::size_t indent) {
    indent_ = indent;
    depth_ = 0;
    mentioned_.clear();
    for (std::size_t i = 0; i <= code_.size();) {
      if (targets_.contains(i)) line(label(static_cast<InstructionId>(i)) + ":");
      if (i == code_.size()) break;
      if (branch_at(i) == nullptr) {
        i = write_statement(i);
      } else {
        mention(code_[i].action);
        line(spelling_.text(code_[i].action) + ";");
        ++i;
      }
    }
  }

  /// Registers that are declared nowhere else: `int r0, r1;`.
  std::vector<std::string> declarations(std::size_t indent) const {
    std::vector<std::pair<std::string_view, std::string>> by_type;
    for (std::size_t i = 0; i < thread_.registers.size(); ++i) {
      const Register& reg = thread_.registers[i];
      const auto id = static_cast<RegisterId>(i);
      const bool hidden = mentions_in_code(id) != 0 && !mentioned_.contains(id);
      if (reg.initial != 0 || in_place_.contains(id) || hidden) continue;
      const std::string_view type = cxx_spelling(reg.type);
      if (by_type.empty() || by_type.back().first != type) by_type.emplace_back(type, "");
      by_type.back().second += (by_type.back().second.empty() ? "" : ", ") + reg.name;
    }
    std::vector<std::string> lines;
    for (const auto& [type, names] : by_type) {
      lines.push_back(std::string(indent, ' ') + std::string(type) + " " + names + ";");
    }
    return lines;
  }

  const Test& test_;
  ThreadId id_;
  const Thread& thread_;
  const std::vector<Instruction>& code_;
  CxxSpelling spelling_;
  std::set<std::size_t> targets_;
  std::vector<std::string> lines_;
  bool structured_ = true;  ///< so far, all jumps are part of blocks
  std::size_t indent_ = 0;
  std::size_t depth_ = 0;
  std::set<RegisterId> mentioned_;      ///< in what is written so far
  std::vector<RegisterId> candidates_;  ///< first assigned outside of blocks
  std::set<RegisterId> in_place_;       ///< declared by their first assignment
};

}  // namespace

std::vector<std::string> body_of(const Test& test, ThreadId thread, std::size_t indent) {
  return ThreadWriter(test, thread).run(indent);
}

}  // namespace opexplore::detail
