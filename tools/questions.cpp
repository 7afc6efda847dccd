#include "tools/questions.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "answers/default_machine.hpp"
#include "answers/machine_axioms.hpp"
#include "answers/settings.hpp"
#include "export/coq_certificate.hpp"
#include "export/file_kind.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/spirv/glsl.hpp"
#include "litmus/spirv/kernel.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/campaign/tests.hpp"
#include "tools/commands.hpp"
#include "tools/company.hpp"
#include "tools/file_hash.hpp"
#include "tools/kernel_sources.hpp"
#include "tools/opgen.hpp"
#include "tools/single_text.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

Pairing pairing_of(const Options& options, const std::string& name) {
  return chosen_pairing({name, options.compare_with, options.within, options.check_axioms},
                        semantics_options(options));
}

void require_offered(const Options& options, const std::vector<Pairing>& pairings) {
  std::vector<Semantics> all;
  for (const Pairing& pairing : pairings) {
    all.push_back(pairing.first);
    if (pairing.second) all.push_back(*pairing.second);
  }
  require_offered(options.explore.machine, all);
}

// Machines follow loops to the end.
void require_model(const Options& options, const Pairing& pairing) {
  const bool model = has_model(pairing);
  if (options.loop_bound && !model) {
    throw UsageError("--unroll is for models, and " + name_of(pairing.first) + " is a machine",
                     "leave it out; --max-states limits a search");
  }
}

// A model has no states, so these would be ignored.
void require_machine(const Options& options, const Pairing& pairing) {
  if (!is_model(pairing.first) || (pairing.second && !is_model(*pairing.second))) return;
  const MachineOptions& machine = options.explore.machine;
  const bool reduced =
      machine.look_ahead && std::ranges::all_of(all_reductions, [&](const Reduction& reduction) {
        return machine.*reduction.enabled;
      });
  const std::string limits = "leave it out; --timeout limits an evaluation";
  const std::vector<std::tuple<std::string, bool, std::string>> about_states{
      {"--check deadlock", options.check_deadlock, "leave it out"},
      {"--count-paths", options.explore.count_paths, "leave it out"},
      {"--no-reduce", !reduced, "leave it out"},
      {"--hunt", options.hunt, "leave it out"},
      {"--goal", machine.goal, "leave it out; --speedcheck stops at the verdict"},
      {"--max-states", options.explore.max_states.has_value(), limits},
      {"--max-memory", options.explore.max_memory.has_value(), limits}};
  for (const auto& [name, given, advice] : about_states) {
    if (!given) continue;
    throw UsageError(name + " is for machines, and " + name_of(pairing.first) + " is a model",
                     advice);
  }
}

// A search for races by a machine that finds none would say that there are none.
// WART: races-need-a-machine. The machine is chosen before the tests are read.
void require_detector(const Options& options, const Pairing& pairing) {
  if (!options.check_races) return;
  if (finds_data_races(pairing)) return;
  std::vector<std::string> able;
  for (const MachineEntry& entry : machines()) {
    if (entry.finds_races || entry.flags_data_races)
      able.push_back("--machine " + std::string(entry.name));
  }
  throw UsageError((is_model(pairing.first) ? "model " : "machine ") + name_of(pairing.first) +
                       " does not look for data races",
                   able.empty() ? "leave the check out" : "what does is " + joined(able));
}

// Which threads of a warp have their turn is told by where they are. Precondition: `chosen` judges
// infinite runs.
void require_places(const Options& options, const Semantics& chosen) {
  if (std::ranges::none_of(options.promises, &Promise::stack)) return;
  if (std::get<ChosenMachine>(chosen).entry->knows_places) return;
  std::vector<std::string> able;
  for (const MachineEntry& entry : machines()) {
    if (entry.termination != nullptr && entry.knows_places) able.emplace_back(entry.name);
  }
  throw UsageError("machine " + name_of(chosen) + " does not run the threads of a warp together",
                   "for warp=stack there are " + joined(able));
}

// A promise means nothing to who cannot tell whether a run is endless.
void require_judge(const Options& options, const Pairing& pairing) {
  if (!options.check_termination) return;
  if (pairing.second) {
    throw UsageError("whether a program ends is asked of one machine", "leave the other out");
  }
  if (judges_infinite_runs(pairing.first)) return require_places(options, pairing.first);
  std::vector<std::string> able;
  for (const MachineEntry& entry : machines()) {
    if (entry.termination != nullptr) able.emplace_back(entry.name);
  }
  throw UsageError((is_model(pairing.first) ? "model " : "machine ") + name_of(pairing.first) +
                       " does not say whether programs end",
                   "machines that do are " + joined(able));
}

}  // namespace

std::optional<TerminationQuestion> termination_question(const Options& options) {
  if (!options.check_termination) return std::nullopt;
  TerminationQuestion question{options.promises, options.strong};
  if (question.promises.empty()) question.promises.push_back(parse_promise("cuda"));
  for (Promise& promise : question.promises) {
    if (!options.resident) continue;
    promise.resident = options.resident;
    promise.name += ",resident=" + std::to_string(*options.resident);
  }
  question.witnesses = question.promises.size() == 1 || options.json || options.dot ||
                       options.trace_json || options.sarif || options.github || options.html ||
                       options.witness != WitnessFile::none;
  return question;
}

SemanticsOptions semantics_options(const Options& options) {
  SemanticsOptions result{options.explore.machine, options.search};
  if (options.loop_bound) result.loop_bound = *options.loop_bound;
  return result;
}

std::map<Language, Pairing> pairings_of_other_languages(const Options& options,
                                                        const Pairing& usual) {
  std::map<Language, Pairing> result;
  if (options.machine) return result;
  for (const auto& [language, machine] : machines_of_languages()) {
    if (language == language_of(usual.first) || find_machine(machine) == nullptr) continue;
    Options chosen = options;
    chosen.machine = std::string(machine);
    try {
      result.emplace(language, chosen_pairing(chosen));
    } catch (const UsageError&) {
      continue;  // the options speak of another machine, which then refuses the test
    }
  }
  return result;
}

// What --doshow names has to be there to be drawn. A test for which no machine is named may have
// any of those that come with the program.
void require_relations(const Options& options, const Pairing& pairing) {
  if (options.picture.shown.empty()) return;
  std::vector<std::string> names = relation_names(pairing.first);
  if (pairing.second) std::ranges::copy(relation_names(*pairing.second), std::back_inserter(names));
  for (const axioms::BuiltInModel& model : axioms::built_in_models()) {
    if (options.machine) break;
    const ChosenModel chosen{axioms::load_model(std::string(model.name) + ".cat")};
    std::ranges::copy(relation_names(chosen), std::back_inserter(names));
  }
  for (const std::string& name : options.picture.shown) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const auto close = nearest(name, names);
    throw UsageError(
        "--doshow: no relation is called " + name,
        close ? "did you mean " + *close + "?" : "--trace=full of a model lists its relations");
  }
}

Pairing chosen_pairing(const Options& options) {
  Pairing pairing =
      pairing_of(options, options.machine.value_or(default_machine(options.explore.machine)));
  require_offered(options, {pairing});
  require_machine(options, pairing);
  require_model(options, pairing);
  require_detector(options, pairing);
  require_judge(options, pairing);
  require_relations(options, pairing);
  return options.check_races ? with_data_races(std::move(pairing)) : pairing;
}

std::vector<Pairing> chosen_pairings(const Options& options, Language language) {
  std::vector<Pairing> result;
  for (const std::string& name : listed(options.machine.value_or(default_machine(language)))) {
    result.push_back(pairing_of(options, name));
  }
  require_offered(options, result);
  for (const Pairing& pairing : result) {
    require_machine(options, pairing);
    require_model(options, pairing);
  }
  return result;
}

Pairing distinguished_pair(const Options& options) {
  const SemanticsOptions common = semantics_options(options);
  Pairing pairing{chosen_semantics(*options.distinguish, common),
                  chosen_semantics(options.sources.front(), common)};
  if (same(pairing.first, *pairing.second)) {
    throw UsageError("--distinguish: both are " + name_of(pairing.first),
                     "give a machine another setting, MACHINE:NAME=VALUE");
  }
  const Language first = language_of(pairing.first), second = language_of(*pairing.second);
  if (first != second) {
    throw UsageError("--distinguish: " + name_of(pairing.first) + " is for " +
                         std::string(to_string(first)) + ", and " + name_of(*pairing.second) +
                         " is for " + std::string(to_string(second)),
                     "name two for one language; opmap compares across a mapping");
  }
  require_offered(options, {pairing});
  require_machine(options, pairing);
  require_model(options, pairing);
  return pairing;
}

void require_certifiable(const Options& options, const Pairing& pairing) {
  if (!options.coq) return;
  const auto* const machine = std::get_if<ChosenMachine>(&pairing.first);
  const std::string name =
      machine != nullptr ? std::string(machine->entry->name) : name_of(pairing.first);
  const MachineOptions settings = machine != nullptr ? machine->options : MachineOptions{};
  if (const auto reason = certificate_refusal(name, settings)) {
    throw UsageError("--coq: " + *reason, "choose another with --machine");
  }
}

namespace {

SingleResult run(const Context& context, const Source& source, const ExploreOptions& explore) {
  if (const auto* failure = std::get_if<Failure>(&source)) return failed(context.options, *failure);
  if (interrupted()) {
    SingleResult result;
    result.code = ExitCode::cancelled;
    return result;
  }
  return run_single(context, std::get<TestSource>(source), explore);
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

bool is_launched(const std::filesystem::path& file) {
  if (kernel::is_cuda_file(file)) return true;
  return kernel::is_kernel_file(file) || spirv::is_kernel_file(file) || spirv::is_shader_file(file);
}

// A kernel becomes a test here; other files are read when their turn comes.
Source source_of(std::filesystem::path file, const std::optional<kernel::Launch>& launch) {
  if (!is_launched(file)) return TestSource(std::move(file));
  try {
    if (spirv::is_shader_file(file)) return TestSource(spirv::read_shader_file(file, launch));
    if (spirv::is_kernel_file(file)) {
      return TestSource(spirv::read_kernel(detail::file_text(file), file.string(), launch));
    }
    return TestSource(kernel::read_kernel(detail::file_text(file), file.string(), *launch));
  } catch (const InputError& error) {
    return to_failure(error);
  }
}

// A module of PTX whose name does not say so: the output of a compiler, say.
bool is_unnamed_module(const std::filesystem::path& file) {
  const std::filesystem::path suffix = file.extension();
  if (suffix == ".litmus" || suffix == ".test" || kernel::is_kernel_file(file)) return false;
  return kind_of_file(file) == FileKind::kernels;
}

// What has to be read before its turn comes, for it may be several tests, or a kernel.
bool is_read_first(const std::filesystem::path& file) {
  return file == "-" || file.extension() == ".test" || is_unnamed_module(file);
}

// Whether it is a kernel. One that cannot be read does not stop the others.
bool add_read(const Options& options, const std::filesystem::path& file,
              const std::optional<kernel::Launch>& launch, std::vector<Source>& sources) {
  try {
    std::string text = detail::file_text(file);
    if (file.extension() != ".test" && kernel::is_kernel_text(text)) {
      std::ranges::move(module_sources(options.kernel, file, std::move(text), launch),
                        std::back_inserter(sources));
      return true;
    }
    for (SpelledTest& read : read_all_spelled(text, file.string())) {
      sources.emplace_back(TestSource(std::move(read)));
    }
  } catch (const InputError& error) {
    sources.emplace_back(to_failure(error));
  }
  return false;
}

// The first option that is given and speaks of kernels alone; empty if there is none.
std::string option_for_kernels(const KernelOptions& kernel) {
  if (!kernel.words.empty()) return kernel.words.first_option();
  if (!kernel.arch.empty()) return "--arch";
  if (kernel.nvcc) return "--nvcc";
  if (!kernel.flags.empty()) return "--nvcc-flags";
  if (kernel.explain) return "--explain";
  return kernel.log ? "--log" : "";
}

// Such an option without a kernel means nothing, and words about a launch say what a file of one
// says.
void require_kernel(const Options& options, bool launched) {
  if (options.launch && !options.kernel.words.empty()) {
    throw UsageError(
        options.kernel.words.first_option() + " and --launch both say how a kernel is launched",
        "leave one of them out");
  }
  const std::string option = option_for_kernels(options.kernel);
  if (launched || option.empty()) return;
  if (option == "--show") throw no_such_show(options.kernel.words.shown.front().text);
  throw UsageError(option + " is for kernels, and none is given", "name a .cu or .ptx file");
}

}  // namespace

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
      for (auto& file : expand_sources(std::span(&argument, 1), options.search)) {
        if (!seen.insert(file).second) continue;
        launched = launched || is_launched(file);
        if (kernel::is_cuda_file(file) || (kernel::is_kernel_file(file) && !launch)) {
          std::ranges::move(kernel_sources(options.kernel, file, launch),
                            std::back_inserter(sources));
        } else if (is_read_first(file)) {
          launched = add_read(options, file, launch, sources) || launched;
        } else {
          sources.push_back(source_of(std::move(file), launch));
        }
      }
    } catch (const InputError& error) {
      sources.emplace_back(to_failure(error));
    }
  }
  require_kernel(options, launched);
  if (launch && !launched) {
    throw UsageError("--launch launches kernels, and none is given",
                     "name a .ptx file, one of SPIR-V, or a .comp file");
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
      Test test = read_test(std::get<TestSource>(source)).test;
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
  shared.text = text_of;
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
