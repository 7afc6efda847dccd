#include "tools/opfix_subject.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "answers/failure.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "tools/commands.hpp"
#include "tools/kernel_sources.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_failure(const Failure& failure) {
  throw InputError(failure.file, {failure.line, failure.column}, failure.message,
                   failure.suggestion);
}

// What is written of files that are no tests.
void require_one(const std::vector<std::string>& files, const std::string& command) {
  if (files.empty()) throw UsageError("which test?", command + " TEST.litmus, or KERNEL.cu");
  if (files.size() > 1) {
    throw UsageError("one test at a time: whether they are of one program is not known",
                     command + " " + files.front());
  }
  for (const std::string_view other : {".ll", ".spv", ".comp", ".wgsl"}) {
    if (files.front().ends_with(other)) {
      throw UsageError("'" + files.front() + "' is no kernel in CUDA or PTX",
                       "opexplore " + files.front() + " proposes changes of it");
    }
  }
}

void require_litmus(const Options& options) {
  const std::string option = first_option(options.kernel);
  if (!option.empty() || options.launch) {
    throw UsageError((option.empty() ? "--launch" : option) + " is for kernels, and none is given",
                     "name a .cu or a .ptx file");
  }
}

// The launch of the file that the options and its comments mean, if it is one.
kernel::LaunchedKernel read_kernel(const Options& options, const fs::path& file) {
  KernelOptions how = options.kernel;
  how.log = true;  // what the compiler has taken away is not looked at
  std::optional<kernel::Launch> launch;
  if (options.launch) {
    if (!how.words.empty()) {
      throw UsageError(how.words.first_option() + " and --launch both say how a kernel is launched",
                       "leave one of them out");
    }
    launch = kernel::read_launch_file(*options.launch);
  }
  const Deadline deadline(options.explore.timeout, interrupted);
  std::vector<Source> sources =
      kernel::is_cuda_file(file)
          ? cuda_sources(how, file, launch, deadline)
          : module_sources(how, file, detail::file_text(file), launch, deadline);
  if (sources.size() != 1) {
    throw UsageError("one launch at a time, and these are " + std::to_string(sources.size()),
                     "say one architecture, one shape, and one value of each input");
  }
  if (const auto* const failure = std::get_if<Failure>(&sources.front())) throw_failure(*failure);
  return std::get<kernel::LaunchedKernel>(std::get<TestSource>(std::move(sources.front())));
}

Subject of_kernel(kernel::LaunchedKernel launched) {
  Subject subject;
  subject.spelled.test = std::move(launched.test);
  subject.spelled.dialect = native_dialect(Language::ptx);
  subject.kernel = std::make_shared<const kernel::Facts>(std::move(launched.facts));
  if (!subject.kernel->sources.empty()) {
    subject.spelled.text = subject.kernel->sources.front().text;
  }
  return subject;
}

}  // namespace

std::vector<OptionRow<Options>> launch_rows() {
  constexpr std::array others = {"--reading", "--exists", "--explain", "--log", "--arg", "--init"};
  std::vector<OptionRow<Options>> rows = kernel_options();
  std::erase_if(rows, [&](const OptionRow<Options>& row) {
    return std::ranges::find(others, row.entry.name()) != others.end();
  });
  for (const OptionRow<Options>& row : test_options()) {
    if (row.entry.name() == "--launch") rows.push_back(row);
  }
  for (OptionRow<Options>& row : rows) {
    row.entry.group = "kernels";
    if (row.entry.name() == "--never") row.entry.help = "The kernel must not end so: 'out == 0'";
    if (row.entry.name() == "--forall") row.entry.help = "The kernel must always end so";
    row.entry.commands = row.entry.screen = {};
  }
  return rows;
}

Subject read_subject(const Options& options, std::string_view command,
                     repair::FixQuestion& question, MachineOf machine_of) {
  require_one(options.sources, "opfix " + std::string(command));
  const std::string& file = options.sources.front();
  const bool is_kernel = kernel::is_kernel_file(file) || kernel::is_cuda_file(file);
  if (!is_kernel) require_litmus(options);
  Subject subject =
      is_kernel ? of_kernel(read_kernel(options, file)) : Subject{read_spelled_file(file), nullptr};
  question.kernel = subject.kernel.get();
  if (!is_kernel) question.moves.plain_stays = false;
  if (kernel::is_cuda_file(file)) question.moves.source = kernel::shown_name(file);
  const Test& test = subject.spelled.test;
  question.machine = machine_of(test);
  if (const auto refusal = repair::refusal_of(test, question)) {
    throw InputError(test.path, {refusal->line, refusal->column}, refusal->message,
                     refusal->suggestion);
  }
  return subject;
}

}  // namespace opexplore
