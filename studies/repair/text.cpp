#include "studies/repair/text.hpp"

#include <algorithm>
#include <sstream>

#include "answers/findings/vocabulary.hpp"
#include "answers/places.hpp"
#include "answers/semantics.hpp"
#include "export/columns.hpp"
#include "export/kernel_text.hpp"
#include "studies/repair/of_kernel.hpp"
#include "studies/repair/patch.hpp"
#include "studies/repair/ptx_text.hpp"

namespace opexplore::repair {
namespace {

std::string signed_text(Cost cost) { return (cost < 0 ? "" : "+") + std::to_string(cost); }

std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::string model_name(const FixQuestion& question) {
  const auto model = implemented_model(question.machine);
  return model ? model->model.name() : "no axioms";
}

// What is looked at, in words: what must not be.
std::string what_is_bad(const FixAnswer& answer) {
  return "`" + to_string(excluded_by(answer.test), answer.test) + "`";
}

// That it is so as the program stands. Of a kernel there is a bad end then.
std::string is_bad(const FixAnswer& answer) {
  if (answer.bad_end && !answer.bad_end->undefined.empty()) return "it has no meaning";
  if (answer.kernel == nullptr) return what_is_bad(answer) + " is reachable";
  return answer.bad_end ? title_of(answer, *answer.bad_end) : "it is wrong";
}

std::string axioms_text(AxiomsSay axioms, const std::string& model) {
  switch (axioms) {
    case AxiomsSay::the_same:
      return model + " agrees";
    case AxiomsSay::otherwise:
      return model + " does not agree";
    case AxiomsSay::bounded:
      return model + " agrees as far as it looks";
    case AxiomsSay::nothing:
      return "no axioms were asked";
  }
  return {};
}

void write_steps(std::ostream& out, const FixAnswer& answer, const Trace& trace) {
  for (const TraceStep& step : trace.steps) {
    if (!step.instruction) continue;
    out << "  " << place_text(answer.test.program, step.step.thread, *step.instruction) << "  "
        << instruction_of(answer.test.program, step.step.thread, *step.instruction).text << '\n';
  }
}

void write_changes(std::ostream& out, const FixAnswer& answer, const FixQuestion& question,
                   const Fix& fix) {
  const auto price = prices(answer.test, answer.points, question.costs);
  std::vector<Cells> lines;
  for (std::size_t p = 0; p < answer.points.size(); ++p) {
    const Point& point = answer.points[p];
    if (fix.levels[p] == point.now) continue;
    lines.push_back({place_name(answer, point), text_at(answer, point, point.now), "->",
                     text_at(answer, point, fix.levels[p]),
                     signed_text(price[p][fix.levels[p]] - price[p][point.now])});
  }
  write_columns(out, lines, 2);
}

// What a CUDA source would have there.
void write_source(std::ostream& out, const FixAnswer& answer, const Fix& fix) {
  if (answer.kernel == nullptr) return;
  std::vector<Cells> lines;
  for (const CodeEdit& edit : source_edits(answer, fix)) lines.push_back(edit_cells(edit));
  if (lines.empty()) return;
  out << "In the source:\n";
  write_columns(out, lines, 2);
}

void write_reasons(std::ostream& out, const FixAnswer& answer, const Fix& fix) {
  if (fix.reasons.empty()) return;
  out << "Nothing less does:\n";
  for (const Reason& reason : fix.reasons) {
    const Point& point = answer.points[reason.point];
    const std::string less =
        place_name(answer, point) + " with " + text_at(answer, point, reason.level) + ": ";
    write_wrapped(out, "  ",
                  less + (reason.sentence.empty() ? "a limit left open what happens"
                                                  : told(answer, reason.sentence)));
  }
}

std::string asked_text(const FixAnswer& answer, const FixQuestion& question) {
  std::string text = counted(answer.asked, "program") + " explored on " + question.machine.name;
  if (!answer.fixes.empty()) {
    text += ", " + axioms_text(answer.fixes.front().axioms, model_name(question));
  }
  return text;
}

std::string heading(const FixAnswer& answer, const FixQuestion& question) {
  const Fix& first = answer.fixes.front();
  const std::size_t count = answer.fixes.size();
  const std::string cost = signed_text(first.cost - answer.cost) + " (" +
                           std::to_string(answer.cost) + " to " + std::to_string(first.cost) + ")";
  std::string text;
  if (question.all_minimal) {
    text = counted(count, "least change") + ", the cheapest " + cost;
  } else {
    text = counted(count, "change") + " of least " +
           (question.preference == Preference::edits ? "edits and cost" : "cost") + ", " +
           (count > 1 ? "each " : "") + cost;
  }
  return text + "; " + asked_text(answer, question);
}

void write_fixes(std::ostream& out, const FixAnswer& answer, const FixQuestion& question,
                 const SpelledTest& spelled) {
  std::size_t number = 0;
  for (const Fix& fix : answer.fixes) {
    out << '\n';
    if (answer.fixes.size() > 1) {
      out << "Change " << ++number;
      if (question.all_minimal) out << ", " << signed_text(fix.cost - answer.cost);
      out << '\n';
    }
    write_changes(out, answer, question, fix);
    write_source(out, answer, fix);
    write_reasons(out, answer, fix);
    out << patch_of(answer, spelled, fix);
  }
}

// How far the first change hangs on single costs.
void write_sensitivity(std::ostream& out, const FixAnswer& answer) {
  if (!answer.sensitivity) return;
  std::string text;
  for (const Sensitivity& one : *answer.sensitivity) {
    text += (text.empty() ? "" : ", ") + one.row + '.' + one.column;
    if (one.least) text += " at least " + std::to_string(*one.least);
    if (one.most) text += (one.least ? " and" : "") + (" at most " + std::to_string(*one.most));
    text += " (" + std::to_string(one.now) + ')';
  }
  write_wrapped(out, "",
                text.empty() ? "No other change is cheaper whatever one cost alone is."
                             : "No other change is cheaper while each alone costs " + text);
}

void write_bad_end(std::ostream& out, const FixAnswer& answer, const FixQuestion& question) {
  if (!answer.bad_end) return;
  const Changed now = changed(answer.property.asked, answer.points, assignment_now(answer.points));
  const Phrase sentence = sentence_of(answer.property, now, *answer.bad_end, question.machine);
  write_wrapped(out, "  ", told(answer, sentence));
}

void write_no_change(std::ostream& out, const FixAnswer& answer, const FixQuestion& question) {
  if (!answer.not_known.empty()) {
    out << "no change could be called good\n";
    return;
  }
  if (question.task == Task::weaken) {
    out << is_bad(answer) << " as it is: repair it first\n";
    return;
  }
  if (answer.kernel != nullptr) {
    out << is_bad(answer) << ", whatever may be changed\n";
    if (!answer.cannot_end) write_bad_end(out, answer, question);
    const auto& race = answer.bad_end ? answer.bad_end->race : std::nullopt;
    const bool atomic = race && race->kind == PairKind::race && question.moves.plain_stays;
    write_wrapped(
        out, "",
        std::string("It takes other moves: opexplore looks for barriers, too") +
            (atomic ? ", and --moves access,fence,plain makes plain accesses atomic" : ""));
  } else {
    out << is_bad(answer) << ", whatever may be changed"
        << (answer.not_interleaved ? ", and no interleaving ends so" : "")
        << ": it takes other moves\n";
  }
  out << asked_text(answer, question) << '\n';
}

void write_nothing_to_do(std::ostream& out, const FixAnswer& answer, const FixQuestion& question) {
  out << "nothing to do: ";
  if (question.task == Task::repair) {
    out << (answer.kernel != nullptr ? nothing_wrong(answer)
                                     : what_is_bad(answer) + " is not reachable")
        << "; " << asked_text(answer, question) << '\n';
    return;
  }
  out << "nothing is stronger than needed (" << answer.cost << "); " << asked_text(answer, question)
      << '\n';
  for (const Fix& fix : answer.fixes) write_reasons(out, answer, fix);
}

}  // namespace

ExitCode code_of(const FixAnswer& answer) {
  if (!answer.disagreement.empty()) return ExitCode::internal_error;
  switch (answer.conclusion) {
    case Conclusion::changed:
    case Conclusion::nothing_to_do:
      if (answer.cannot_end) return ExitCode::disagreement;
      return answer.not_known.empty() ? ExitCode::complete : ExitCode::incomplete;
    case Conclusion::no_change:
    case Conclusion::interleaving:
      return ExitCode::disagreement;
    case Conclusion::undecided:
      return ExitCode::incomplete;
    case Conclusion::cancelled:
      return ExitCode::cancelled;
  }
  return ExitCode::internal_error;
}

std::string place_name(const FixAnswer& answer, const Point& point) {
  const Program& program = answer.test.program;
  const Instruction& there = instruction_of(program, point.thread, point.instruction);
  return (point.gap ? "before " : "") +
         (answer.kernel != nullptr ? line_text(there)
                                   : place_text(program, point.thread, point.instruction));
}

std::string text_at(const FixAnswer& answer, const Point& point, std::uint8_t level) {
  const Instruction& there = instruction_of(answer.test.program, point.thread, point.instruction);
  if (!point.gap && level == point.now) return there.text;
  const Level& wanted = point.levels[level];
  const auto action =
      point.gap ? fence_at(point.kind, wanted) : at_level(there.action, point.kind, wanted);
  if (!action) return "nothing";
  return instruction_text(answer.test, {point.thread, point.instruction}, *action, point.gap);
}

std::string told(const FixAnswer& answer, const Phrase& sentence) {
  const Program& program = answer.test.program;
  if (answer.kernel == nullptr) return opexplore::told(sentence, program);
  return opexplore::told(sentence, vocabulary(answer.kernel->language), program,
                         answer.kernel->locations);
}

std::string patch_of(const FixAnswer& answer, const SpelledTest& spelled, const Fix& fix) {
  if (is_compiled(answer)) return {};
  return unified_diff(spelled.text, changed_text(spelled, answer.points, fix.levels),
                      answer.test.path);
}

std::string text_report(const FixAnswer& answer, const FixQuestion& question,
                        const SpelledTest& spelled) {
  std::ostringstream out;
  if (answer.kernel != nullptr) {
    out << answer.kernel->file << ": " << launch_of(*answer.kernel) << '\n';
  } else {
    out << answer.test.name << ": ";
  }
  switch (answer.conclusion) {
    case Conclusion::changed:
      if (answer.bad_end) {
        out << is_bad(answer) << '\n';
        write_bad_end(out, answer, question);
      }
      out << heading(answer, question) << '\n';
      write_fixes(out, answer, question, spelled);
      write_sensitivity(out, answer);
      break;
    case Conclusion::nothing_to_do:
      write_nothing_to_do(out, answer, question);
      break;
    case Conclusion::no_change:
      write_no_change(out, answer, question);
      break;
    case Conclusion::interleaving:
      out << "not a matter of the memory model: an interleaving of the threads ends with "
          << what_is_bad(answer) << '\n';
      write_steps(out, answer, answer.bad_end->trace);
      break;
    case Conclusion::undecided:
      out << "undecided\n";
      break;
    case Conclusion::cancelled:
      out << "cancelled\n";
      break;
  }
  if (answer.stays_bad) {
    out << "Note: what must not be is reachable as it is, and stays so; opfix repair mends that\n";
  }
  for (const std::string& remark : answer.remarks) write_wrapped(out, "", "Note: " + remark);
  if (!answer.not_known.empty()) out << "Not known: " << answer.not_known << '\n';
  if (!answer.disagreement.empty()) out << "Internal error: " << answer.disagreement << '\n';
  return out.str();
}

}  // namespace opexplore::repair
