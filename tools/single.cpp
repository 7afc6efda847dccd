#include "tools/single.hpp"

#include <new>

#include "litmus/hash.hpp"
#include "litmus/reader.hpp"
#include "litmus/strict_ptx.hpp"
#include "tools/refusal.hpp"
#include "tools/rendering.hpp"

namespace opexplore {
namespace {

// A test that --strict-ptx refuses.
SingleResult no_ptx(const Context& context, const Test& test,
                    const std::vector<Finding>& findings) {
  SingleResult result = failed(context, strict_refusal(test, findings));
  if (!context.options.quiet) result.diagnostics.insert(0, strict_warnings(test, findings));
  return result;
}

std::optional<Failure> refused(const ChosenMachine& machine, const Test& test) {
  const auto refusal = machine.entry->refusal(test, machine.options);
  if (!refusal) return std::nullopt;
  return machine_refusal(test, machine.name, *refusal);
}

SingleResult compared(const Context& context, const Test& test, const std::filesystem::path& file,
                      const ExploreOptions& explore) {
  Report first = explored_with(context.machine, test, explore);
  ComparedReport second{explored_with(*context.other, test, explore), {}};
  second.comparison = compare(test, first, second.report);
  keep_differing_traces(test, second.comparison, first, second.report);
  return rendered(
      {context, test, first, hash(test), context.selection.expected(test, file), &second});
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
  if (const auto refusal = refused(context.machine, test)) return failed(context, *refusal);
  if (!context.other) {
    const Report report = explored_with(context.machine, test, explore);
    return rendered(
        {context, test, report, hash(test), context.selection.expected(test, file), nullptr});
  }
  if (const auto refusal = refused(*context.other, test)) return failed(context, *refusal);
  return compared(context, test, file, explore);
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
