#include "litmus/language/khronos_format/instruction.hpp"

#include <string>

#include "litmus/language/khronos_format/modifiers.hpp"

namespace opexplore::detail {

namespace {

/// Registers and threads have such names elsewhere, and so has what is between them.
Token location_name(Tokens& tokens) {
  require_more(tokens, "a location");
  const Token name = tokens.peek();
  const bool plain = name.kind == TokenKind::word &&
                     name.text.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                         std::string_view::npos;
  if (!plain || is_register(name.text) || thread_number(name.text)) {
    tokens.fail(name, quote(name) + " cannot name a location",
                "names are letters, digits and _, and not r0 or P0");
  }
  return tokens.take();
}

Value value_of(Tokens& tokens, const std::string& what) {
  require_more(tokens, what);
  return tokens.expect_number(what);
}

/// `x`, `x = 1`, and of a read-modify-write `x = 1 2`.
void read_khronos_access(Tokens& tokens, KhronosInstruction& instruction) {
  instruction.location = location_name(tokens);
  const bool both = instruction.kind == KhronosKind::read_modify_write;
  if (tokens.accept("=")) {
    const bool reads = instruction.reads();
    (reads ? instruction.read : instruction.written) =
        value_of(tokens, reads ? "the value that is read" : "the value that is written");
    if (both && tokens.peek().kind != TokenKind::end) {
      instruction.written = value_of(tokens, "the value that is written");
    }
  }
  require_end(tokens, both ? "write 'x = 1 2' for what reads 1 and writes 2"
                           : "write 'x = 1'; only a read-modify-write has two values");
}

}  // namespace

KhronosInstruction read_khronos_instruction(const KhronosLine& line) {
  Tokens tokens = line.tokens;
  KhronosInstruction instruction;
  instruction.first = tokens.take();
  instruction.text = line.text;
  read_khronos_words(line, instruction);
  if (instruction.is_access()) {
    read_khronos_access(tokens, instruction);
    return instruction;
  }
  if (instruction.kind == KhronosKind::barrier) {
    instruction.instance = value_of(tokens, "the number of the barrier");
  }
  require_end(tokens, "it has no further operand");
  return instruction;
}

}  // namespace opexplore::detail
