#include "tests/litmus/toy_dialect/dialect.hpp"

#include <stdexcept>

#include "litmus/language/builder.hpp"
#include "litmus/language/condition_reader.hpp"
#include "litmus/language/question_writer.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::testing {

namespace {

template <class Access>
Access relaxed(AddressId address) {
  Access access;
  access.address = address;
  access.order = Order::relaxed;
  access.scope = Scope::sys;
  return access;
}

// `x := 1` or `r0 := x`.
void read_instruction(detail::Tokens& tokens, detail::ProgramBuilder& builder, ThreadId thread) {
  const detail::Token left = tokens.expect_word("a register or a location");
  tokens.expect(":", "':='");
  tokens.expect("=", "':='");
  Action action;
  if (detail::is_register(left.text)) {
    Load load = relaxed<Load>(builder.address(tokens.expect_word("a location")));
    load.destination = builder.reg(thread, left, NumberType::s32);
    action = load;
  } else {
    Store store = relaxed<Store>(builder.address(left));
    store.value = tokens.expect_number("a number");
    action = store;
  }
  builder.add_instruction(thread, {action, left.place, detail::written(left, tokens.previous())});
}

// `W0 { …; … }`
void read_thread(detail::Tokens& tokens, detail::ProgramBuilder& builder) {
  const auto thread = static_cast<ThreadId>(builder.program().threads.size());
  const detail::Token name = tokens.take();
  if (!name.is(builder.thread_name(thread))) {
    tokens.fail(name, "expected the thread " + builder.thread_name(thread));
  }
  builder.add_thread(name);
  builder.place_thread(thread, {thread, 0}, {});
  tokens.expect("{", "'{'");
  do {
    read_instruction(tokens, builder, thread);
  } while (tokens.accept(";"));
  tokens.expect("}", "';' or '}'");
}

}  // namespace

void read_toy_test(detail::Scanner& scanner, SpelledTest& result) {
  detail::Tokens tokens(scanner);
  detail::ProgramBuilder builder(scanner.source(), toy_dialect);
  while (!detail::at_question(tokens)) read_thread(tokens, builder);
  builder.finish_code();
  result.test.program = builder.program();
  detail::read_question(tokens, builder, result.test);
}

std::string toy_instruction_text(const Action& action, const Thread& thread,
                                 const Program& program) {
  if (const auto* const load = std::get_if<Load>(&action)) {
    return thread.registers[load->destination].name +
           " := " + program.addresses[load->address].name;
  }
  if (const auto* const store = std::get_if<Store>(&action)) {
    return program.addresses[store->address].name +
           " := " + std::to_string(std::get<Value>(store->value));
  }
  throw std::invalid_argument("the toy dialect reads and writes");
}

std::string toy_test_text(const Test& test) {
  std::string text;
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) {
    const Thread& thread = test.program.threads[i];
    std::string code;
    for (const Instruction& instruction : thread.instructions) {
      code += (code.empty() ? " { " : "; ") +
              toy_instruction_text(instruction.action, thread, test.program);
    }
    text += thread_name(toy_dialect, i) + code + " }\n";
  }
  return text + detail::question_text(test);
}

}  // namespace opexplore::testing
