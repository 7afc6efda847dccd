#include "tools/single.hpp"

#include <chrono>
#include <span>
#include <utility>

#include "answers/default_machine.hpp"
#include "answers/findings/asking.hpp"
#include "answers/findings/findings.hpp"
#include "answers/refusal.hpp"
#include "answers/side_search.hpp"
#include "answers/unexpected.hpp"
#include "explorer/limits.hpp"
#include "explorer/notes/journal.hpp"
#include "export/answer_text.hpp"
#include "export/hunt_text.hpp"
#include "export/output_file.hpp"
#include "export/page/page.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/writer.hpp"
#include "studies/minimise/json.hpp"
#include "studies/minimise/text.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

Ending ending_of(std::span<const AnsweredStatement> statements) {
  Ending ending = Ending::ok;
  for (const AnsweredStatement& statement : statements) {
    const std::optional<bool> holds = statement.holds();
    if (holds && !*holds) return Ending::no;
    if (!holds) ending = Ending::undecided;
  }
  return ending;
}

Ending ending_of(const AnsweredTest& run) {
  if (!run.statements.empty()) return ending_of(run.statements);
  if (run.answer.races) return Ending::undefined;
  const Verdict found = run.verdict();
  if (!found.decided) return Ending::undecided;
  return found.ok ? Ending::ok : Ending::no;
}

bool ended_at_max_states(const Answer& answer) {
  return answer.coverage.incomplete == Incomplete::states ||
         answer.coverage.untraced == Incomplete::states;
}

bool ended_at_max_states(const AnsweredTest& run) {
  return ended_at_max_states(run.answer) ||
         (run.compared && ended_at_max_states(run.compared->answer));
}

bool has_own_file(const Output& output, const SingleResult& result) {
  return output.each || (output.each_different && result.agreement == Agreement::different);
}

bool is_written(const Output& output, const SingleResult& result) {
  return output.is_of_run() || has_own_file(output, result);
}

// Gets what the formats need beside the answer.
void gather_needs(const Context& context, std::span<const Output> outputs,
                  const ExploreOptions& explore, AnsweredTest& run, SingleResult& result) {
  const OutputOptions options = output_options(context.options, context.tool);
  Needs needs;
  for (const Output& output : outputs) {
    if (output.format->needs == nullptr || !is_written(output, result)) continue;
    needs.add(output.format->needs(run, options));
  }
  gather(run, needs, explore);
  const bool whole = needs.certified && !needs.certified->most_states;
  if (whole && run.gathered.certified->coverage.incomplete == Incomplete::states) {
    result.reached_max_states = true;
  }
}

// Makes what the formats say of the test, and the files that are of this test alone.
void write_parts(const Context& context, const AnsweredTest& run, std::span<const Output> outputs,
                 SingleResult& result) {
  for (const Output& output : outputs) {
    if (!is_written(output, result)) continue;
    const Format& format = *output.format;
    FormatResult said = format.part(run, output_options(context.options, context.tool));
    if (const auto* const failure = std::get_if<Failure>(&said)) {
      result = failed(context.options, *failure);
      return;
    }
    const bool file = has_own_file(output, result);
    auto& part = std::get<FormatPart>(said);
    if (file && !is_empty(part)) {
      const RunSummary alone{context.tool, static_cast<int>(result.code)};
      result.files.push_back(
          {file_of(context.options, run.asked.test, format), format.document({part}, alone)});
    } else if (file && !run.compared) {  // a drawing; machines that agree have nothing to draw
      result.remarks += warning(run.asked.test, "no execution to draw; choose others with -show");
    }
    result.parts.emplace(format.name, std::move(part));
  }
}

// Whether a limit of a worker, and not of the user, ended something: all is done again without it.
bool is_done_again(const Context& context, const SingleResult& result) {
  return result.reached_max_states && !context.options.explore.max_states;
}

// Which searches the first of the pairing was to make of it; none of a model.
std::string planned(const AnsweredTest& run) {
  std::string text;
  for (const Stage& stage : run.answer.plan) {
    text += "Plan of " + run.asked.test.name + ": " + to_string(stage) + '\n';
  }
  return text;
}

SingleResult result_of(const Context& context, AnsweredTest& run, std::span<const Output> outputs,
                       const ExploreOptions& explore) {
  const Options& options = context.options;
  SingleResult result;
  result.ending = ending_of(run);
  result.code = code_of(run, {.hangs = !options.allow_hangs,
                              .deadlock = options.check_deadlock,
                              .races = options.check_races,
                              .differences = options.differences_fail(),
                              .termination = context.asked_of_end()});
  result.unexpected = run.unexpected();
  // A search for a trace has limits of its own, which end nothing that would be done again.
  result.reached_max_states = explore.max_states && ended_at_max_states(run);
  if (run.compared) result.agreement = run.compared->comparison.agreement();
  result.name = run.asked.test.name;
  result.hash = run.asked.hash;
  if (run.asked.kernel != nullptr) {
    result.report = short_report(run, options.radix);
  } else {
    result.diagnostics = warnings(run);  // the report says it all
  }
  if (!run.asked.expected && context.selection.expects()) {
    result.remarks = warning(run.asked.test, "no expectation is given for this test");
  }
  if (options.verbosity > 0) result.remarks += planned(run);
  if (is_done_again(context, result)) return result;
  gather_needs(context, outputs, explore, run, result);
  if (!is_done_again(context, result)) write_parts(context, run, outputs, result);
  return result;
}

// The finds of a hunt as lines above that of the progress.
HuntSink said_at_once(const Test& test, Radix radix) {
  return [lines = HuntLines(test, radix)](const HuntFind& find) mutable {
    if (const auto line = lines.line(find)) put_line_above(*line);
  };
}

// The limit in the words of the command line, where what was left of it ended something.
void name_limit(const ExploreOptions& explore, AnsweredTest& run) {
  if (run.answer.coverage.incomplete == Incomplete::time) {
    run.answer.coverage.reason = explain(Incomplete::time, explore);
  }
  if (run.answer.termination && run.answer.termination->coverage.incomplete == Incomplete::time) {
    run.answer.termination->coverage.reason = explain(Incomplete::time, explore);
  }
}

// What the files of a search are of, as far as the machine does not say it.
std::string question_of(const Context& context, const Question& asked) {
  return "program: " + context.tool.name + ' ' + context.tool.version + ' ' +
         context.tool.revision + "\ntest: " + asked.test.name + "\nhash: " + asked.hash + '\n' +
         condition_line(asked.test) + '\n';
}

// Whether the traces are for a page alone, and are more than it shows.
bool too_many_for_a_page(const Options& options, const Question& test, ExploreOptions& explore,
                         const Deadline& deadline) {
  if (!options.writes.has(html_format) || options.trace || options.show || test.pairing.second)
    return false;
  ExploreOptions counting = in_time(explore, deadline);
  counting.traces = Traces::none;
  Question question = test;
  question.termination = nullptr;
  const std::variant<AnsweredTest, Failure> counted = ask(question, counting);
  explore.large.resume = true;
  const auto* const run = std::get_if<AnsweredTest>(&counted);
  return run != nullptr && run->answer.outcomes.size() > most_page_outcomes;
}

SingleResult asked(const Context& context, Question test, std::span<const Output> outputs,
                   ExploreOptions explore, std::chrono::milliseconds reading = {}) {
  Deadline deadline = deadline_of(explore);
  deadline.add(reading);
  if (context.options.hunt) {
    test.hunt.hunt = Hunt::alone;
    test.termination = nullptr;  // that is asked of all runs
  }
  const SearchTitle title{test.test.name, explore.timeout};
  const LargeSearch& large = explore.large;
  const bool long_one = large.store || large.checkpoint || large.ranks != nullptr;
  if (long_one && !on_terminal() && !context.options.quiet) {
    explore.progress = logged_progress(title, between_logs);
  } else if (explore.progress) {
    explore.progress = terminal_progress(title);
    test.hunt.found = said_at_once(test.test, context.options.radix);
  }
  explore.large.question = question_of(context, test);
  if (too_many_for_a_page(context.options, test, explore, deadline)) {
    explore.traces = Traces::witness;
  }
  std::variant<AnsweredTest, Failure> answered =
      ask_with_witnesses_of_bugs(test, explore, deadline);
  if (const auto* const failure = std::get_if<Failure>(&answered)) {
    return failed(context.options, *failure);
  }
  explore.large = {};
  auto& run = std::get<AnsweredTest>(answered);
  name_limit(explore, run);
  if (run.asked.kernel != nullptr) add_findings(run, in_time(explore, deadline));
  return result_of(context, run, outputs, in_time(explore, deadline));
}

// The file of the smaller test is NAME-min.litmus beside the others.
void add_smaller(const Context& context, const Pairing& pairing, const Test& test,
                 const SmallerTest& smaller, const ExploreOptions& explore, SingleResult& result) {
  const Test& small = smaller.minimised.test;
  const Question question{pairing, small, smaller.dialect, hash(small),
                          context.selection.expected(small, small.path)};
  std::vector<Output> outputs = outputs_of(context.options);
  std::erase_if(outputs, [](const Output& output) { return !output.of_smaller; });
  SingleResult block = asked(context, question, outputs, explore);
  FormatPart text = smaller_test_text(test, smaller);
  append(result.parts[std::string(log_format.name)], std::move(text));
  for (auto& [name, part] : block.parts) append(result.parts[name], std::move(part));
  if (const auto json = result.parts.find(json_format.name); json != result.parts.end()) {
    json->second["minimised"] = smaller_test_json(smaller);
  }
  result.diagnostics += block.diagnostics;
  result.remarks += block.remarks;
  result.files.insert(result.files.end(), block.files.begin(), block.files.end());
  if (context.options.directory) {
    result.files.push_back(
        {file_of(context.options, small, ".litmus"), write(small, smaller.dialect)});
  }
}

// Why there is no smaller test that shows the same: this one shows nothing.
std::string nothing_shown(const Pairing& pairing, const SingleResult& result) {
  if (pairing.second) {
    const bool equal = result.agreement == Agreement::equal;
    const std::string& first = name_of(pairing.first);
    const std::string& second = name_of(*pairing.second);
    if (pairing.asked == Asked::inclusion) {
      return first + (equal ? " is within " : " is not known not to be within ") + second;
    }
    return first + " and " + second + (equal ? " do not differ" : " are not known to differ");
  }
  if (result.ending == Ending::undecided || result.code == ExitCode::incomplete ||
      result.code == ExitCode::timed_out) {
    return "whether the outcome is reached is not known";
  }
  return "the outcome is not reached; opgen --mutants shows what forbids it";
}

void minimise_shown(const Context& context, const Pairing& pairing, const SpelledTest& read,
                    const ExploreOptions& explore, SingleResult& result) {
  if (read.unwritable) {
    result.diagnostics += warning(read.test, "not minimised: " + read.unwritable->message);
    return;
  }
  ExploreOptions own = explore;
  own.max_states = context.options.explore.max_states;  // not a worker's: tests are no others by it
  if (const auto smaller = smaller_test(pairing, read, own)) {
    add_smaller(context, pairing, read.test, *smaller, explore, result);
    return;
  }
  result.diagnostics +=
      warning(read.test, "nothing to minimise: " + nothing_shown(pairing, result));
}

// A test that --strict-ptx refuses.
SingleResult refused(const Options& options, const Test& test,
                     const std::vector<Finding>& findings) {
  SingleResult result = failed(options, strict_refusal(test, findings));
  result.remarks = strict_warnings(test, findings);
  return result;
}

SingleResult not_selected() {
  SingleResult result;
  result.ending = Ending::not_selected;
  return result;
}

// Precondition: it is no file.
const Test& test_in(const TestSource& source) {
  if (const auto* const spelled = std::get_if<SpelledTest>(&source)) return spelled->test;
  const auto* const launched = std::get_if<kernel::LaunchedKernel>(&source);
  return launched != nullptr ? launched->test : std::get<Test>(source);
}

// The file, or what is said of a test that is none.
std::string file_or(std::string Test::*member, const TestSource& source) {
  const auto* const file = std::get_if<std::filesystem::path>(&source);
  return file != nullptr ? file->string() : test_in(source).*member;
}

// Of CUDA. One from standard input has no name that says so.
bool is_kernel(const Test& test) {
  if (kernel::is_kernel_file(test.path) || kernel::is_cuda_file(test.path)) return true;
  const std::vector<Thread>& threads = test.program.threads;
  return test.program.language == Language::ptx && !threads.empty() &&
         !threads.front().label.empty();
}

// Whom a test is put to, and why without the question for data races where that is usual.
struct UsualQuestions {
  Pairing pairing;
  std::string without_races;
};

// Who writes kernels asks for races first, unless he says what he asks for, or wants the verdict
// alone. A program that is too large for that is put to them without.
UsualQuestions with_usual_questions(const Options& options, const Test& test,
                                    const Pairing& pairing) {
  const bool verdict = options.explore.verdict_only || options.explore.machine.goal;
  if (!is_kernel(test) || options.names_properties || verdict) return {pairing, {}};
  Pairing asked = with_data_races(pairing);
  if (auto refusal = refusal_of(asked, test)) return {pairing, std::move(refusal->why)};
  return {std::move(asked), {}};
}

// Whether kernels are told of in their own words: what compares and shrinks speaks of tests.
bool reports_kernels(const Options& options) {
  return !options.kernel.log && !options.compares() && !options.minimise;
}

SingleResult run_kernel(const Context& context, const SelectedTest& selected,
                        const Pairing& pairing, const kernel::LaunchedKernel& kernel,
                        const ExploreOptions& explore) {
  const kernel::Facts& facts = kernel.facts;
  const SpelledTest& read = selected.read;
  const TerminationQuestion usual = kernel_termination(facts);
  const bool asks = !context.termination && !pairing.second &&
                    judges_infinite_runs(pairing.first) && !context.options.names_properties;
  const UsualQuestions put = with_usual_questions(context.options, read.test, pairing);
  const Question question{.pairing = put.pairing,
                          .test = read.test,
                          .dialect = read.dialect,
                          .hash = selected.hash,
                          .expected = selected.expected,
                          .termination = asks ? &usual : context.asked_of_end(),
                          .statements = read.statements,
                          .kernel = &facts,
                          .without_races = put.without_races,
                          .sources = facts.sources};
  return asked(context, question, outputs_of(context.options), explore, kernel.reading);
}

SingleResult run_selected(const Context& context, const SelectedTest& selected,
                          const kernel::LaunchedKernel* kernel, const ExploreOptions& explore) {
  const SpelledTest& read = selected.read;
  const auto other = context.of_other_programs.find(default_machine(read.test.program));
  const Pairing pairing = with_settings(
      other != context.of_other_programs.end() ? other->second : context.pairing, read.settings);
  if (!selected.not_ptx.empty()) return refused(context.options, read.test, selected.not_ptx);
  if (kernel != nullptr) return run_kernel(context, selected, pairing, *kernel, explore);
  const UsualQuestions put = with_usual_questions(context.options, read.test, pairing);
  Question question{.pairing = put.pairing,
                    .test = read.test,
                    .dialect = read.dialect,
                    .hash = selected.hash,
                    .expected = selected.expected,
                    .termination = context.asked_of_end(),
                    .statements = read.statements};
  const SourceText text{"litmus", read.test.path, read.text};
  if (!read.text.empty()) question.sources = std::span(&text, 1);
  SingleResult result = asked(context, question, outputs_of(context.options), explore);
  if (context.options.minimise && result.ending != Ending::failed &&
      !is_done_again(context, result)) {
    minimise_shown(context, pairing, read, explore, result);
  }
  return result;
}

}  // namespace

SpelledTest read_test(const TestSource& source) {
  const auto* const file = std::get_if<std::filesystem::path>(&source);
  if (file != nullptr) return read_spelled_file(*file);
  if (const auto* const spelled = std::get_if<SpelledTest>(&source)) return *spelled;
  const Test& test = test_in(source);
  return {test, native_dialect(test.program.language), {}};
}

SingleResult failed(const Options& options, const Failure& failure) {
  SingleResult result;
  result.ending = Ending::failed;
  result.code = failure.exit_code;
  result.diagnostics = "Error: " + describe(failure) + '\n';
  result.report = short_report(failure);
  for (const Output& output : outputs_of(options)) {
    if (!output.is_of_run() || output.format->failure == nullptr) continue;
    result.parts.emplace(output.format->name, output.format->failure(failure));
  }
  return result;
}

SingleResult run_single(const Context& context, const TestSource& source,
                        const ExploreOptions& explore) {
  try {
    const std::string path = file_or(&Test::path, source);
    SpelledTest read = read_test(source);
    const auto selected =
        selected_test(std::move(read), path, context.selection, context.options.strict_ptx);
    const auto* const launched = std::get_if<kernel::LaunchedKernel>(&source);
    const bool reports = launched != nullptr && reports_kernels(context.options);
    if (launched != nullptr && !reports) kernel::require_all_executions(*launched);
    return selected ? run_selected(context, *selected, reports ? launched : nullptr, explore)
                    : not_selected();
  } catch (const InputError& error) {
    return failed(context.options, to_failure(error));
  } catch (const JournalError& error) {
    return failed(context.options, {.message = error.what()});
  } catch (const std::exception& error) {
    return failed(context.options, unexpected_failure(error, file_or(&Test::name, source)));
  }
}

}  // namespace opexplore
