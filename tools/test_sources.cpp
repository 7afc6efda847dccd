#include "tools/test_sources.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "answers/default_machine.hpp"
#include "answers/searched_ends.hpp"
#include "answers/semantics.hpp"
#include "explorer/notes/file_hash.hpp"
#include "export/file_kind.hpp"
#include "export/single_result.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/inputs.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/spirv/glsl.hpp"
#include "litmus/spirv/kernel.hpp"
#include "opmodel/machines/ptx_async/reading.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/campaign/tests.hpp"
#include "studies/company.hpp"
#include "tools/commands.hpp"
#include "tools/kernel_sources.hpp"
#include "tools/opgen.hpp"
#include "tools/questions.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

SingleResult run_one(const Context& context, const Source& source, const ExploreOptions& explore) {
  if (const auto* failure = std::get_if<Failure>(&source)) return failed(context.options, *failure);
  if (interrupted()) {
    SingleResult result;
    result.code = ExitCode::cancelled;
    return result;
  }
  return run_single(context, std::get<TestSource>(source), explore);
}

SingleResult run(const Context& context, const Source& source, const ExploreOptions& explore) {
  SingleResult result = run_one(context, source, explore);
  result.inputs = inputs_of(source);
  return result;
}

// More than this is a campaign: it would fill the memory with logs that nobody reads.
constexpr std::uint64_t most_generated = 100'000;

void add_generated(const Options& options, std::vector<Source>& sources) {
  for (const CampaignTests& tests : campaign_tests(options.generate, parse_specification)) {
    const std::uint64_t count = generate::count_tests(tests.specification) / options.every;
    if (sources.size() + count > most_generated) {
      throw UsageError(
          "--generate: " + std::to_string(count) + " tests are too many for a log each",
          "compare two with --check-axioms, --compare-with or --within, or take one of N with "
          "--every N");
    }
    std::uint64_t index = 0;
    generate::for_each_test(tests.specification, [&](Test test) {
      if (generate::is_selected(index++, options.every))
        sources.emplace_back(TestSource(std::move(test)));
      return !interrupted();
    });
  }
}

// What files are read with.
struct Reading {
  const Options& options;
  const std::optional<kernel::Launch>& launch;

  // Of one file.
  Deadline deadline() const { return Deadline(options.explore.timeout, interrupted); }
};

bool reads_as_usual(const MachineOptions& options) {
  return std::ranges::all_of(ptx_async::settings, [&](const Setting& setting) {
    return value_of(setting, options) == setting.values.front();
  });
}

// With searches on the machine that kernels are explored on, if it is one.
KernelOptions kernel_options(const Options& options) {
  KernelOptions kernel = options.kernel;
  kernel.usual_reading = reads_as_usual(options.explore.machine) && !options.all_readings;
  const bool two = options.compare_with || options.within || options.check_axioms ||
                   options.distinguish || kernel.log;
  if (two) return kernel;
  const std::string name = options.machine.value_or(default_machine(options.explore.machine));
  if (listed(name).size() != 1) return kernel;
  const Semantics chosen = chosen_semantics(name, semantics_options(options));
  if (const auto* const machine = std::get_if<ChosenMachine>(&chosen)) {
    kernel.usual_reading = kernel.usual_reading && reads_as_usual(machine->options);
    kernel.ends_of = searched_ends_on(*machine, options.explore);
  }
  return kernel;
}

// What a file holds, and whether that is launched. What cannot be read does not stop the others.
struct ReadFile {
  std::vector<Source> sources;
  bool launched = true;
};

template <class Read>
Source source_or_failure(Read&& read) {
  try {
    return read();
  } catch (const InputError& error) {
    return to_failure(error);
  }
}

ReadFile read_cuda(const std::filesystem::path& file, const Reading& with) {
  return {cuda_sources(kernel_options(with.options), file, with.launch, with.deadline())};
}

// With a launch file it is a litmus test, in words of its instructions.
ReadFile read_module_file(const std::filesystem::path& file, const Reading& with) {
  if (with.launch) {
    return {{source_or_failure([&] {
      return TestSource(kernel::read_kernel(detail::file_text(file), file.string(), *with.launch));
    })}};
  }
  try {
    return {module_sources(kernel_options(with.options), file, detail::file_text(file), with.launch,
                           with.deadline())};
  } catch (const InputError& error) {
    return {{to_failure(error)}};
  }
}

bool is_shader(const std::filesystem::path& file) {
  return spirv::is_kernel_file(file) || spirv::is_shader_file(file);
}

// What options and comments of a shader say of its launch.
kernel::LaunchWords words_of(const spirv::ModuleFile& module, const Options& options) {
  if (!module.shader) return options.kernel.words;
  const kernel::CudaSource source = kernel::look_through(module.shader->text);
  return kernel::joined(options.kernel.words, options_in(source, module.path).words);
}

// A kernel in SPIR-V, or a shader that becomes one, with each choice of values of its inputs.
ReadFile read_shader(const std::filesystem::path& file, const Reading& with) {
  ReadFile result;
  try {
    const spirv::ModuleFile module =
        spirv::is_shader_file(file) ? spirv::compiled_shader(file)
                                    : spirv::ModuleFile{detail::file_text(file), file.string()};
    const std::vector<kernel::LaunchCase> cases =
        spirv::cases_of(module, words_of(module, with.options));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Source read = source_or_failure([&]() -> Source {
        auto launched = spirv::read_launched(module, with.launch, cases[i].words);
        return std::visit([](auto& one) -> Source { return TestSource(std::move(one)); }, launched);
      });
      result.sources.push_back(with_inputs(std::move(read), {cases[i].inputs, i, cases.size()}));
    }
  } catch (const InputError& error) {
    result.sources.emplace_back(to_failure(error));
  }
  return result;
}

// Whether it may be several tests, or a module of PTX whose name does not say so: the output of a
// compiler, say.
bool is_told_by_text(const std::filesystem::path& file) {
  if (file == "-" || file.extension() == ".test") return true;
  return file.extension() != ".litmus" && kind_of_file(file) == FileKind::kernels;
}

ReadFile read_text(const std::filesystem::path& file, const Reading& with) {
  ReadFile result{{}, false};
  try {
    std::string text = detail::file_text(file);
    if (file.extension() != ".test" && kernel::is_kernel_text(text)) {
      return {module_sources(kernel_options(with.options), file, std::move(text), with.launch,
                             with.deadline())};
    }
    for (SpelledTest& read : read_all_spelled(text, file.string())) {
      result.sources.emplace_back(TestSource(std::move(read)));
    }
  } catch (const InputError& error) {
    result.sources.emplace_back(to_failure(error));
  }
  return result;
}

bool is_any(const std::filesystem::path&) { return true; }

// It is read when its turn comes.
ReadFile named(const std::filesystem::path& file, const Reading&) {
  return {{TestSource(file)}, false};
}

// How a file is read: as the first of these that recognises it says.
struct Reader {
  bool (*recognises)(const std::filesystem::path& file);
  ReadFile (*read)(const std::filesystem::path& file, const Reading& with);
};

constexpr std::array<Reader, 5> readers = {{{kernel::is_cuda_file, read_cuda},
                                            {kernel::is_kernel_file, read_module_file},
                                            {is_shader, read_shader},
                                            {is_told_by_text, read_text},
                                            {is_any, named}}};

// Such an option without a kernel means nothing, and words about a launch say what a file of one
// says.
void require_kernel(const Options& options, bool launched) {
  if (options.launch && !options.kernel.words.empty()) {
    throw UsageError(
        options.kernel.words.first_option() + " and --launch both say how a kernel is launched",
        "leave one of them out");
  }
  const std::string option = first_option(options.kernel);
  if (launched || option.empty()) return;
  if (option == "--show") throw no_such_show(options.kernel.words.shown.front().text);
  throw UsageError(option + " is for kernels, and none is given",
                   "name a .cu, .ptx or .ll file, or a shader");
}

}  // namespace

// Tests of one kernel have names of their own, which files are called by.
Source with_inputs(Source source, const kernel::InputCase& inputs) {
  if (!inputs.is_one_of_several()) return source;
  if (auto* const failure = std::get_if<Failure>(&source)) {
    failure->inputs = inputs;
    return source;
  }
  std::string ending;
  for (const kernel::InputValue& input : inputs.values) {
    ending += (ending.empty() ? '-' : ',') + input.name + '=' + input.value;
  }
  auto& test = std::get<TestSource>(source);
  if (auto* const launched = std::get_if<kernel::LaunchedKernel>(&test)) {
    launched->facts.inputs = inputs;
    launched->test.name += ending;
  } else if (auto* const plain = std::get_if<Test>(&test)) {
    plain->name += ending;
  }
  return source;
}

kernel::InputCase inputs_of(const Source& source) {
  if (const auto* const failure = std::get_if<Failure>(&source)) return failure->inputs;
  const auto* const launched = std::get_if<kernel::LaunchedKernel>(&std::get<TestSource>(source));
  return launched != nullptr ? launched->facts.inputs : kernel::InputCase{};
}

SelectionFiles selection_files(const Options& options) {
  return {options.names, options.excluded_names, options.kinds, options.expect};
}

std::vector<Source> sources_of(const Options& options) {
  std::optional<kernel::Launch> launch;
  if (options.launch) launch = kernel::read_launch_file(*options.launch);
  bool launched = false;
  std::vector<Source> sources;
  std::set<std::filesystem::path> seen;
  for (const std::string& argument : options.sources) {
    try {
      for (const auto& file : expand_sources(std::span(&argument, 1), options.search)) {
        if (!seen.insert(file).second) continue;
        const auto recognises = [&](const Reader& reader) { return reader.recognises(file); };
        ReadFile read = std::ranges::find_if(readers, recognises)->read(file, {options, launch});
        launched = launched || read.launched;
        std::ranges::move(read.sources, std::back_inserter(sources));
      }
    } catch (const InputError& error) {
      sources.emplace_back(to_failure(error));
    }
  }
  require_kernel(options, launched);
  if (launch && !launched) {
    throw UsageError("--launch launches kernels, and none is given",
                     "name a .ptx file, a .ll file, one of SPIR-V, or a .comp or .wgsl file");
  }
  add_generated(options, sources);
  return sources;
}

ReadTests read_tests(const Options& options) {
  const Selection selection(selection_files(options));
  ReadTests result;
  for (const Source& source : sources_of(options)) {
    try {
      if (const auto* failure = std::get_if<Failure>(&source)) {
        result.failures.push_back(*failure);
        continue;
      }
      const auto& named = std::get<TestSource>(source);
      const auto* const launched = std::get_if<kernel::LaunchedKernel>(&named);
      if (launched != nullptr) kernel::require_all_executions(*launched);
      Test test = read_test(named).test;
      if (selection.includes(test.name)) result.tests.push_back(std::move(test));
    } catch (const InputError& error) {
      result.failures.push_back(to_failure(error));
    }
  }
  for (const Failure& failure : result.failures) {
    std::fputs(("Error: " + describe(failure) + '\n').c_str(), stderr);
  }
  return result;
}

namespace {

std::string title_of(const Test& test) { return test.path.empty() ? test.name : test.path; }

std::string title_of(const TestSource& source) {
  if (const auto* const file = std::get_if<std::filesystem::path>(&source)) return file->string();
  if (const auto* const test = std::get_if<Test>(&source)) return title_of(*test);
  if (const auto* const spelled = std::get_if<SpelledTest>(&source)) return title_of(spelled->test);
  return title_of(std::get<kernel::LaunchedKernel>(source).test);
}

// What is said of a test that processes have died of; what cannot be read is known here.
Failure fatal(const Source& source) {
  if (const auto* const failure = std::get_if<Failure>(&source)) return *failure;
  return {.message = "two processes that asked about it have died",
          .file = title_of(std::get<TestSource>(source)),
          .suggestion = "give each more memory, or a limit by --max-memory",
          .exit_code = ExitCode::incomplete};
}

}  // namespace

std::string identity_of(const Source& source) {
  if (const auto* const failure = std::get_if<Failure>(&source)) return describe(*failure);
  std::string title = title_of(std::get<TestSource>(source));
  if (const auto inputs = inputs_of(source); inputs.is_one_of_several()) {
    title += ' ' + kernel::text_of(inputs.values);
  }
  const std::optional<std::uint64_t> content = hash_of_file(title);
  if (content) title += ' ' + std::to_string(*content);
  return title;
}

Jobs<SingleResult> run_tests(const Context& context, const std::vector<Source>& sources,
                             SharedJobs<SingleResult> shared) {
  const Options& options = context.options;
  ExploreOptions explore = watched(options.explore, options.quiet);
  const bool over_ranks = options.company != nullptr;
  if (over_ranks && sources.size() == 1) explore.large.ranks = &options.company->ranks;
  if (over_ranks && sources.size() != 1) shared.crew = &options.company->crew;
  shared.text = [](const SingleResult& result) { return text_of(result); };
  shared.result = single_result;
  shared.lost = [&context, &sources](std::size_t index) {
    return failed(context.options, fatal(sources[index]));
  };
  return Jobs<SingleResult>(
      explore, sources.size(),
      [&context, &sources](std::size_t index, const ExploreOptions& limits) {
        return run(context, sources[index], limits);
      },
      std::move(shared));
}

}  // namespace opexplore
