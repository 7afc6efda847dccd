// Jumps, calls and returns (LLVM LangRef, "Terminator Instructions", "'call' Instruction", "'phi'
// Instruction").
#include <algorithm>
#include <array>

#include "litmus/kernels/llvm/body.hpp"
#include "litmus/kernels/llvm/lexer.hpp"

namespace opexplore::kernel::llvm {

namespace {

using code::Formula;
using detail::quote;

/// `label %5`.
Token read_label(Body& body) {
  body.tokens.expect("label", "'label'");
  const Token label = body.tokens.expect_word("a label");
  if (!is_name(label, '%')) body.tokens.fail(label, "expected a label, found " + quote(label));
  return label;
}

/// A truth as a register, which guards are.
code::Operand as_register(Body& body, const code::Operand& truth) {
  if (truth.kind == OperandKind::reg) return truth;
  const code::Operand held = body.temporary({'p', 1});
  const Type wide{'u', 32};
  body.compute(Formula::operation, wide, {held, truth, body.number(0)}).op =
      ArithmeticOp::not_equal;
  return held;
}

void read_branch(Body& body) {
  if (body.tokens.peek().is("label")) return body.leave_to(read_label(body));
  const IrType type = read_type(body.tokens);
  const code::Operand truth = as_register(body, body.scalar(type));
  body.tokens.expect(",", "','");
  const Token then = read_label(body);
  body.tokens.expect(",", "','");
  const Token otherwise = read_label(body);
  body.leave_to(then, truth);
  body.leave_to(otherwise);
}

void read_switch(Body& body) {
  const IrType type = read_type(body.tokens);
  const code::Operand value = body.scalar(type);
  const Type held{'u', register_type(type, body.tokens).bits};
  body.tokens.expect(",", "','");
  const Token otherwise = read_label(body);
  body.tokens.expect("[", "'['");
  while (!body.tokens.accept("]")) {
    const code::Operand number = body.scalar(read_type(body.tokens));
    body.tokens.expect(",", "','");
    const Token label = read_label(body);
    const code::Operand equal = body.temporary({'p', 1});
    body.compute(Formula::operation, held, {equal, value, number}).op = ArithmeticOp::equal;
    body.leave_to(label, equal);
  }
  body.leave_to(otherwise);
}

void read_return(Body& body) {
  const IrType type = read_type(body.tokens);
  if (type.kind != IrType::Kind::nothing) {
    const IrValue value = body.value(type);
    for (std::size_t i = 0; i < body.entry.results.size(); ++i) {
      const Variable& result = body.entry.results[i];
      const auto reg = find_register(body.entry, 0, result.name.text);
      const code::Operand to{OperandKind::reg, result.name.place, result.name.text, reg.value()};
      body.compute(Formula::move, body.entry.registers[*reg].type, {to, value.parts.at(i)});
    }
  }
  body.emit(code::Return{}, {}, 0);
}

void read_unreachable(Body& body) { body.emit(code::Stop{code::Stop::Kind::undefined}, {}, 0); }

void read_phi(Body& body) {
  body.accept_words({"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"});
  const IrType type = read_type(body.tokens);
  const std::vector<Layout::Scalar> parts = body.globals.layout.scalars_of(type, body.tokens);
  const std::vector<code::Operand> to = body.results(type);
  do {
    body.tokens.expect("[", "'['");
    const IrValue value = body.value(type);
    if (value.packet)
      body.refuse("a pointer to what the hardware says of the launch, in a loop", "");
    body.tokens.expect(",", "','");
    const Token label = body.tokens.expect_word("a label");
    body.tokens.expect("]", "']'");
    for (std::size_t i = 0; i < to.size(); ++i) {
      Type held = register_type(parts[i].type, body.tokens);
      if (held.kind == 'f') held.kind = 'u';
      body.add_incoming(to[i], value.parts[i], bare(label.text), held);
    }
  } while (body.tokens.peek().is(",") && body.tokens.peek(1).is("[") && body.tokens.accept(","));
}

void skip_metadata(Body& body) {
  std::size_t depth = 0;
  for (;;) {
    const Token& next = body.tokens.peek();
    if (depth == 0 && (next.is(",") || next.is(")"))) return;
    if (next.kind == detail::TokenKind::end) body.tokens.fail_expected("')'");
    const Token token = body.tokens.take();
    constexpr std::string_view opening = "([{<";
    constexpr std::string_view closing = ")]}>";
    if (token.text.size() == 1 && opening.find(token.text) != opening.npos) ++depth;
    if (token.text.size() == 1 && closing.find(token.text) != closing.npos) --depth;
  }
}

/// Arguments, the first bracket read. Those of a debugger are none.
std::vector<IrValue> read_arguments(Body& body) {
  std::vector<IrValue> arguments;
  while (!body.tokens.accept(")")) {
    if (body.tokens.peek().is("metadata")) {
      skip_metadata(body);
    } else {
      const IrType type = read_type(body.tokens);
      const Attributes said = body.attributes();
      if (said.copied) body.refuse("structures that are passed by value", "pass a pointer to it");
      arguments.push_back(body.value(type));
      arguments.back().align = said.align;
    }
    if (!body.tokens.peek().is(")")) body.tokens.expect(",", "',' or ')'");
  }
  return arguments;
}

/// An address or a number as a register, which arguments can be.
code::Operand as_argument(Body& body, const code::Operand& value) {
  if (value.kind != OperandKind::symbol) return value;
  const code::Operand held = body.temporary({'u', 64});
  body.compute(Formula::move, {'u', 64}, {held, value});
  return held;
}

void emit_call(Body& body, const code::Operand& target, const IrType& type,
               const std::vector<IrValue>& arguments) {
  std::vector<code::Operand> operands;
  for (const IrValue& argument : arguments) {
    if (argument.packet) body.refuse("what the hardware says of the launch as an argument", "");
  }
  std::vector<code::Operand> passed;
  for (const IrValue& argument : arguments) {
    for (const code::Operand& part : argument.parts) passed.push_back(as_argument(body, part));
  }
  operands = body.results(type);
  const std::size_t results = operands.size();
  operands.push_back(target);
  operands.insert(operands.end(), passed.begin(), passed.end());
  body.emit(code::Call{}, std::move(operands), results);
}

/// Code of the machine. None is what keeps a compiler from moving accesses.
void read_machine_code(Body& body) {
  while (body.accept_words({"sideeffect", "alignstack", "inteldialect", "unwind"})) {
  }
  const Token text = body.tokens.expect_word("a string");
  if (bare(text.text).find_first_not_of(" \t") != std::string_view::npos) {
    body.refuse("code of the machine (asm)", "write it with what the compiler has for it");
  }
  body.tokens.expect(",", "','");
  body.tokens.expect_word("a string");
  body.tokens.expect("(", "'('");
  read_arguments(body);
  body.emit(code::Hint{}, {}, 0);
}

void read_call(Body& body) {
  body.attributes();
  IrType type = read_type(body.tokens);
  if (type.kind == IrType::Kind::other && !type.parts.empty()) {
    const IrType result = type.parts.front();
    type = result;
  }
  if (body.tokens.accept("asm")) return read_machine_code(body);
  const Token name = body.tokens.peek();
  code::Operand target;
  if (is_name(name, '@')) {
    body.tokens.take();
    target = {OperandKind::symbol, name.place, bare(name.text)};
  } else {
    IrType pointer;
    pointer.kind = IrType::Kind::pointer;
    target = body.scalar(pointer);
  }
  body.tokens.expect("(", "'('");
  const std::vector<IrValue> arguments = read_arguments(body);
  while (!body.tokens.peek().is(",") && body.tokens.peek().place.line == name.place.line &&
         body.tokens.peek().kind == detail::TokenKind::word) {
    body.tokens.take();  // attributes of the call
  }
  if (body.tokens.accept("[")) {
    while (!body.tokens.accept("]")) body.tokens.take();
  }
  const bool own = target.kind == OperandKind::symbol;
  if (own && read_intrinsic(body, target.text, type, arguments)) return;
  if (own && target.text.starts_with("llvm.")) {
    body.refuse("the intrinsic function " + quote(target.text),
                "leave out what the question does not need");
  }
  emit_call(body, target, type, arguments);
}

constexpr std::array<OperationReader, 9> control_readers = {{{"br", read_branch},
                                                             {"switch", read_switch},
                                                             {"ret", read_return},
                                                             {"unreachable", read_unreachable},
                                                             {"phi", read_phi},
                                                             {"call", read_call},
                                                             {"tail", nullptr},
                                                             {"musttail", nullptr},
                                                             {"notail", nullptr}}};

}  // namespace

bool read_control(Body& body, std::string_view opcode) {
  const auto* const reader = std::ranges::find(control_readers, opcode, &OperationReader::name);
  if (reader == control_readers.end()) return false;
  if (reader->read != nullptr) {
    reader->read(body);
  } else {
    body.tokens.expect("call", "'call'");
    read_call(body);
  }
  return true;
}

}  // namespace opexplore::kernel::llvm
