#include "litmus/generate/minimise/minimise.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "litmus/generate/minimise/search.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::minimise {

namespace {

std::string spelled(const Program& program, std::size_t thread, const Action& action,
                    const Dialect& dialect) {
  return dialect.instruction(action, program.threads[thread], program);
}

/// The same for an instruction that stands as it was: names stay, and a jump is the same wherever
/// it leads, because what it leads to has a fate of its own.
std::string canonical(const Program& program, std::size_t thread, std::size_t index) {
  Action action = program.threads[thread].instructions[index].action;
  if (Branch* const branch = branch_of(action)) branch->target = 0;
  return spelled(program, thread, action, native_dialect(Language::ptx));
}

void note_what_is_left(const Test& original, const Draft& draft, const Dialect& dialect,
                       Fate& fate) {
  const Origin origin{fate.thread, fate.instruction};
  for (std::size_t t = 0; t < draft.origins.size(); ++t) {
    const auto found = std::find(draft.origins[t].begin(), draft.origins[t].end(), origin);
    if (found == draft.origins[t].end()) continue;
    const auto index = static_cast<std::size_t>(found - draft.origins[t].begin());
    const Program& program = draft.test.program;
    if (canonical(program, t, index) ==
        canonical(original.program, origin.thread, origin.instruction)) {
      fate.kind = Fate::Kind::needed;
      continue;
    }
    fate.kind = Fate::Kind::simplified;
    // The simpler form of an instruction in another language is written as PTX is.
    const bool ptx = dialect.language == Language::ptx;
    fate.after = spelled(program, t, program.threads[t].instructions[index].action,
                         ptx ? dialect : native_dialect(Language::ptx));
  }
}

std::vector<Fate> fates(const Test& original, const Draft& draft, const Dialect& dialect) {
  std::vector<Fate> result;
  for (std::size_t t = 0; t < original.program.threads.size(); ++t) {
    const std::vector<Instruction>& code = original.program.threads[t].instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      Fate fate{static_cast<ThreadId>(t),
                static_cast<InstructionId>(i),
                Fate::Kind::removed,
                code[i].text,
                {},
                code[i].place};
      note_what_is_left(original, draft, dialect, fate);
      result.push_back(std::move(fate));
    }
  }
  return result;
}

}  // namespace

Minimised minimise(const Test& test, Keep keep, const std::function<bool(const Test&)>& shows,
                   const Limits& limits, const Dialect& dialect) {
  Search search(shows, limits);
  const bool may_weaken = keep == Keep::outcomes;
  bool started = search.start(draft_of(test, keep, may_weaken));
  if (!started && keep == Keep::outcomes) {
    started = search.start(draft_of(test, Keep::condition, may_weaken));
  }
  if (started) {
    search.run();
  } else if (!search.stopped()) {
    throw std::invalid_argument("minimise: the test does not show what is to be kept");
  }
  Minimised result;
  result.test = search.test();
  result.fates = fates(test, search.current(), dialect);
  result.kept = search.current().keep;
  result.tried = search.tried();
  result.minimal = !search.stopped();
  result.smallest = search.smallest();
  return result;
}

}  // namespace opexplore::minimise
