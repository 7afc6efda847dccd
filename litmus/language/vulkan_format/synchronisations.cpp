#include "litmus/language/vulkan_format/synchronisations.hpp"

#include <algorithm>

namespace opexplore::detail {

namespace {

constexpr std::string_view synchronisation_form =
    "write 'ssw 0 1;' if all of P0 comes before all of P1";

WrittenSynchronisation read_pair(Tokens& tokens) {
  WrittenSynchronisation pair;
  pair.word = tokens.peek();
  if (!pair.word.is("ssw")) tokens.fail_expected("'ssw' or '}'", std::string(synchronisation_form));
  tokens.take();
  const auto thread = [&](Token& token) {
    token = tokens.peek();
    if (!tokens.at_number()) {
      tokens.fail_expected("the number of a thread", std::string(synchronisation_form));
    }
    return tokens.expect_index("the number of a thread");
  };
  pair.first = thread(pair.before);
  pair.second = thread(pair.after);
  return pair;
}

bool reaches(const Program& program, ThreadId from, ThreadId to) {
  std::vector<bool> reached(program.threads.size());
  std::vector<ThreadId> open{from};
  while (!open.empty()) {
    const ThreadId thread = open.back();
    open.pop_back();
    if (thread == to) return true;
    if (reached[thread]) continue;
    reached[thread] = true;
    for (const SystemSynchronisation& pair : program.system_synchronisations) {
      if (pair.before == thread) open.push_back(pair.after);
    }
  }
  return false;
}

}  // namespace

std::vector<WrittenSynchronisation> read_synchronisations(Tokens& tokens) {
  std::vector<WrittenSynchronisation> pairs;
  if (!tokens.peek().is("{")) return pairs;
  const Token open = tokens.take();
  while (!tokens.accept("}")) {
    if (tokens.accept(";")) continue;
    if (tokens.peek().kind == TokenKind::end) {
      tokens.fail(open, "'{' is never closed", "close the block of ssw with '}'");
    }
    pairs.push_back(read_pair(tokens));
    if (!tokens.peek().is("}")) tokens.expect(";", "';' or '}'", std::string(synchronisation_form));
  }
  return pairs;
}

void add_synchronisations(const Tokens& tokens, ProgramBuilder& builder,
                          const std::vector<WrittenSynchronisation>& pairs) {
  const Program& program = builder.program();
  for (const WrittenSynchronisation& written : pairs) {
    for (const auto& [number, token] :
         {std::pair{written.first, written.before}, std::pair{written.second, written.after}}) {
      if (number < program.threads.size()) continue;
      tokens.fail(token, "there is no thread " + builder.thread_name(number),
                  builder.known_threads());
    }
    const SystemSynchronisation pair{static_cast<ThreadId>(written.first),
                                     static_cast<ThreadId>(written.second)};
    const auto& known = program.system_synchronisations;
    if (std::ranges::find(known, pair) != known.end()) {
      tokens.fail(written.word, "this pair stands here twice", "leave out one of them");
    }
    if (reaches(program, pair.after, pair.before)) {
      tokens.fail(written.word,
                  "all of " + builder.thread_name(pair.before) + " would come before itself",
                  "leave out one of the pairs of the circle");
    }
    builder.synchronise(pair);
  }
}

std::string synchronisations_text(const Program& program) {
  if (program.system_synchronisations.empty()) return "";
  std::string text = "{\n";
  for (const auto& [before, after] : program.system_synchronisations) {
    text += " ssw " + std::to_string(before) + " " + std::to_string(after) + ";\n";
  }
  return text + "}\n";
}

}  // namespace opexplore::detail
