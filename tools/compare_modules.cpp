#include "tools/compare_modules.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "answers/default_machine.hpp"
#include "answers/exit_code.hpp"
#include "export/output_file.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/spirv/glsl.hpp"
#include "litmus/spirv/kernel.hpp"
#include "litmus/spirv/module.hpp"
#include "opmodel/results/answer.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame compare_modules_frame{
    "usage: opexplore compare [OPTIONS] A B\n"
    "\n"
    "A and B are modules of SPIR-V (.spv, .spvasm) or shaders (.comp, .wgsl): what two compilers\n"
    "make of one. Both are run on the same launch, and what buffers hold at the end is compared,\n"
    "by descriptor set and binding; all start with 0. A data race of one alone is a difference.\n",
    "\nDifferences are an answer and no failure.\n"
    "Exit codes: 0 compared; 1 incomplete; 2 wrong input; 30 internal error.\n"};

struct CompareModules {
  std::vector<std::string> files;
  kernel::LaunchWords words;
  std::optional<std::chrono::milliseconds> timeout;
};

template <std::optional<kernel::LaunchWord> kernel::LaunchWords::*word>
void set_word(CompareModules& options, const Written& written) {
  options.words.*word = kernel::LaunchWord{written.option, written.text, "", {}};
}

void set_limit(CompareModules& options, const Written& written) {
  options.timeout = duration_of(written);
}

constexpr std::array compare_modules_rows{
    OptionRow<CompareModules>{
        {.names = "--grid", .value = "N", .group = "input", .help = "Workgroups"},
        set_word<&kernel::LaunchWords::blocks>},
    OptionRow<CompareModules>{{.names = "--block",
                               .value = "N",
                               .group = "input",
                               .help = "Invocations of each, where the modules do not say"},
                              set_word<&kernel::LaunchWords::threads>},
    OptionRow<CompareModules>{
        {.names = "--timeout", .value = "T", .group = "search", .help = "Of each search: 90s, 5m"},
        set_limit}};

bool is_module(const std::filesystem::path& path) {
  return spirv::is_kernel_file(path) || spirv::is_shader_file(path);
}

// What a buffer is called, however its compiler calls it: "buffer_0_1" of set 0, binding 1.
std::map<spirv::Id, std::string> buffers_of(const spirv::Module& module) {
  std::map<spirv::Id, std::array<std::uint32_t, 2>> places;
  for (const spirv::Instruction& each : module.instructions) {
    if (spv::Op{each.opcode} != spv::Op::OpDecorate || each.operands.size() < 3) continue;
    const spv::Decoration decoration{each.word(1)};
    if (decoration == spv::Decoration::DescriptorSet) places[each.word(0)][0] = each.word(2);
    if (decoration == spv::Decoration::Binding) places[each.word(0)][1] = each.word(2);
  }
  std::map<spirv::Id, std::string> names;
  for (const auto& [id, place] : places) {
    names[id] = "buffer_" + std::to_string(place[0]) + "_" + std::to_string(place[1]);
  }
  return names;
}

// The module with the names of its buffers alone.
std::string renamed(const std::string& bytes, const std::string& path) {
  spirv::Module module = spirv::read_module(bytes, path);
  std::erase_if(module.instructions, [](const spirv::Instruction& each) {
    const spv::Op op{each.opcode};
    return op == spv::Op::OpName || op == spv::Op::OpMemberName;
  });
  module.names = buffers_of(module);
  return spirv::text_of(module);
}

// What a module does.
struct Behaviour {
  std::string file;
  std::string launch;  ///< "1 workgroup of 2 invocations"
  std::vector<std::string> notes;
  std::string race;        ///< what races; empty if nothing does
  std::string incomplete;  ///< why the search did not end
  std::vector<std::string> locations;
  std::vector<Outcome> outcomes;  ///< values of these
};

kernel::LaunchedKernel launched(const std::string& file, const CompareModules& options) {
  spirv::ModuleFile module{.bytes = "", .path = file};
  if (spirv::is_shader_file(file)) {
    module = spirv::compiled_shader(file);
  } else {
    module.bytes = detail::file_text(file);
  }
  module.bytes = renamed(module.bytes, file);
  auto read = spirv::read_launched(module, std::nullopt, options.words);
  if (auto* const kernel = std::get_if<kernel::LaunchedKernel>(&read)) return std::move(*kernel);
  throw UsageError(file + " is a litmus test, which asks a question of its own",
                   "give modules without @Output and @Filter");
}

Behaviour behaviour_of(const std::string& file, const CompareModules& options) {
  kernel::LaunchedKernel kernel = launched(file, options);
  Behaviour result;
  result.file = file;
  result.launch = kernel.facts.launch;
  for (const kernel::CompilerNote& note : kernel.facts.notes) result.notes.push_back(note.text);
  Test& test = kernel.test;
  test.observables.clear();
  for (std::size_t i = 0; i < kernel.facts.locations.size(); ++i) {
    const std::string& name = kernel.facts.locations[i];
    const std::size_t begin = name.starts_with('%') ? 1 : 0;
    if (name.compare(begin, 7, "buffer_") != 0) continue;
    result.locations.push_back(name.substr(begin));
    test.observables.emplace_back(LocationTerm{static_cast<AddressId>(i)});
  }
  test.shown = test.observables.size();
  test.condition = {};
  test.filter.reset();
  const MachineEntry& machine = *find_machine(default_machine(Language::vulkan));
  if (const auto refusal = machine.refusal(test, {}))
    throw UsageError(file + ": " + refusal->why, "");
  ExploreOptions explore;
  explore.timeout = options.timeout;
  const Answer answer = machine.explore(test, watched(std::move(explore), true));
  for (const AnsweredOutcome& outcome : answer.outcomes) result.outcomes.push_back(outcome.values);
  if (answer.statistics.racy_states > 0) result.race = answer.race_reason;
  if (!answer.coverage.complete()) result.incomplete = answer.coverage.reason;
  return result;
}

std::string buffer_in(const std::string& location) {
  return location.substr(0, location.find('['));
}

// Compilers wrap buffers in structures of their own, or do not: then nothing tells which number of
// one is which of the other.
void require_same_layout(const Behaviour& a, const Behaviour& b) {
  std::map<std::string, std::set<std::ptrdiff_t>> depths;
  for (const Behaviour* const each : {&a, &b}) {
    for (const std::string& location : each->locations) {
      depths[buffer_in(location)].insert(std::ranges::count(location, '['));
    }
  }
  for (const auto& [buffer, depth] : depths) {
    if (depth.size() < 2) continue;
    throw UsageError(a.file + " and " + b.file + " lay out " + buffer + " differently",
                     "compare modules whose buffers have the same members");
  }
}

// The outcomes as values of these locations; where the module has none of that name it is 0, as at
// the start.
std::set<std::string> outcomes_in(const Behaviour& behaviour,
                                  const std::set<std::string>& locations) {
  std::set<std::string> result;
  for (const Outcome& outcome : behaviour.outcomes) {
    std::string text;
    for (const std::string& location : locations) {
      const auto found = std::ranges::find(behaviour.locations, location);
      const bool known = found != behaviour.locations.end();
      const auto index = static_cast<std::size_t>(found - behaviour.locations.begin());
      text +=
          (text.empty() ? "" : " ") + location + "=" + std::to_string(known ? outcome[index] : 0);
    }
    result.insert(std::move(text));
  }
  return result;
}

std::string only_in(const std::string& file, const std::set<std::string>& own,
                    const std::set<std::string>& other) {
  std::string text;
  for (const std::string& outcome : own) {
    if (!other.contains(outcome)) text += "  only " + file + "  " + outcome + '\n';
  }
  return text;
}

std::string compared(const Behaviour& a, const Behaviour& b) {
  std::string text;
  for (const Behaviour* const each : {&a, &b}) {
    if (!each->race.empty()) text += "  race in " + each->file + "  " + each->race + '\n';
    for (const std::string& note : each->notes) text += "  note " + each->file + "  " + note + '\n';
    if (!each->incomplete.empty()) {
      text += "  incomplete " + each->file + "  " + each->incomplete + '\n';
    }
  }
  const std::string both = a.file + " and " + b.file;
  // A race means that anything may happen.
  if (!a.race.empty() && !b.race.empty()) return both + ": a data race in both\n" + text;
  if (!a.race.empty() || !b.race.empty()) {
    return both + ": they differ: a data race in one alone\n" + text;
  }
  require_same_layout(a, b);
  std::set<std::string> locations(a.locations.begin(), a.locations.end());
  locations.insert(b.locations.begin(), b.locations.end());
  const std::set<std::string> of_a = outcomes_in(a, locations);
  const std::set<std::string> of_b = outcomes_in(b, locations);
  const std::string count =
      std::to_string(of_a.size()) + (of_a.size() == 1 ? " outcome" : " outcomes");
  if (of_a == of_b) return both + ": the same " + count + ", no data race\n" + text;
  return both + ": they differ\n" + only_in(a.file, of_a, of_b) + only_in(b.file, of_b, of_a) +
         text;
}

ExitCode run_comparison(const CompareModules& options) {
  if (options.files.size() != 2) {
    throw UsageError("compare takes two modules", "opexplore compare A.spv B.spv");
  }
  catch_interrupts();
  const Behaviour a = behaviour_of(options.files[0], options);
  const Behaviour b = behaviour_of(options.files[1], options);
  if (a.launch != b.launch) {
    throw UsageError(a.file + " is launched as " + a.launch + ", " + b.file + " as " + b.launch,
                     "say --grid and --block");
  }
  write_standard_output(compared(a, b));
  const bool complete = a.incomplete.empty() && b.incomplete.empty();
  return complete ? ExitCode::complete : ExitCode::incomplete;
}

}  // namespace

bool compares_modules(std::span<const std::string> arguments) {
  if (arguments.empty() || arguments.front() != "compare") return false;
  const auto files = arguments.subspan(1);
  const auto named = [](const std::string& word) {
    return !word.starts_with('-') && is_module(word);
  };
  const auto other = [](const std::string& word) {
    return !word.starts_with('-') && !is_module(word) && std::filesystem::exists(word);
  };
  return std::ranges::count_if(files, named) == 2 && std::ranges::none_of(files, other);
}

Subcommand compare_modules_command() {
  return {.name = "compare",
          .summary = "Compare two modules of Vulkan",
          .frame = compare_modules_frame,
          .declare = [](CommandLine& line) {
            const auto options = std::make_shared<CompareModules>();
            line.add_words(options->files);
            line.add(compare_modules_rows, *options);
            return [options] { return run_comparison(*options); };
          }};
}

}  // namespace opexplore
