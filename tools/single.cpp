#include "tools/single.hpp"

#include <utility>

#include "answers/refusal.hpp"
#include "answers/unexpected.hpp"
#include "export/answer_text.hpp"
#include "export/coq_certificate.hpp"
#include "export/coq_names.hpp"
#include "export/output_file.hpp"
#include "litmus/hash.hpp"
#include "litmus/strict_ptx.hpp"
#include "litmus/writer.hpp"
#include "studies/minimise/json.hpp"
#include "studies/minimise/text.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

// Of the program, as the log says it: herd7's, where herd7 can read the test.
std::string log_hash(const SpelledTest& read) {
  return read.herd_hash.empty() ? hash(read.test) : read.herd_hash;
}

Ending ending_of(const AnsweredTest& run) {
  if (run.answer.races) return Ending::undefined;
  const Verdict found = run.verdict();
  if (!found.decided) return Ending::undecided;
  return found.ok ? Ending::ok : Ending::no;
}

bool ended_at_max_states(const AnsweredTest& run) {
  return run.answer.incomplete == Incomplete::states ||
         (run.compared && run.compared->answer.incomplete == Incomplete::states);
}

// Makes what the formats say of the test, and the files that are of this test alone.
void write_parts(const Context& context, const AnsweredTest& run, SingleResult& result) {
  const bool differs = result.agreement == Agreement::different;
  for (const Output& output : outputs_of(context.options)) {
    const bool file = output.each || (output.each_different && differs);
    if (!output.whole && !file && output.format != &log_format) continue;
    FormatPart part = output.format->part(run, output_options(context.options));
    if (file && !is_empty(part)) {
      const RunSummary alone{context.tool, static_cast<int>(result.code)};
      result.files.push_back({file_of(context.options, run.test, output.format->suffix),
                              output.format->document({part}, alone)});
    } else if (file && !run.compared) {  // machines that agree have nothing to draw
      result.remarks += warning(run.test, "no execution to draw; choose others with -show");
    }
    result.parts.emplace(output.format->name, std::move(part));
  }
}

SingleResult result_of(const Context& context, const AnsweredTest& run) {
  const Options& options = context.options;
  SingleResult result;
  result.ending = ending_of(run);
  result.code =
      code_of(run, {options.check_deadlock, options.check_races, options.differences_fail()});
  result.unexpected = run.unexpected();
  result.reached_max_states = ended_at_max_states(run);
  if (run.compared) result.agreement = run.compared->comparison.agreement();
  result.name = run.test.name;
  result.hash = run.hash;
  result.diagnostics = warnings(run);
  if (!run.expected && context.selection.expects()) {
    result.remarks = warning(run.test, "no expectation is given for this test");
  }
  write_parts(context, run, result);
  return result;
}

SingleResult asked(const Context& context, const Pairing& pairing, const AskedTest& test,
                   ExploreOptions explore) {
  if (explore.progress) explore.progress = terminal_progress({test.test.name, explore.timeout});
  const std::variant<AnsweredTest, Failure> answered = ask(pairing, test, explore);
  if (const auto* const failure = std::get_if<Failure>(&answered)) {
    return failed(context.options, *failure);
  }
  return result_of(context, std::get<AnsweredTest>(answered));
}

// The file of the smaller test is NAME-min.litmus beside the others.
void add_smaller(const Context& context, const Pairing& pairing, const Test& test,
                 const SmallerTest& smaller, const ExploreOptions& explore, SingleResult& result) {
  const Test& small = smaller.minimised.test;
  const AskedTest question{small, hash(small), context.selection.expected(small, small.path)};
  SingleResult block = asked(context, pairing, question, explore);
  append(result.parts[log_format.name], smaller_test_text(test, smaller));
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
  if (const auto smaller = smaller_test(pairing, read, explore)) {
    add_smaller(context, pairing, read.test, *smaller, explore, result);
    return;
  }
  result.diagnostics +=
      warning(read.test, "nothing to minimise: " + nothing_shown(pairing, result));
}

// Searches again, as the machine in Coq does.
void add_certificate(const Context& context, const Pairing& pairing, const SpelledTest& read,
                     const ExploreOptions& explore, SingleResult& result) {
  const Options& options = context.options;
  auto certificate = certificate_of(std::get<ChosenMachine>(pairing.first), read, explore,
                                    options.explore.max_states.has_value(), context.tool);
  if (!certificate) {
    result.reached_max_states = true;
  } else if (const auto* const failure = std::get_if<Failure>(&*certificate)) {
    result = failed(options, *failure);
  } else {
    const std::string name = coq_identifier(read.test.name + options.suffix) + ".v";
    const std::filesystem::path here = options.directory.value_or(".") / name;
    const bool each = options.coq->empty();
    result.files.push_back(
        {each ? here : std::filesystem::path(*options.coq), std::get<std::string>(*certificate)});
  }
}

// What may follow the answer: a certificate, a smaller test.
void add_more(const Context& context, const Pairing& pairing, const SpelledTest& read,
              const ExploreOptions& explore, SingleResult& result) {
  // A worker's limit, not the user's: all is done again without it.
  const bool again = result.reached_max_states && !context.options.explore.max_states;
  if (result.ending == Ending::failed || again) return;
  if (context.options.coq) add_certificate(context, pairing, read, explore, result);
  if (result.ending == Ending::failed || !context.options.minimise) return;
  minimise_shown(context, pairing, read, explore, result);
}

// A test that --strict-ptx refuses.
std::optional<SingleResult> no_ptx(const Options& options, const Test& test) {
  if (!options.strict_ptx) return std::nullopt;
  const std::vector<Finding> findings = not_ptx(test);
  if (findings.empty()) return std::nullopt;
  SingleResult result = failed(options, strict_refusal(test, findings));
  result.remarks = strict_warnings(test, findings);
  return result;
}

SingleResult not_selected() {
  SingleResult result;
  result.ending = Ending::not_selected;
  return result;
}

// What messages and expectations call the test.
std::string path_of(const TestSource& source, const std::string& otherwise) {
  const auto* const file = std::get_if<std::filesystem::path>(&source);
  return file != nullptr ? file->string() : otherwise;
}

SingleResult run_read(const Context& context, SpelledTest read, const std::string& path,
                      const ExploreOptions& explore) {
  Test& test = read.test;
  const bool cxx = context.for_cxx && test.program.language == Language::cxx;
  const Pairing& pairing = cxx ? *context.for_cxx : context.pairing;
  if (!context.selection.includes(test.name)) return not_selected();
  context.selection.rewrite(test);
  if (auto refused = no_ptx(context.options, test)) return std::move(*refused);
  const AskedTest question{test, log_hash(read), context.selection.expected(test, path)};
  SingleResult result = asked(context, pairing, question, explore);
  add_more(context, pairing, read, explore, result);
  return result;
}

}  // namespace

SpelledTest read_test(const TestSource& source) {
  const auto* const file = std::get_if<std::filesystem::path>(&source);
  if (file != nullptr) return read_spelled_file(*file);
  return {std::get<Test>(source), Dialect::ptx, {}};
}

SingleResult failed(const Options& options, const Failure& failure) {
  SingleResult result;
  result.ending = Ending::failed;
  result.code = failure.exit_code;
  result.diagnostics = "Error: " + describe(failure) + '\n';
  for (const Output& output : outputs_of(options)) {
    if (!output.whole || output.format->failure == nullptr) continue;
    result.parts.emplace(output.format->name, output.format->failure(failure));
  }
  return result;
}

SingleResult run_single(const Context& context, const TestSource& source,
                        const ExploreOptions& explore) {
  try {
    SpelledTest read = read_test(source);
    const std::string path = path_of(source, read.test.path);
    return run_read(context, std::move(read), path, explore);
  } catch (const InputError& error) {
    return failed(context.options, to_failure(error));
  } catch (const std::exception& error) {
    const Test* const test = std::get_if<Test>(&source);
    return failed(context.options,
                  unexpected_failure(error, path_of(source, test != nullptr ? test->name : "")));
  }
}

}  // namespace opexplore
