#include "studies/repair/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "export/coq_certificate.hpp"
#include "export/coq_names.hpp"
#include "export/coq_program.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"
#include "studies/repair/text.hpp"

namespace opexplore::repair {
namespace {

std::string numbered(const std::string& name, std::size_t i) {
  return name + "_" + std::to_string(i + 1);
}

bool goes_back(const Thread& thread) {
  for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
    const Branch* const branch = branch_of(thread.instructions[i].action);
    if (branch != nullptr && branch->target <= i) return true;
  }
  return false;
}

// If nothing does, the values that reads can return are those that the text stores.
bool computes(const Action& action) {
  if (const Atomic* const atomic = read_modify_write(action)) {
    return atomic->op != AtomicOp::exch && atomic->op != AtomicOp::cas;
  }
  return is_local(action) && branch_of(action) == nullptr;
}

// How many candidate executions Coq would look at, at most: from which write each read takes its
// value, which writes of a location and which SC fences are ordered.
double candidates_of(const Program& program) {
  std::vector<double> reads(program.locations.size()), writes(program.locations.size());
  double fences = 0;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const auto fence = fence_of(instruction.action);
      if (fence && fence->order == Order::sc) ++fences;
      if (memory_access(instruction.action) == nullptr) continue;
      const LocationId location = program.addresses[*address_of(instruction.action)].location;
      const bool reading = reads_memory(instruction.action);
      if (reading) ++reads[location];
      if (!reading || read_modify_write(instruction.action) != nullptr) ++writes[location];
    }
  }
  double count = std::exp2(fences * (fences - 1) / 2);
  for (std::size_t l = 0; l < reads.size(); ++l) {
    count *= std::pow(writes[l] + 1, reads[l]) * std::exp2(writes[l] * (writes[l] - 1));
  }
  return count;
}

constexpr double most_in_coq = 1000;  // some seconds

// The parts of the file.
class FixCertificate {
 public:
  FixCertificate(const FixAnswer& answer, const FixQuestion& question)
      : answer_(answer),
        question_(question),
        asked_(certified_question(answer.property.asked)),
        name_(coq_identifier(answer.test.name)),
        prices_(prices(answer.test, answer.points, question.costs)) {}

  std::variant<std::string, Failure> text(const SpelledTest& spelled, const ToolInfo& tool) {
    if (auto why = refused()) return *std::move(why);
    std::string theorems = choices() + '\n';
    const std::vector<Assignment>& insufficient = answer_.search.insufficient;
    for (std::size_t i = 0; i < insufficient.size(); ++i) {
      const std::optional<Trace> trace = bad_trace(insufficient[i]);
      if (!trace) return failure(no_trace, "raise --max-states and --timeout");
      theorems += shown(i, *trace) + '\n';
    }
    theorems += nothing_cheaper();
    for (std::size_t i = 0; i < answer_.fixes.size(); ++i) {
      if (answer_.fixes[i].cost == answer_.fixes.front().cost) theorems += '\n' + solution(i);
    }
    return header(spelled, tool) + '\n' + imports() + '\n' + std::move(theorems) + '\n' + printed_;
  }

 private:
  static constexpr const char* no_trace =
      "no certificate: of a change that is not enough no execution was found that ends badly: a "
      "limit ended the search, or a data race is all that is bad";

  Failure failure(std::string message, std::string suggestion) const {
    return {.message = std::move(message),
            .file = answer_.test.path,
            .suggestion = std::move(suggestion)};
  }

  std::optional<Failure> refused() const {
    if (auto why = certificate_refusal(asked_)) return why;
    if (answer_.search.found.empty()) {
      return failure("no certificate: no change was searched for and found",
                     "opexplore --write coq has certificates of tests as they are");
    }
    if (!answer_.search.undecided.empty() || answer_.search.stopped) {
      return failure("no certificate: a limit left open whether something cheaper is enough",
                     "raise --max-states and --timeout");
    }
    return std::nullopt;
  }

  const Program& program() const { return asked_.program; }
  std::string subject() const { return name_ + "_choices"; }
  std::string condition() const { return "\n    (" + coq_text(asked_.condition, asked_) + ")"; }

  Test with(const Assignment& levels) const {
    Test test = asked_;
    test.program = changed(answer_.property.asked, answer_.points, levels).test.program;
    return test;
  }

  // As the machine in Coq runs.
  ExploreOptions certified_search() const {
    ExploreOptions options = question_.explore;
    options.threads = 1;
    options.machine = certified_options(question_.machine.options);
    return options;
  }

  std::optional<Trace> bad_trace(const Assignment& levels) const {
    ExploreOptions options = certified_search();
    options.verdict_only = true;
    options.traces = Traces::witness;
    const Test test = with(levels);
    Answer answer = question_.machine.entry->explore(test, options);
    for (AnsweredOutcome& outcome : answer.outcomes) {
      if (outcome.trace && holds(test.condition, outcome.values)) return std::move(outcome.trace);
    }
    return std::nullopt;
  }

  std::string theorem(const std::string& name, const std::string& statement) {
    printed_ += "Print Assumptions " + name + ".\n";
    return "Theorem " + name + " :\n  " + statement;
  }

  std::string header(const SpelledTest& spelled, const ToolInfo& tool) const;
  static std::string imports();
  std::string choices() const;
  std::string column(ThreadId number) const;
  std::string point(const Point& point, std::size_t index) const;
  std::string levels_text(const Assignment& levels) const;
  Cost cost_of(const Assignment& levels) const;
  std::string shown(std::size_t i, const Trace& trace);
  std::string nothing_cheaper();
  std::string solution(std::size_t i);
  bool looks_at_all(const Assignment& levels) const;
  std::string by_axioms(std::size_t i, const std::string& arguments);
  std::optional<std::uint32_t> depth_of(const Assignment& levels) const;

  const FixAnswer& answer_;
  const FixQuestion& question_;
  Test asked_;
  std::string name_;
  std::vector<std::vector<Cost>> prices_;
  std::string printed_;
  bool all_enough_ = true;  // that the solutions are enough is in the file
};

std::string FixCertificate::header(const SpelledTest& spelled, const ToolInfo& tool) const {
  const Cost best = cost_of(answer_.fixes.front().levels);
  std::string text = "Certificate for Coq 8.16 of a change of orders, scopes and fences\n\n";
  text +=
      "Test:    " + answer_.test.name + ", opfix " + std::string(to_string(question_.task)) + "\n";
  text += "Costs:   " + std::to_string(best) + " at the places with a choice, " +
          std::to_string(answer_.fixes.front().cost - best) + " elsewhere\n";
  text += "By the axioms of PTX ISA 7.5 all that costs less than " + std::to_string(best) +
          " at these places ends as it must not.\n";
  text += all_enough_ ? "What was found is enough on the machine ptx-proxy.\n"
                      : "That what was found is enough is not in this file: the search of the "
                        "machine in Coq does not end, or is too long.\n";
  if (answer_.property.races) text += "Nothing is said of data races.\n";
  text += "Written by " + tool.name + " " + tool.version + ", revision " + tool.revision + ".\n\n";
  return "(* " + coq_comment(text + spelled.text) + " *)\n";
}

std::string FixCertificate::imports() {
  return "From Coq Require Import ZArith List String.\n"
         "From Opexplore Require Import Litmus Cheapest.\n"
         "From Opexplore Require PtxProxy Ptx75.\n"
         "Import ListNotations.\nOpen Scope string_scope.\nOpen Scope Z_scope.\n";
}

std::string FixCertificate::point(const Point& point, std::size_t index) const {
  const Thread& thread = program().threads[point.thread];
  std::vector<std::string> levels;
  for (std::size_t l = 0; l < point.levels.size(); ++l) {
    const auto action = point.gap ? fence_at(point.kind, point.levels[l])
                                  : at_level(thread.instructions[point.instruction].action,
                                             point.kind, point.levels[l]);
    levels.push_back("(" + std::to_string(prices_[index][l]) + ", " +
                     (action ? "line (" + coq_instruction(*action, thread, program()) + ")"
                             : std::string("nothing")) +
                     ")");
  }
  return "one_of " + coq_elements(levels);
}

std::string FixCertificate::column(ThreadId number) const {
  const Thread& thread = program().threads[number];
  const std::set<InstructionId> targets = labelled(thread);
  std::vector<std::string> code;
  for (std::size_t i = 0; i <= thread.instructions.size(); ++i) {
    const auto id = static_cast<InstructionId>(i);
    if (targets.contains(id)) code.push_back("always (label " + coq_label(id) + ")");
    if (i == thread.instructions.size()) break;
    bool stays = true;
    for (std::size_t p = 0; p < answer_.points.size(); ++p) {
      const Point& there = answer_.points[p];
      if (there.thread != number || there.instruction != id) continue;
      code.push_back(point(there, p));
      stays = stays && there.gap;
    }
    if (!stays) continue;
    code.push_back("always (" + coq_instruction(thread.instructions[i].action, thread, program()) +
                   ")");
  }
  return "choice_column " + std::to_string(thread.cta) + " " + std::to_string(thread.gpu) + " " +
         coq_registers(thread) + "\n        " + coq_lines(code, "        ");
}

std::string FixCertificate::choices() const {
  std::vector<std::string> columns;
  for (std::size_t t = 0; t < program().threads.size(); ++t) {
    columns.push_back(column(static_cast<ThreadId>(t)));
  }
  return "Definition " + subject() + " : ChoiceTest :=\n  choices " + coq_string(asked_.name) +
         " " + coq_memory(program()) + "\n    " + coq_lines(columns, "    ") + "\n    " +
         coq_observables(asked_) + ".\n";
}

// `[[0; 1]; []]%nat`: by thread, which level stands at each of its points.
std::string FixCertificate::levels_text(const Assignment& levels) const {
  std::string text = "[";
  for (std::size_t t = 0; t < program().threads.size(); ++t) {
    std::vector<Value> mine;
    for (std::size_t p = 0; p < levels.size(); ++p) {
      if (answer_.points[p].thread == t) mine.push_back(levels[p]);
    }
    text += (t == 0 ? "" : "; ") + coq_list(mine);
  }
  return text + "]%nat";
}

Cost FixCertificate::cost_of(const Assignment& levels) const {
  Cost cost = 0;
  for (std::size_t p = 0; p < levels.size(); ++p) cost += prices_[p][levels[p]];
  return cost;
}

std::string FixCertificate::shown(std::size_t i, const Trace& trace) {
  const std::string trace_name = numbered(name_ + "_trace", i);
  return coq_trace(trace_name, with(answer_.search.insufficient[i]),
                   question_.machine.entry->facts(), trace) +
         '\n' +
         theorem(numbered(name_ + "_insufficient", i),
                 "allowed_with Ptx75.ptx75 " + subject() + " " +
                     levels_text(answer_.search.insufficient[i]) + condition()) +
         by_computing("allowed_by_steps with " + trace_name);
}

std::string FixCertificate::nothing_cheaper() {
  std::string maxima, all = "none";
  const std::size_t count = answer_.search.insufficient.size();
  for (std::size_t i = 0; i < count; ++i) {
    maxima += (i == 0 ? " " : " ;\n      ") + levels_text(answer_.search.insufficient[i]);
  }
  for (std::size_t i = count; i-- > 0;) {
    all.insert(0, "(also " + numbered(name_ + "_insufficient", i) + "\n    ");
    all += ')';
  }
  const std::string name = name_ + "_nothing_cheaper";
  return "Definition " + name_ + "_maxima : list Levels :=\n    [" + maxima + " ].\n\n" +
         theorem(name, "nothing_cheaper Ptx75.ptx75 " + subject() + " " +
                           std::to_string(cost_of(answer_.fixes.front().levels)) + condition()) +
         ".\nProof.\n  apply by_maxima with " + name_ + "_maxima.\n  exact " + all +
         ".\n  vm_cast_no_check (eq_refl true).\nQed.\n";
}

// How deep the search of the machine in Coq is; nothing: it does not end, or is too long.
std::optional<std::uint32_t> FixCertificate::depth_of(const Assignment& levels) const {
  if (std::ranges::any_of(program().threads, goes_back)) return std::nullopt;
  const Answer answer = question_.machine.entry->explore(with(levels), certified_search());
  if (!answer.coverage.complete()) return std::nullopt;
  return answer.statistics.depth;
}

// Whether Coq can look at all candidate executions. Precondition: no loop goes back.
bool FixCertificate::looks_at_all(const Assignment& levels) const {
  const Test test = with(levels);
  for (const Thread& thread : test.program.threads) {
    const bool computing = std::ranges::any_of(
        thread.instructions, [](const Instruction& one) { return computes(one.action); });
    if (computing) return false;
  }
  return candidates_of(test.program) <= most_in_coq;
}

std::string FixCertificate::by_axioms(std::size_t i, const std::string& arguments) {
  const std::string enough = numbered(name_ + "_enough_by_ptx75", i);
  std::string text = theorem(enough, "forbidden_with Ptx75.ptx75 " + arguments + condition()) +
                     by_computing("forbidden_by_candidates");
  text += '\n' +
          theorem(numbered(name_ + "_cheapest_by_ptx75", i),
                  "cheapest (forbidden_with Ptx75.ptx75) Ptx75.ptx75 " + arguments + condition());
  return text + ".\nProof. exact (together " + enough + " " + name_ + "_nothing_cheaper " +
         numbered(name_ + "_cost", i) + "). Qed.\n";
}

std::string FixCertificate::solution(std::size_t i) {
  const Assignment& levels = answer_.fixes[i].levels;
  const std::string arguments = subject() + " " + levels_text(levels);
  const std::string cost = numbered(name_ + "_cost", i);
  const std::string some = "Some " + std::to_string(cost_of(levels));
  std::string text = theorem(cost, "cost_with " + arguments + " = " + some) +
                     ".\nProof. vm_cast_no_check (eq_refl (" + some + ")). Qed.\n";
  const auto depth = depth_of(levels);
  if (!depth) {
    all_enough_ = false;
    return text;
  }
  const std::string enough = numbered(name_ + "_enough", i);
  if (looks_at_all(levels)) text += '\n' + by_axioms(i, arguments);
  text += '\n' + theorem(enough, "forbidden_with_on PtxProxy.model " + arguments + condition()) +
          by_computing("forbidden_by_states with " + std::to_string(2 * std::size_t{*depth} + 20) +
                       "%nat");
  text += '\n' + theorem(numbered(name_ + "_cheapest", i),
                         "cheapest (forbidden_with_on PtxProxy.model) Ptx75.ptx75 " + arguments +
                             condition());
  return text + ".\nProof. exact (together " + enough + " " + name_ + "_nothing_cheaper " + cost +
         "). Qed.\n";
}

}  // namespace

std::optional<std::string> certificate_refusal(const FixQuestion& question) {
  if (question.kernel != nullptr) {
    return "certificates are of changes of litmus tests, and not of kernels";
  }
  if (question.preference == Preference::edits) {
    return "certificates are of what costs least, and not of the fewest changes";
  }
  return opexplore::certificate_refusal(question.machine.entry->name, question.machine.options);
}

std::variant<std::string, Failure> fix_certificate(const FixAnswer& answer,
                                                   const FixQuestion& question,
                                                   const SpelledTest& spelled,
                                                   const ToolInfo& tool) {
  return FixCertificate(answer, question).text(spelled, tool);
}

}  // namespace opexplore::repair
