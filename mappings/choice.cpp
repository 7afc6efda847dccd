#include "mappings/choice.hpp"

#include <filesystem>
#include <utility>

#include "answers/default_machine.hpp"
#include "answers/settings.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/generate/generate.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings {
namespace {

SelectedTests generated_tests(const GeneratedWords& words, const Table* meanings) {
  SelectedTests tests;
  const std::string usual = meanings != nullptr ? "all" : "two-thread";
  const std::string families = words.families.empty() ? usual : words.families;
  const std::vector<std::string> names = parts_of(families, ',');
  tests.generated = meanings != nullptr ? shader_tests(names, *meanings) : source_tests(names);
  tests.clusters = words.clusters;
  for (std::size_t i = 0; i < tests.generated->size(); ++i) {
    if (generate::is_selected(i, words.every)) tests.selected.push_back(i);
  }
  tests.title = "families " + families;
  if (words.clusters) tests.title += ", in clusters";
  if (words.every > 1) tests.title += ", one of " + std::to_string(words.every);
  return tests;
}

SelectedTests tests_in(std::span<const std::string> sources, const Table* meanings) {
  SelectedTests tests;
  for (const std::filesystem::path& path : expand_sources(sources)) {
    Test test = read_file(path);
    if (meanings != nullptr && test.program.language != Language::vulkan) {
      throw InputError(path.string(), {1, 1},
                       "tables of " + meanings->name + " compile tests in the dialect of Vulkan",
                       "such a test begins with the word VULKAN");
    }
    if (meanings == nullptr && test.program.language != Language::cxx) {
      throw InputError(path.string(), {1, 1}, "this is a PTX test, and mappings compile C++",
                       "a C++ test begins with the word C");
    }
    tests.read.push_back(observing_everything(std::move(test)));
  }
  tests.title = std::to_string(tests.read.size()) + (tests.read.size() == 1 ? " file" : " files");
  return tests;
}
}  // namespace

Width width_of(std::string_view bits) {
  if (bits == "8") return Width::bits8;
  if (bits == "16") return Width::bits16;
  if (bits == "32" || bits == "64") return Width::bits32;
  throw UsageError("there are no atomic objects of " + std::string(bits) + " bits",
                   "--width is 8, 16, 32 or 64");
}

std::vector<Table> load_tables(const std::string& list) {
  std::vector<Table> tables;
  for (const std::string& name : parts_of(list, ',')) tables.push_back(load_table(name));
  return tables;
}

std::vector<Table> load_all_tables() {
  std::vector<Table> tables;
  for (const std::string& name : built_in_tables()) {
    Table table = load_table(name);
    if (table.target == Language::ptx) tables.push_back(std::move(table));
  }
  return tables;
}

TestList SelectedTests::list() const {
  if (!generated) {
    return {read.size(), [this](std::size_t i) { return read[i]; },
            [](std::size_t) { return std::string_view("files"); }};
  }
  return {selected.size(),
          [this](std::size_t i) {
            Test test = generated->make(selected[i]);
            return clusters ? in_clusters(std::move(test)) : test;
          },
          [this](std::size_t i) { return generated->family(selected[i]); }};
}

Test in_clusters(Test test) {
  for (Thread& thread : test.program.threads) thread.cluster = 0;
  for (Thread& thread : test.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      Scope* const scope = scope_of(instruction.action);
      if (scope != nullptr && *scope == Scope::gpu) *scope = Scope::cluster;
      instruction.text = to_string(instruction.action, thread, test.program);
    }
  }
  test.name += "-clusters";
  return test;
}

SelectedTests selected_tests(std::span<const std::string> sources, const GeneratedWords& words,
                             const Table* meanings) {
  if (words.every == 0) throw UsageError("--every 0 would check nothing", "write 1 or more");
  if (words.clusters && !sources.empty()) {
    throw UsageError("--clusters is about generated tests", "place your threads in clusters");
  }
  if (words.clusters && meanings != nullptr) {
    throw UsageError("--clusters is about tests in C++", "shaders have workgroups alone");
  }
  return sources.empty() ? generated_tests(words, meanings) : tests_in(sources, meanings);
}

ChosenMachines chosen_machines(const MachineWords& words, std::string_view claim) {
  MachineOptions source_settings;
  source_settings.settings["cxx"] = words.cxx;
  MachineOptions target_settings;
  if (!words.reading.empty()) target_settings.settings["ptx-reading"] = words.reading;
  ChosenMachines chosen{chosen_machine(default_machine(Language::cxx), source_settings),
                        chosen_machine(words.machine, target_settings)};
  if (chosen.target.entry->language != Language::ptx) {
    throw UsageError(std::string(claim) + ", and " + chosen.target.name + " does not run that",
                     "--machine ptx or ptx-proxy");
  }
  require_offered(target_settings, {chosen.target});
  return chosen;
}

const Table* language_of(std::span<const Table> tables) {
  for (const Table& table : tables) {
    if (table.language == tables.front().language) {
      if (table.target == tables.front().target) continue;
      throw UsageError(tables.front().name + " and " + table.name + " do not make the same",
                       "check tables of one target at a time");
    }
    const auto name = [](const Table& each) {
      return each.language.empty() ? "C++" : each.language;
    };
    throw UsageError(tables.front().name + " is about " + name(tables.front()) + ", and " +
                         table.name + " about " + name(table),
                     "check tables of one language at a time");
  }
  if (tables.empty() || tables.front().language.empty()) return nullptr;
  return &meanings_of(tables.front());
}

ChosenMachines chosen_shader_machines(const std::string& machine) {
  const ChosenMachine chosen = chosen_machine(machine, {});
  if (chosen.entry->language != Language::vulkan) {
    throw UsageError(
        "shaders are run as programs of Vulkan, and " + chosen.name + " does not run these",
        "--machine " + default_machine(Language::vulkan));
  }
  return {chosen, chosen};
}

CheckOptions check_options(const ChosenMachines& machines, Width width) {
  CheckOptions options;
  options.source = side_of(*machines.source.entry, machines.source.options);
  options.target = side_of(*machines.target.entry, machines.target.options);
  options.width = width;
  options.weaken = false;
  return options;
}

CheckTitle title_of(const CheckOptions& options, const SelectedTests& tests) {
  return {title_of(options.source), title_of(options.target), tests.title, tests.list().size};
}

}  // namespace opexplore::mappings
