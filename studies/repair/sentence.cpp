// Who is to blame for a bad end.
#include "answers/places.hpp"
#include "answers/why/words.hpp"
#include "export/outcome_text.hpp"
#include "studies/repair/fix.hpp"

namespace opexplore::repair {

namespace {

std::string ending(const Property& property, const BadEnd& end) {
  std::string text = outcome_text(property.asked, end.outcome);
  if (text.ends_with(';')) text.pop_back();
  return text;
}

}  // namespace

Phrase sentence_of(const Property& property, const Changed& program, const BadEnd& end,
                   const ChosenMachine& machine) {
  if (end.hang) return "threads go on for ever";
  if (!end.undefined.empty()) return Phrase(end.undefined);
  if (end.race) {
    const Program& code = program.test.program;
    const bool apart = end.race->kind == PairKind::divergence;
    const auto access = [&](ThreadId thread, InstructionId at) {
      if (at == code.threads[thread].instructions.size()) {
        return "the end of " + Phrase(Phrase::OfThread{thread});
      }
      const Instruction& there = instruction_of(code, thread, at);
      const std::string line = line_text(there);
      return Phrase(Phrase::OfThread{thread}) + (line.empty() ? "" : " ") + line + " `" +
             there.text + "`";
    };
    return access(end.race->first_thread, end.race->first) + " and " +
           access(end.race->second_thread, end.race->second) +
           (apart ? " are come to apart" : " race");
  }
  using namespace why_parts;
  const std::optional<Rules> known = rules_of(*machine.entry, machine.options);
  if (!known) return "it can end with " + ending(property, end);
  const Rules& rules = *known;
  Test test = property.asked;
  test.program = program.test.program;
  Happening happening = happening_of(test, end.trace, rules);
  if (happening.knows_sources) {
    order_as_seen(happening);
    const std::vector<Fallacy> found = fallacies(happening);
    if (!found.empty() && !found.front().blamed.empty()) {
      return opexplore::sentence_of(test, culprit_of(happening, found.front().blamed.front()));
    }
    if (found.empty()) return "an interleaving of the threads ends so";
  }
  return "there is an execution that ends so";
}

}  // namespace opexplore::repair
