#include "tools/single.hpp"

#include "answers/refusal.hpp"
#include "answers/unexpected.hpp"
#include "litmus/hash.hpp"
#include "litmus/reader.hpp"
#include "litmus/strict_ptx.hpp"
#include "litmus/writer.hpp"
#include "tools/certificate.hpp"
#include "tools/check.hpp"
#include "tools/explanation.hpp"
#include "tools/minimising.hpp"
#include "tools/progress.hpp"
#include "tools/rendering.hpp"

namespace opexplore {
namespace {

// A test that --strict-ptx refuses.
SingleResult no_ptx(const Context& context, const Test& test,
                    const std::vector<Finding>& findings) {
  SingleResult result = failed(context, strict_refusal(test, findings));
  result.remarks = strict_warnings(test, findings);
  return result;
}

// Of the program, as the log says it: herd7's, where herd7 can read the test.
std::string log_hash(const SpelledTest& read) {
  return read.herd_hash.empty() ? hash(read.test) : read.herd_hash;
}

// What is asked about: a test, the hash that its log has, and where expectations know it.
struct Subject {
  const Test& test;
  std::string hash;
  std::string path;
};

SingleResult compared(const Context& context, const Subject& subject,
                      const ExploreOptions& explore) {
  const Test& test = subject.test;
  auto answers =
      both_answers(context.first, *context.second, context.options.asked(), test, explore);
  if (const auto* const failure = std::get_if<Failure>(&answers)) return failed(context, *failure);
  auto& both = std::get<BothAnswers>(answers);
  keep_differing_traces(test, both.comparison, both.first, both.second);
  const ComparedReport second{std::move(both.second), std::move(both.comparison)};
  return rendered({context, test, both.first, subject.hash,
                   context.selection.expected(test, subject.path), &second,
                   differences_explained(context, test, second.comparison, explore)});
}

SingleResult explored(const Context& context, const Subject& subject, ExploreOptions explore) {
  const Test& test = subject.test;
  if (explore.progress) explore.progress = terminal_progress({test.name, explore.timeout});
  if (context.second) return compared(context, subject, explore);
  const std::variant<Report, Failure> first = answer(context.first, test, explore);
  if (const auto* const failure = std::get_if<Failure>(&first)) return failed(context, *failure);
  const Report& report = std::get<Report>(first);
  return rendered({context, test, report, subject.hash,
                   context.selection.expected(test, subject.path), nullptr,
                   verdict_explained(context, test, report, explore)});
}

// The file of the smaller test is NAME-min.litmus beside the others.
void add_smaller(const Context& context, const Test& test, const SmallerTest& smaller,
                 const ExploreOptions& explore, SingleResult& result) {
  const Test& small = smaller.minimised.test;
  const SingleResult block = explored(context, {small, hash(small), small.path}, explore);
  result.log += smaller_test_text(test, smaller) + block.log;
  result.diagnostics += block.diagnostics;
  result.remarks += block.remarks;
  result.drawings += block.drawings;
  result.files.insert(result.files.end(), block.files.begin(), block.files.end());
  const Options& options = context.options;
  if (options.directory) {
    const std::string name = file_name(small.name) + options.suffix + ".litmus";
    result.files.push_back({*options.directory / name, write(small, smaller.dialect)});
  }
  result.traces.insert(result.traces.end(), block.traces.begin(), block.traces.end());
  if (result.json) (*result.json)["minimised"] = smaller_test_json(smaller);
}

// Why there is no smaller test that shows the same: this one shows nothing.
std::string nothing_shown(const Context& context, const SingleResult& result) {
  if (context.second) {
    const bool equal = result.agreement == Agreement::equal;
    const std::string& first = name_of(context.first);
    const std::string& second = name_of(*context.second);
    if (context.options.asked() == Asked::inclusion) {
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

void minimise_shown(const Context& context, const SpelledTest& read, const ExploreOptions& explore,
                    SingleResult& result) {
  if (const auto smaller = smaller_test(context, read, explore)) {
    add_smaller(context, read.test, *smaller, explore, result);
    return;
  }
  result.diagnostics += "Warning: File \"" + read.test.path +
                        "\": nothing to minimise: " + nothing_shown(context, result) + '\n';
}

SingleResult run_read(const Context& context, const TestSource& source,
                      const ExploreOptions& explore) {
  SpelledTest read = read_test(source);
  Test& test = read.test;
  if (context.for_cxx != nullptr && test.program.language == Language::cxx) {
    return run_read(*context.for_cxx, source, explore);
  }
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
  const auto* const file = std::get_if<std::filesystem::path>(&source);
  const std::string path = file != nullptr ? file->string() : test.path;
  SingleResult result = explored(context, {test, log_hash(read), path}, explore);
  // A worker's limit, not the user's: all is done again without it.
  const bool again = result.reached_max_states && !context.options.explore.max_states;
  if (context.options.coq && result.ending != Ending::failed && !again) {
    add_certificate(context, read, explore, result);
  }
  if (context.options.minimise && result.ending != Ending::failed && !again) {
    minimise_shown(context, read, explore, result);
  }
  return result;
}

// What messages call the test.
std::string name_of(const TestSource& source) {
  const auto* const file = std::get_if<std::filesystem::path>(&source);
  return file != nullptr ? file->string() : std::get<Test>(source).name;
}

}  // namespace

SpelledTest read_test(const TestSource& source) {
  const auto* const file = std::get_if<std::filesystem::path>(&source);
  if (file != nullptr) return read_spelled_file(*file);
  return {std::get<Test>(source), Dialect::ptx, {}};
}

SingleResult failed(const Context& context, const Failure& failure) {
  SingleResult result;
  result.ending = Ending::failed;
  result.code = failure.exit_code;
  result.diagnostics = "Error: " + describe(failure) + '\n';
  if (context.options.json) result.json = json_test(failure);
  return result;
}

SingleResult run_single(const Context& context, const TestSource& source,
                        const ExploreOptions& explore) {
  try {
    return run_read(context, source, explore);
  } catch (const InputError& error) {
    return failed(context, to_failure(error));
  } catch (const std::exception& error) {
    return failed(context, unexpected_failure(error, name_of(source)));
  }
}

}  // namespace opexplore
