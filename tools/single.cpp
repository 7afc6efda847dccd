#include "tools/single.hpp"

#include <new>
#include <sstream>

#include "export/dot.hpp"
#include "export/log.hpp"
#include "export/trace_text.hpp"
#include "litmus/hash.hpp"
#include "litmus/reader.hpp"
#include "litmus/strict_ptx.hpp"
#include "tools/refusal.hpp"

namespace opexplore {
namespace {

bool is_shown(Show show, const Test& test, const OutcomeReport& outcome) {
  const bool satisfied = holds(test.condition, outcome.values);
  switch (show) {
    case Show::witness:
    case Show::all:
      return true;
    case Show::proposition:
      return satisfied;
    case Show::negated:
      return !satisfied;
    case Show::condition:
      return satisfied == (test.quantifier != Quantifier::not_exists);
    case Show::none:
      return false;
  }
  return false;
}

// Of an explored test, everything that the texts are made from.
struct Explored {
  const Context& context;
  const Test& test;
  const Report& report;
  const std::string& hash;
  std::optional<bool> expected;

  template <class Visit>
  void for_each_trace(bool deadlock, Visit visit) const {
    for (const OutcomeReport& outcome : report.outcomes) {
      if (outcome.trace && is_shown(context.options.shown(), test, outcome)) {
        visit(*outcome.trace, outcome_text(test, outcome.values, context.options.radix));
      }
    }
    if (deadlock && report.deadlock) visit(*report.deadlock, "deadlock: " + report.deadlock_reason);
  }
};

std::string log_text(const Explored& run) {
  const Options& options = run.context.options;
  std::ostringstream out;
  write_log(out, run.test, run.report, run.hash, {options.radix, true});
  if (options.trace) {
    run.for_each_trace(true, [&](const Trace& trace, const std::string& goal) {
      write_trace(out, run.test, trace, {goal, machine_title(run.report)}, *options.trace);
    });
  }
  return out.str();
}

std::string drawings(const Explored& run) {
  std::ostringstream out;
  run.for_each_trace(run.context.options.check_deadlock, [&](const Trace& trace, const auto&) {
    write_dot(out, run.test, trace, std::string(run.report.machine));
  });
  return out.str();
}

nlohmann::ordered_json json_of(const Explored& run) {
  return json_test(TestResult{run.test, run.report, run.context.options.explore, run.hash,
                              std::string(run.context.machine.source), run.expected});
}

std::string warning(const Test& test, const std::string& text) {
  return "Warning: File \"" + test.path + "\": " + text + '\n';
}

std::string warnings(const Explored& run, const Verdict& answer) {
  const Report& report = run.report;
  std::string text;
  if (report.incomplete != Incomplete::none) {
    text += warning(run.test, "exploration incomplete, legal outcomes may be missing: " +
                                  report.incomplete_reason);
  }
  if (report.statistics.stuck_states > 0) {
    text += warning(run.test, "deadlock: " + report.deadlock_reason);
  }
  if (report.incomplete == Incomplete::none && report.outcomes.empty()) {
    text +=
        warning(run.test, report.filtered_outcomes > 0
                              ? "the filter lets no final state through, so the verdict is empty"
                              : "no final state is reachable, so the verdict is empty");
  }
  if (run.expected && answer.decided && *run.expected != answer.ok) {
    text += warning(run.test, std::string("expected ") + (*run.expected ? "Ok" : "No") +
                                  ", found " + (answer.ok ? "Ok" : "No"));
  } else if (!run.expected && run.context.selection.expects()) {
    text += warning(run.test, "no expectation is given for this test");
  }
  return text;
}

ExitCode code_of(const Explored& run, const Verdict& answer) {
  ExitCode code = ExitCode::complete;
  switch (run.report.incomplete) {
    case Incomplete::none:
      break;
    case Incomplete::time:
      code = ExitCode::timed_out;
      break;
    case Incomplete::interrupted:
      code = ExitCode::cancelled;
      break;
    default:
      code = ExitCode::incomplete;
  }
  if (run.expected && answer.decided && *run.expected != answer.ok) {
    code = worse(code, ExitCode::unexpected);
  }
  if (run.context.options.check_deadlock && run.report.statistics.stuck_states > 0) {
    code = worse(code, ExitCode::deadlock);
  }
  return code;
}

void add_files(const Explored& run, SingleResult& result) {
  const Options& options = run.context.options;
  const auto path = [&](const std::string& extension) {
    return options.directory.value_or(".") /
           (file_name(run.test.name) + options.suffix + extension);
  };
  if (options.directory) result.files.push_back({path(".log"), result.log});
  if ((options.dot && options.dot->empty()) || options.witness == WitnessFile::dot) {
    if (result.drawings.empty()) {
      result.diagnostics += warning(run.test, "no execution to draw; choose others with -show");
    } else {
      result.files.push_back({path(".dot"), result.drawings});
    }
  }
  if (options.witness == WitnessFile::json) {
    auto document = json_document(run.context.tool);
    document["tests"].push_back(json_of(run));
    document["exit_code"] = static_cast<int>(result.code);
    result.files.push_back({path(".json"), json_text(document)});
  }
}

SingleResult rendered(const Explored& run) {
  const Options& options = run.context.options;
  const Verdict answer = verdict(run.test, run.report);
  SingleResult result;
  result.ending = !answer.decided ? Ending::undecided : answer.ok ? Ending::ok : Ending::no;
  result.code = code_of(run, answer);
  result.unexpected = run.expected && answer.decided && *run.expected != answer.ok;
  result.incomplete = run.report.incomplete;
  result.name = run.test.name;
  result.hash = run.hash;
  result.log = log_text(run);
  result.diagnostics = warnings(run, answer);
  if (options.dot || options.witness == WitnessFile::dot) result.drawings = drawings(run);
  if (options.json) result.json = json_of(run);
  add_files(run, result);
  return result;
}

// A test that --strict-ptx refuses.
SingleResult no_ptx(const Context& context, const Test& test,
                    const std::vector<Finding>& findings) {
  SingleResult result = failed(context, strict_refusal(test, findings));
  if (!context.options.quiet) result.diagnostics.insert(0, strict_warnings(test, findings));
  return result;
}

SingleResult explored(const Context& context, const std::filesystem::path& file,
                      const ExploreOptions& explore) {
  Test test = read_file(file);
  if (!context.selection.includes(test.name)) {
    SingleResult result;
    result.ending = Ending::not_selected;
    return result;
  }
  context.selection.rewrite(test);
  if (context.options.strict_ptx) {
    const std::vector<Finding> findings = not_ptx(test);
    if (!findings.empty()) return no_ptx(context, test, findings);
  }
  if (const auto refusal = context.machine.refusal(test, explore.machine)) {
    return failed(context, machine_refusal(test, context.machine.name, *refusal));
  }
  const Report report = context.machine.explore(test, explore);
  const std::string digest = hash(test);
  return rendered({context, test, report, digest, context.selection.expected(test, file)});
}

}  // namespace

Failure to_failure(const InputError& error) {
  return {.message = error.message,
          .file = error.path,
          .line = error.line,
          .column = error.column,
          .suggestion = error.suggestion};
}

std::string describe(const Failure& failure) {
  std::string text = failure.file;
  if (failure.line > 0) {
    text += ':' + std::to_string(failure.line) + ':' + std::to_string(failure.column);
  }
  if (!text.empty()) text += ": ";
  text += failure.message;
  if (!failure.suggestion.empty()) text += "; " + failure.suggestion;
  return text;
}

SingleResult failed(const Context& context, const Failure& failure) {
  SingleResult result;
  result.ending = Ending::failed;
  result.code = static_cast<ExitCode>(failure.exit_code);
  result.diagnostics = "Error: " + describe(failure) + '\n';
  if (context.options.json) result.json = json_test(failure);
  return result;
}

SingleResult run_single(const Context& context, const std::filesystem::path& file,
                        const ExploreOptions& explore) {
  try {
    return explored(context, file, explore);
  } catch (const InputError& error) {
    return failed(context, to_failure(error));
  } catch (const std::bad_alloc&) {
    return failed(context, {.message = "out of memory",
                            .file = file.string(),
                            .suggestion = "--max-memory ends a search before this happens",
                            .exit_code = static_cast<int>(ExitCode::incomplete)});
  } catch (const std::exception& error) {
    return failed(context, {.message = std::string("internal error: ") + error.what(),
                            .file = file.string(),
                            .suggestion = "please report it with this file",
                            .exit_code = static_cast<int>(ExitCode::internal_error)});
  }
}

}  // namespace opexplore
