#include "litmus/code.hpp"

#include <optional>
#include <string>

#include "litmus/condition_reader.hpp"
#include "litmus/instruction.hpp"

namespace opexplore::detail {

namespace {

struct Placement {
  std::optional<std::uint32_t> cta;
  std::optional<std::uint32_t> gpu;
};

/// `cta 0` or `gpu 0`.
void read_level(Tokens& tokens, Placement& placement) {
  const Token level = tokens.expect_word("'cta' or 'gpu'", "write 'P0@cta 0,gpu 0'");
  if (level.is("cluster")) {
    tokens.fail(level, "not modelled: clusters", "nearest: one CTA, or several CTAs of one GPU");
  }
  if (!level.is("cta") && !level.is("gpu")) {
    tokens.fail(level, "expected 'cta' or 'gpu', found " + quote(level), "write 'P0@cta 0,gpu 0'");
  }
  std::optional<std::uint32_t>& target = level.is("cta") ? placement.cta : placement.gpu;
  if (target) tokens.fail(level, quote(level) + " is given twice");
  target = tokens.expect_index("the number of the " + std::string(level.text));
}

/// `P0@cta 0,gpu 0`.
void read_thread(Tokens& tokens, ProgramBuilder& builder) {
  const std::size_t expected = builder.program().threads.size();
  const Token name = tokens.expect_word("a thread such as P0");
  const std::optional<std::uint32_t> number = thread_number(name.text);
  if (!number) {
    tokens.fail(name, "expected a thread such as P0, found " + quote(name),
                "the row of threads follows the initial state");
  }
  if (*number != expected) {
    tokens.fail(name, "expected the thread " + thread_name(expected) + ", found " + quote(name),
                "threads are numbered P0, P1, … in the order of their columns");
  }
  tokens.expect("@", "'@'",
                "place the thread, as in " + quote(std::string(name.text) + "@cta 0,gpu 0"));
  Placement placement;
  read_level(tokens, placement);
  tokens.expect(",", "','", "a thread has a CTA and a GPU");
  read_level(tokens, placement);
  builder.add_thread(name, *placement.cta, *placement.gpu);
}

void read_thread_row(Tokens& tokens, ProgramBuilder& builder) {
  do {
    read_thread(tokens, builder);
  } while (tokens.accept("|"));
  tokens.expect(";", "'|' or ';' after the thread");
}

/// Labels and at most one instruction.
void read_cell(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  while (tokens.peek().kind == TokenKind::word && tokens.peek(1).is(":")) {
    builder.label(thread, tokens.take());
    tokens.take();
  }
  if (tokens.peek().is("|") || tokens.peek().is(";")) return;
  if (at_question(tokens) || tokens.peek().kind == TokenKind::end) {
    tokens.fail_expected("an instruction, '|' or ';'", "the row above is not finished");
  }
  Instruction instruction = read_instruction(tokens, builder, thread);
  builder.add_instruction(thread, std::move(instruction));
  if (tokens.peek().is("|") || tokens.peek().is(";")) return;
  const bool next_row = tokens.peek().place.line > tokens.previous().place.line;
  tokens.fail_expected("'|' or ';' after the instruction",
                       tokens.peek().is(",") ? "the instruction has no further operand"
                       : next_row            ? "every row ends with ';'"
                                             : "");
}

void read_row(Tokens& tokens, ProgramBuilder& builder) {
  const std::size_t threads = builder.program().threads.size();
  const std::string rule = "every row has one cell per thread, separated by '|'";
  for (std::size_t column = 0;; ++column) {
    if (column == threads) {
      tokens.fail(tokens.previous(),
                  "expected ';' after " + std::to_string(threads) + " columns, found '|'", rule);
    }
    read_cell(tokens, builder, static_cast<ThreadId>(column));
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

void read_code(Tokens& tokens, ProgramBuilder& builder) {
  read_thread_row(tokens, builder);
  builder.start_code();
  while (tokens.peek().kind != TokenKind::end && !at_question(tokens)) read_row(tokens, builder);
  builder.finish();
}

}  // namespace opexplore::detail
