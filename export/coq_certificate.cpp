#include "export/coq_certificate.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "export/coq_names.hpp"
#include "export/coq_program.hpp"
#include "export/outcome_text.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {
namespace {

// A machine that export/coq has, and with which value of which setting.
struct CoqMachine {
  std::string_view name;
  std::string_view module;
  std::string_view setting = {};
  std::string_view value = {};
  std::string_view reduction = {};  ///< the module that proves a search of fewer states right
  std::string_view axioms = {};     ///< that its executions are checked against as well
};

constexpr std::array coq_machines{
    CoqMachine{"gpu-scoped", "GpuScoped", "chip", "kepler", "GpuScopedReduction"},
    CoqMachine{"ptx-proxy", "PtxProxy", "ptx-reading", "isa", {}, "ptx75"}, CoqMachine{"sc", "Sc"}};

const CoqMachine* find_coq_machine(std::string_view name) {
  const auto found = std::find_if(coq_machines.begin(), coq_machines.end(),
                                  [&](const CoqMachine& machine) { return machine.name == name; });
  return found == coq_machines.end() ? nullptr : &*found;
}

Proposition negated(Proposition proposition) {
  Proposition result;
  result.kind = Proposition::Kind::negation;
  result.parts.push_back(std::move(proposition));
  return result;
}

// CTAs and GPUs are written in unary notation by Coq.
constexpr std::uint32_t largest_place = 1000;

// The outcome that satisfies the question, with its trace.
const AnsweredOutcome* witness(const Test& question, const Answer& report) {
  for (const AnsweredOutcome& outcome : report.outcomes) {
    if (outcome.trace && holds(question.condition, outcome.values)) return &outcome;
  }
  return nullptr;
}

// `("load", P1, 0, 0)`: Coq has two numbers for the argument, whichever rule it is.
std::string step_text(const MachineFacts& machine, const TraceStep& step) {
  std::vector<unsigned> numbers = argument_values(machine.rules[step.step.rule], step.step);
  numbers.resize(2);
  return "(" + coq_string(step.rule) + ", P" + std::to_string(step.step.thread) + ", " +
         std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) + ")%nat";
}

// The instruction, and what the step does with it.
std::string step_words(const Test& test, const TraceStep& step) {
  std::string text;
  if (step.instruction) {
    text = test.program.threads[step.step.thread].instructions[*step.instruction].text;
  }
  if (!text.empty() && !step.arguments.empty()) text += ": ";
  return text + step.arguments;
}

// The parts of the file.
class Certificate {
 public:
  explicit Certificate(const CertificateSource& source)
      : source_(source),
        question_(certified_question(source.test)),
        name_(coq_identifier(source.test.name)),
        machine_(*find_coq_machine(source.report.answered_by)),
        allowed_(witness(question_, source.report)),
        complete_(source.report.coverage.complete()) {}

  bool decided() const { return complete_ || allowed_ != nullptr; }

  std::string text() const {
    std::string text = header() + "\n" + imports() + "\n" + coq_definition(question_, test());
    if (complete_) text += "\n" + exact();
    text += "\n" + (allowed_ != nullptr ? shown() : refuted()) + "\n";
    if (complete_) text += "Print Assumptions " + name_ + "_ends_in_exactly.\n";
    text += "Print Assumptions " + claim_name() + ".\n";
    if (with_axioms()) text += "Print Assumptions " + axiomatic_claim_name() + ".\n";
    return text;
  }

 private:
  // No word of Coq or of the library ends so.
  std::string test() const { return name_ + "_test"; }
  std::string trace_name() const { return name_ + "_trace"; }
  std::string on_model() const {
    return "_on " + std::string(machine_.module) + ".model " + test();
  }
  std::string condition() const {
    return "\n    (" + coq_text(question_.condition, question_) + ")";
  }
  std::string claim_name() const {
    return name_ + (allowed_ != nullptr ? "_is_allowed" : "_is_forbidden");
  }

  bool reduced() const { return !machine_.reduction.empty(); }
  bool with_axioms() const { return allowed_ != nullptr && !machine_.axioms.empty(); }
  std::string axiomatic_claim_name() const {
    return claim_name() + "_by_" + std::string(machine_.axioms);
  }

  std::string header() const;
  std::string imports() const;
  std::string exact() const;
  std::string shown() const;
  std::string refuted() const;
  std::string verdict_text() const;
  std::string levels() const;

  const CertificateSource& source_;
  Test question_;
  std::string name_;
  const CoqMachine& machine_;
  const AnsweredOutcome* allowed_;
  bool complete_;
};

// "exists (1:r0=1 /\ 1:r1=0) is allowed"
std::string Certificate::verdict_text() const {
  const bool possible = allowed_ != nullptr;
  const std::string words = condition_line(source_.test);
  std::string text;
  switch (source_.test.quantifier) {
    case Quantifier::exists:
    case Quantifier::not_exists:
      text = words + ": the outcome is " + (possible ? "allowed" : "forbidden");
      break;
    case Quantifier::forall:
      text = words + (possible ? ": no, an outcome that fails it is allowed"
                               : ": yes, outcomes that fail it are forbidden");
      break;
  }
  if (source_.test.filter) {
    text += ", of those that pass filter (" + to_string(*source_.test.filter, source_.test) + ")";
  }
  return text;
}

std::string Certificate::header() const {
  const Answer& report = source_.report;
  const Statistics& statistics = report.statistics;
  std::string settings;
  for (const auto& [name, value] : report.settings) {
    settings += ", " + std::string(name) + " " + value;
  }
  std::string text = "Certificate for Coq 8.16: export/coq/check_certificate.py FILE.v\n\n";
  text += "Test:    " + source_.test.name + "\n";
  text +=
      "Machine: " + report.answered_by + ", version " + report.machine_version + settings + "\n";
  text += "Verdict: " + verdict_text() + "\n";
  if (complete_) {
    text += "States:  " + std::to_string(statistics.states) + ", transitions " +
            std::to_string(statistics.transitions) + ", depth " + std::to_string(statistics.depth) +
            "; Coq finds " + (reduced() ? "by itself those that it needs" : "them by itself") +
            "\n";
    if (statistics.stuck_states != 0) {
      text += "Stuck:   " + std::to_string(statistics.stuck_states) +
              " of these states, not final and without a step; nothing is claimed about them\n";
    }
  } else {
    text += "The search did not end (" + report.coverage.reason +
            "): what other outcomes there are is not certified.\n";
  }
  text += "Written by " + source_.tool.name + " " + source_.tool.version + ", revision " +
          source_.tool.revision + ".\n\n";
  std::string line = "  ";
  for (const char c : source_.text) {
    line += c;
    if (c == '\n') text += std::exchange(line, "  ");
  }
  if (line != "  ") text += line + "\n";
  return "(* " + coq_comment(text) + "*)\n";
}

std::string Certificate::imports() const {
  return "From Coq Require Import ZArith List String.\n"
         "From Opexplore Require Import Litmus Certified" +
         std::string(with_axioms() ? " CertifiedAxioms" : "") + ".\nFrom Opexplore Require " +
         std::string(machine_.module) + (with_axioms() ? " Ptx75" : "") +
         (complete_ && reduced() ? " " + std::string(machine_.reduction) : "") +
         ".\nImport ListNotations.\nOpen Scope string_scope.\nOpen Scope Z_scope.\n";
}

// Registers keep values in Coq that opexplore forgets, so a state may be found later there.
std::string Certificate::levels() const {
  return std::to_string(2 * std::size_t{source_.report.statistics.depth} + 20) + "%nat";
}

std::string Certificate::exact() const {
  std::string text;
  if (source_.test.filter) text += "(* All outcomes, whether they pass the filter or not. *)\n";
  text += "Theorem " + name_ + "_ends_in_exactly :\n  exactly" + on_model() + "\n    " +
          coq_observables(question_) + "\n    [";
  const auto& outcomes = source_.report.outcomes;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    text += (i == 0 ? " " : " ;\n      ") + coq_list(outcomes[i].values);
  }
  text += " ]";
  if (!reduced()) return text + by_computing("by_search with " + levels());
  return text + by_computing("by_reduced_search with " + std::string(machine_.reduction) +
                             ".reduction " + levels());
}

std::string Certificate::shown() const {
  std::string text = coq_trace(trace_name(), question_, source_.machine, *allowed_->trace) +
                     "\nTheorem " + claim_name() + " :\n  allowed" + on_model() + condition() +
                     by_computing("by_steps with " + trace_name());
  if (!with_axioms()) return text;
  return text + "\nTheorem " + axiomatic_claim_name() + " :\n  allowed_under Ptx75." +
         std::string(machine_.axioms) + " " + test() + condition() +
         by_computing("by_axioms with " + trace_name());
}

std::string Certificate::refuted() const {
  return "Theorem " + claim_name() + " :\n  forbidden" + on_model() + condition() +
         by_computing("(by_outcomes " + name_ + "_ends_in_exactly)");
}

}  // namespace

std::optional<std::string> certificate_refusal(std::string_view machine,
                                               const MachineOptions& options) {
  const CoqMachine* const known = find_coq_machine(machine);
  if (known == nullptr) {
    std::string names;
    for (const CoqMachine& one : coq_machines) {
      names += (names.empty() ? "" : ", ") + std::string(one.name);
    }
    return "there are no certificates for " + std::string(machine) + ", only for " + names;
  }
  for (const auto& [name, value] : options.settings) {
    if (known->setting != name) continue;
    if (known->value == value) continue;
    return "there are no certificates for " + std::string(machine) + " with " + name + " " + value +
           ", only with " + std::string(known->value);
  }
  return std::nullopt;
}

std::optional<Failure> certificate_refusal(const Test& test) {
  if (test.program.language != Language::ptx) {
    const bool has_mapping = test.program.language == Language::cxx;
    return Failure{.message = "there are no certificates for tests in " +
                              std::string(to_string(test.program.language)),
                   .file = test.path,
                   .suggestion = has_mapping ? "opmap compile makes PTX of it"
                                             : "--write trace-json has the same steps, for replay"};
  }
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const Thread& thread = test.program.threads[t];
    for (const Instruction& instruction : thread.instructions) {
      const Barrier* const barrier = barrier_of(instruction.action);
      if (barrier == nullptr || !(barrier->passable || barrier->members)) continue;
      return Failure{.message =
                         "there are no certificates for barriers that are for some threads "
                         "of a CTA (`" +
                         instruction.text + "`)",
                     .file = test.path,
                     .suggestion = "--write trace-json has the same steps, for replay"};
    }
    if (std::max(thread.cta, thread.gpu) <= largest_place) continue;
    return Failure{.message = "P" + std::to_string(t) + " is in CTA " + std::to_string(thread.cta) +
                              " of GPU " + std::to_string(thread.gpu) +
                              ", too large a number for a certificate",
                   .file = test.path,
                   .suggestion = "number CTAs and GPUs from 0"};
  }
  return std::nullopt;
}

std::string by_computing(const std::string& lemma) {
  return ".\nProof.\n  apply " + lemma + ".\n  vm_cast_no_check (eq_refl true).\nQed.\n";
}

std::string coq_trace(const std::string& name, const Test& test, const MachineFacts& machine,
                      const Trace& trace) {
  std::string text = "Definition " + name + " : Trace :=\n    [";
  const std::vector<TraceStep>& steps = trace.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text += (i == 0 ? " " : "\n      ") + step_text(machine, steps[i]);
    if (i + 1 < steps.size()) text += ";";
    const std::string comment = coq_comment(step_words(test, steps[i]));
    if (!comment.empty()) text += "  (* " + comment + " *)";
  }
  return text + "\n    ].\n";
}

Test certified_question(const Test& test) {
  Test question = test;
  question.quantifier = Quantifier::exists;
  question.filter = std::nullopt;
  if (test.quantifier == Quantifier::forall) question.condition = negated(test.condition);
  if (test.filter) {
    Proposition both;
    both.kind = Proposition::Kind::conjunction;
    both.parts = {*test.filter, std::move(question.condition)};
    question.condition = std::move(both);
  }
  return question;
}

MachineOptions certified_options(MachineOptions options) {
  options = without_reductions(std::move(options));
  options.look_ahead = false;
  options.goal = false;
  return options;
}

std::variant<std::string, Failure> coq_certificate(const CertificateSource& source) {
  const Certificate certificate(source);
  if (certificate.decided()) return certificate.text();
  return Failure{.message = "no certificate: the search did not end (" +
                            source.report.coverage.reason +
                            "), so nothing is known to be forbidden",
                 .file = source.test.path,
                 .suggestion = source.report.coverage.incomplete == Incomplete::machine_bound
                                   ? "certificates are for tests whose searches end"
                                   : "raise the limits",
                 .exit_code = ExitCode::incomplete};
}

Needs coq_needs(const AnsweredTest& run, const OutputOptions&) {
  Needs needs;
  if (certificate_refusal(run.asked.test)) return needs;
  const auto& machine = std::get<ChosenMachine>(run.asked.pairing.first);
  needs.certified = {certified_question(run.asked.test), certified_options(machine.options)};
  return needs;
}

FormatResult coq_part(const AnsweredTest& run, const OutputOptions& options) {
  if (auto refusal = certificate_refusal(run.asked.test)) return std::move(*refusal);
  const Answer& report = *run.gathered.certified;
  const auto& machine = std::get<ChosenMachine>(run.asked.pairing.first);
  auto certificate = coq_certificate({run.asked.test, write(run.asked.test, run.asked.dialect),
                                      report, machine.entry->facts(), options.tool});
  if (auto* const failure = std::get_if<Failure>(&certificate)) {
    failure->exit_code = code_of(report.coverage.incomplete);
    return std::move(*failure);
  }
  return FormatPart(std::get<std::string>(std::move(certificate)));
}

}  // namespace opexplore
