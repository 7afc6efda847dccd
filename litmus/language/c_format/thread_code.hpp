// The instructions of one thread under construction: registers by their names, jumps to labels.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// A place in the code that jumps go to, bound or not yet.
using Label = std::size_t;

class ThreadCode {
 public:
  /// `taken` are names that no temporary gets.
  ThreadCode(const Source& source, std::set<std::string_view> taken)
      : source_(source), taken_(std::move(taken)) {}

  RegisterId add_register(const Token& name, NumberType type, Value initial = 0);
  /// A register that the test does not name: `t0`, `t1`, …
  RegisterId temporary(NumberType type, const Token& at);
  NumberType type_of(RegisterId reg) const { return registers_[reg].reg.type; }

  void add(const Action& action, const Token& at, std::string text);
  /// The same, for an access; `location` is where it is named.
  void add_access(const Action& action, const Token& at, const Token& location, std::string text);

  Label new_label();
  void bind(Label label) { labels_[label] = code_.size(); }
  void jump(const Branch& branch, Label target, const Token& at, std::string text);

  /// Hands everything over to the builder. Registers are numbered in the order in which the
  /// instructions mention them, so that the numbers depend on the instructions alone.
  void finish(ProgramBuilder& builder, ThreadId thread);

 private:
  struct NamedRegister {
    Token name;  ///< where it is declared, or needed
    Register reg;
    bool temporary = false;
  };
  struct Jump {
    std::size_t instruction;
    Label target;
  };
  struct Access {
    std::size_t instruction;
    SourcePlace location;
  };

  std::vector<RegisterId> order_of_mention();
  RegisterId push(const Token& name, const Register& reg, bool temporary);

  const Source& source_;
  std::set<std::string_view> taken_;
  std::size_t next_temporary_ = 0;
  std::vector<NamedRegister> registers_;
  std::vector<Instruction> code_;
  std::vector<std::size_t> labels_;
  std::vector<Jump> jumps_;
  std::vector<Access> accesses_;
};

}  // namespace opexplore::detail
