#include "studies/repair/explain.hpp"

#include <sstream>

#include "export/columns.hpp"
#include "opmodel/vocabulary.hpp"
#include "studies/repair/text.hpp"

namespace opexplore::repair {
namespace {

// The only place of the answer that may change.
const Point& place_of(const FixAnswer& answer) { return answer.points.front(); }

std::string verdict_text(const FixAnswer& answer) {
  const Point& point = place_of(answer);
  switch (answer.conclusion) {
    case Conclusion::changed: {
      std::string text = "may be ";
      for (const Fix& fix : answer.fixes) {
        text += (&fix == &answer.fixes.front() ? "" : " or ") +
                text_at(answer, point, fix.levels.front());
      }
      return text + " (" + std::to_string(answer.fixes.front().cost - answer.cost) +
             "), if nothing else changes";
    }
    case Conclusion::nothing_to_do:
      return "is needed";
    case Conclusion::no_change:
    case Conclusion::interleaving:
    case Conclusion::undecided:
    case Conclusion::cancelled:
      break;
  }
  return "is undecided" + (answer.not_known.empty() ? "" : ": " + answer.not_known);
}

}  // namespace

std::vector<FixAnswer> explained(const Test& test, FixQuestion question) {
  question.task = Task::weaken;
  question.sensitivity = false;
  std::vector<FixAnswer> answers;
  for (const Point& point : unanswered(test, question).points) {
    const Instruction& there = test.program.threads[point.thread].instructions[point.instruction];
    FixQuestion alone = question;
    alone.moves.source.clear();
    alone.moves.only = {{point.thread, there.place.line, there.place.column}};
    answers.push_back(fix(test, alone));
  }
  return answers;
}

std::string explained_text(const std::string& name, const std::vector<FixAnswer>& answers) {
  std::ostringstream out;
  out << name << ": " << (answers.empty() ? "nothing could be weaker" : "one place at a time")
      << '\n';
  for (const FixAnswer& answer : answers) {
    const Point& point = place_of(answer);
    write_wrapped(out, "  ",
                  place_name(answer, point) + " `" + text_at(answer, point, point.now) + "` " +
                      verdict_text(answer));
    for (const Fix& fix : answer.fixes) {
      for (const Reason& reason : fix.reasons) {
        write_wrapped(out, "    ",
                      "with " + text_at(answer, point, reason.level) + ": " +
                          (reason.sentence.empty() ? "a limit left open what happens"
                                                   : told(answer, reason.sentence)));
      }
    }
  }
  if (!answers.empty() && answers.front().stays_bad) {
    out << "Note: what must not be is reachable as it is; opfix repair mends that\n";
  }
  return out.str();
}

ExitCode code_of(const std::vector<FixAnswer>& answers) {
  ExitCode code = ExitCode::complete;
  for (const FixAnswer& answer : answers) code = worse(code, code_of(answer));
  return code;
}

}  // namespace opexplore::repair
