#include "litmus/code.hpp"

#include <optional>
#include <string>

#include "litmus/condition_reader.hpp"
#include "litmus/instruction.hpp"
#include "litmus/memory_map.hpp"
#include "litmus/scope_tree.hpp"

namespace opexplore::detail {

namespace {

struct Placement {
  std::optional<std::uint32_t> warp;
  std::optional<std::uint32_t> cta;
  std::optional<std::uint32_t> gpu;
};

constexpr std::string_view placed = "write 'P0@cta 0,gpu 0', or 'P0@warp 0,cta 0,gpu 0'";

/// `warp 0`, `cta 0` or `gpu 0`.
void read_level(Tokens& tokens, Placement& placement) {
  const Token level = tokens.expect_word("'cta' or 'gpu'", std::string(placed));
  if (level.is("cluster")) {
    tokens.fail(level, "not modelled: clusters", "nearest: one CTA, or several CTAs of one GPU");
  }
  if (!level.is("warp") && !level.is("cta") && !level.is("gpu")) {
    tokens.fail(level, "expected 'cta' or 'gpu', found " + quote(level), std::string(placed));
  }
  std::optional<std::uint32_t>& target = level.is("warp")  ? placement.warp
                                         : level.is("cta") ? placement.cta
                                                           : placement.gpu;
  if (target) tokens.fail(level, quote(level) + " is given twice");
  target = tokens.expect_index("the number of the " + std::string(level.text));
}

[[noreturn]] void fail_on_thread(const Tokens& tokens, const ProgramBuilder& builder,
                                 const Token& name) {
  const std::size_t expected = builder.program().threads.size();
  const std::string found = ", found " + quote(name);
  const bool gpu_ptx = builder.dialect() == Dialect::gpu_ptx;
  if (thread_number(name.text, gpu_ptx ? 'P' : 'T')) {
    tokens.fail(name, "expected the thread " + builder.thread_name(expected) + found,
                gpu_ptx ? "a test whose title begins with GPU_PTX has the threads T0, T1, …"
                        : "a test with the threads T0, T1, … begins with 'GPU_PTX name'");
  }
  if (!thread_number(name.text, gpu_ptx ? 'T' : 'P')) {
    tokens.fail(name, "expected a thread such as " + builder.thread_name(0) + found,
                "the row of threads follows the initial state");
  }
  tokens.fail(name, "expected the thread " + builder.thread_name(expected) + found,
              "threads are numbered " + builder.thread_name(0) + ", " + builder.thread_name(1) +
                  ", … in the order of their columns");
}

/// `P0@cta 0,gpu 0`, or `T0` where a scope tree places the threads.
void read_thread(Tokens& tokens, ProgramBuilder& builder) {
  const std::size_t expected = builder.program().threads.size();
  const Token name = tokens.expect_word("a thread such as " + builder.thread_name(0));
  const bool gpu_ptx = builder.dialect() == Dialect::gpu_ptx;
  if (thread_number(name.text, gpu_ptx ? 'T' : 'P') != expected) {
    fail_on_thread(tokens, builder, name);
  }
  if (gpu_ptx) {
    if (tokens.peek().is("@")) {
      tokens.fail_expected("'|' or ';' after the thread", "the scope tree places the threads");
    }
    builder.add_thread(name);
    return;
  }
  tokens.expect("@", "'@' and the place of the thread",
                "scopes need to know who shares a CTA and a GPU: write " +
                    quote(std::string(name.text) + "@cta " + std::to_string(expected) + ",gpu 0") +
                    " for a CTA of its own");
  builder.add_thread(name);
  read_placement(tokens, builder, static_cast<ThreadId>(expected));
}

void read_thread_row(Tokens& tokens, ProgramBuilder& builder) {
  do {
    read_thread(tokens, builder);
  } while (tokens.accept("|"));
  tokens.expect(";", "'|' or ';' after the thread");
}

bool at_end_of_code(const Tokens& tokens) {
  return tokens.peek().kind == TokenKind::end || at_question(tokens) || at_scope_tree(tokens) ||
         at_memory_map(tokens);
}

/// Labels and at most one instruction.
void read_cell(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
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

void read_placement(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  Placement placement;
  read_level(tokens, placement);
  while (!placement.cta || !placement.gpu) {
    tokens.expect(",", "','", "a thread has a CTA and a GPU");
    read_level(tokens, placement);
  }
  if (!placement.warp && tokens.accept(",")) read_level(tokens, placement);
  builder.place_thread(thread, *placement.cta, *placement.gpu, placement.warp);
}

void read_code(Tokens& tokens, ProgramBuilder& builder) {
  read_thread_row(tokens, builder);
  builder.start_code();
  while (!at_end_of_code(tokens)) read_row(tokens, builder);
  builder.finish_code();
}

}  // namespace opexplore::detail
