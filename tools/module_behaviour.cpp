#include "tools/module_behaviour.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <spirv/unified1/spirv.hpp11>
#include <utility>
#include <variant>

#include "answers/default_machine.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/spirv/glsl.hpp"
#include "litmus/spirv/kernel.hpp"
#include "litmus/spirv/module.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

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

kernel::LaunchedKernel launched(const std::string& file, const kernel::LaunchWords& words) {
  spirv::ModuleFile module{.bytes = "", .path = file};
  if (spirv::is_shader_file(file)) {
    module = spirv::compiled_shader(file);
  } else {
    module.bytes = detail::file_text(file);
  }
  module.bytes = renamed(module.bytes, file);
  auto read = spirv::read_launched(module, std::nullopt, words);
  if (auto* const kernel = std::get_if<kernel::LaunchedKernel>(&read)) return std::move(*kernel);
  throw UsageError(file + " is a litmus test, which asks a question of its own",
                   "give modules without @Output and @Filter");
}

}  // namespace

ModuleBehaviour module_behaviour(const std::string& file, const ModuleQuestion& question) {
  kernel::LaunchedKernel kernel = launched(file, question.words);
  ModuleBehaviour result;
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
  explore.timeout = question.timeout;
  if (question.traces) explore.traces = Traces::every_outcome;
  result.answer = machine.explore(test, watched(std::move(explore), true));
  const Answer& answer = result.answer;
  if (answer.statistics.racy_states > 0) result.race = answer.race_reason;
  if (!answer.coverage.complete()) result.incomplete = answer.coverage.reason;
  result.test = std::move(test);
  return result;
}

namespace {

std::string buffer_in(const std::string& location) {
  return location.substr(0, location.find('['));
}

// Compilers wrap buffers in structures of their own, or do not: then nothing tells which number of
// one is which of the other.
void require_same_layout(const ModuleBehaviour& a, const ModuleBehaviour& b) {
  std::map<std::string, std::set<std::ptrdiff_t>> depths;
  for (const ModuleBehaviour* const each : {&a, &b}) {
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

// The outcomes as values of these locations, with their numbers; where the module has none of that
// name it is 0, as at the start.
std::map<std::string, std::size_t> outcomes_in(const ModuleBehaviour& behaviour,
                                               const std::set<std::string>& locations) {
  std::map<std::string, std::size_t> result;
  for (std::size_t i = 0; i < behaviour.answer.outcomes.size(); ++i) {
    const Outcome& values = behaviour.answer.outcomes[i].values;
    std::string text;
    for (const std::string& location : locations) {
      const auto found = std::ranges::find(behaviour.locations, location);
      const bool known = found != behaviour.locations.end();
      const auto index = static_cast<std::size_t>(found - behaviour.locations.begin());
      text +=
          (text.empty() ? "" : " ") + location + "=" + std::to_string(known ? values[index] : 0);
    }
    result.emplace(std::move(text), i);
  }
  return result;
}

}  // namespace

ModuleComparison compared(const ModuleBehaviour& first, const ModuleBehaviour& second) {
  if (first.launch != second.launch) {
    throw UsageError(first.file + " is launched as " + first.launch + ", " + second.file + " as " +
                         second.launch,
                     "say --grid and --block");
  }
  ModuleComparison result;
  result.locations.insert(first.locations.begin(), first.locations.end());
  result.locations.insert(second.locations.begin(), second.locations.end());
  // A race means that anything may happen.
  if (!first.race.empty() || !second.race.empty()) {
    const bool both = !first.race.empty() && !second.race.empty();
    result.agreement = both ? ModuleAgreement::race_in_both : ModuleAgreement::race_in_one;
    return result;
  }
  require_same_layout(first, second);
  const auto of_first = outcomes_in(first, result.locations);
  const auto of_second = outcomes_in(second, result.locations);
  for (const auto& [text, index] : of_first) {
    (of_second.contains(text) ? result.common : result.only_first).push_back({text, index});
  }
  for (const auto& [text, index] : of_second) {
    if (!of_first.contains(text)) result.only_second.push_back({text, index});
  }
  const bool same = result.only_first.empty() && result.only_second.empty();
  if (!same) result.agreement = ModuleAgreement::different;
  return result;
}

}  // namespace opexplore
