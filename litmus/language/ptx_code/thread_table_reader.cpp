#include "litmus/language/ptx_code/thread_table_reader.hpp"

#include <optional>
#include <string>

#include "litmus/language/condition_reader.hpp"
#include "litmus/language/ptx_code/memory_map.hpp"
#include "litmus/language/ptx_code/scope_tree.hpp"

namespace opexplore::detail {

namespace {

void read_thread_row(Tokens& tokens, ProgramBuilder& builder, HeadingReader* read_heading) {
  do {
    read_heading(tokens, builder);
  } while (tokens.accept("|"));
  tokens.expect(";", "'|' or ';' after the thread");
}

bool at_end_of_code(const Tokens& tokens) {
  return tokens.peek().kind == TokenKind::end || at_question(tokens) || at_scope_tree(tokens) ||
         at_memory_map(tokens);
}

/// Labels and at most one instruction.
void read_cell(Tokens& tokens, ProgramBuilder& builder, ThreadId thread,
               InstructionReader* read_instruction) {
  while (tokens.peek().kind == TokenKind::word && tokens.peek(1).is(":")) {
    builder.label(thread, tokens.take());
    tokens.take();
  }
  if (tokens.peek().is("|") || tokens.peek().is(";")) return;
  if (at_end_of_code(tokens)) {
    tokens.fail_expected("an instruction, '|' or ';'", "the row above is not finished");
  }
  read_instruction(tokens, builder, thread);
  if (tokens.peek().is("|") || tokens.peek().is(";")) return;
  const bool next_row = tokens.peek().place.line > tokens.previous().place.line;
  tokens.fail_expected("'|' or ';' after the instruction",
                       tokens.peek().is(",") ? "the instruction has no further operand"
                       : next_row            ? "every row ends with ';'"
                                             : "");
}

void read_row(Tokens& tokens, ProgramBuilder& builder, InstructionReader* read_instruction) {
  const std::size_t threads = builder.program().threads.size();
  const std::string rule = "every row has one cell per thread, separated by '|'";
  for (std::size_t column = 0;; ++column) {
    if (column == threads) {
      tokens.fail(tokens.previous(),
                  "expected ';' after " + std::to_string(threads) + " columns, found '|'", rule);
    }
    read_cell(tokens, builder, static_cast<ThreadId>(column), read_instruction);
    if (tokens.peek().is(";") && column + 1 != threads) {
      tokens.fail(tokens.peek(),
                  "the row has " + std::to_string(column + 1) + " of " + std::to_string(threads) +
                      " columns",
                  rule);
    }
    if (tokens.accept(";")) return;
    tokens.expect("|", "'|' or ';'");
  }
}

}  // namespace

void expect_thread(const Tokens& tokens, const ProgramBuilder& builder, const Token& name) {
  const std::size_t expected = builder.program().threads.size();
  const std::optional<std::uint32_t> number =
      thread_number(name.text, builder.dialect().thread_letter);
  if (number == expected) return;
  const std::string found = ", found " + quote(name);
  if (!number) {
    tokens.fail(name, "expected a thread such as " + builder.thread_name(0) + found,
                "the row of threads follows the initial state");
  }
  tokens.fail(name, "expected the thread " + builder.thread_name(expected) + found,
              "threads are numbered " + builder.thread_name(0) + ", " + builder.thread_name(1) +
                  ", … in the order of their columns");
}

void refuse_thread_of_other(char letter, const std::string& advice, const Tokens& tokens,
                            const ProgramBuilder& builder, const Token& name) {
  if (!thread_number(name.text, letter)) return;
  tokens.fail(name,
              "expected the thread " + builder.thread_name(builder.program().threads.size()) +
                  ", found " + quote(name),
              advice);
}

void read_thread_table(Tokens& tokens, ProgramBuilder& builder, HeadingReader* read_heading,
                       InstructionReader* read_instruction) {
  read_thread_row(tokens, builder, read_heading);
  builder.start_code();
  while (!at_end_of_code(tokens)) read_row(tokens, builder, read_instruction);
  builder.finish_code();
}

}  // namespace opexplore::detail
