#include "tools/help.hpp"

#include <algorithm>

#include "tools/arguments.hpp"

namespace opexplore {
namespace {

constexpr std::size_t column = 34;

constexpr std::string_view usage =
    "usage: opexplore [OPTIONS] FILE|DIRECTORY|@INDEX|- ...\n"
    "       opexplore [OPTIONS] --generate WORDS | --distinguish A B\n"
    "       opexplore replay [-q] FILE.json|- ...\n"
    "\n"
    "Explores every state of a GPU memory model on litmus tests, or every execution that an\n"
    "axiomatic model allows, and says which outcomes are possible. Options are accepted as\n"
    "-opt VALUE, --opt VALUE and --opt=VALUE.\n"
    "\n"
    "  opexplore --trace MP.litmus             which outcomes there are, and how one comes about\n"
    "  opexplore --dot --machine sc MP.litmus  drawings of executions, on another machine\n"
    "  opexplore --launch L.json kernels.ptx   kernels that nvcc -ptx made\n"
    "  opexplore -q --json r.json tests/       all tests of a folder, for a script\n";

constexpr std::string_view exit_codes =
    "\n"
    "Exit codes: 0 all explored, nothing failed; 1 incomplete; 2 wrong input; 10 unexpected "
    "verdict;\n"
    "11 data race and 13 deadlock (if asked about); 20 a difference (--check-axioms, --within)\n"
    "or a refused trace (replay); 30 internal error; 31 timeout; 32 cancelled.\n";

std::string line(const HelpEntry& entry) {
  std::string text = "  " + entry.spelling;
  if (text.size() + 2 > column) {
    text += '\n' + std::string(column, ' ');
  } else {
    text.resize(column, ' ');
  }
  return text + entry.description + '\n';
}

}  // namespace

const HelpFrame opexplore_frame{usage, exit_codes};

std::vector<HelpEntry> help_entries(const CommandLine& line) {
  std::vector<HelpEntry> entries;
  for (const BoundOption& option : line.options) {
    const OptionEntry& entry = option.entry;
    std::string spelling(entry.letter());
    for (const std::string_view name : entry.long_names()) {
      spelling += (spelling.empty() ? "--" : ", --") + std::string(name);
    }
    if (!entry.is_flag()) spelling += ' ' + std::string(entry.value);
    entries.push_back({std::string(entry.group), std::move(spelling), std::string(entry.help)});
  }
  return entries;
}

std::string help_text(std::span<const HelpEntry> entries, const std::string& topic,
                      const HelpFrame& frame) {
  std::vector<std::string> groups;
  for (const HelpEntry& entry : entries) {
    if (std::find(groups.begin(), groups.end(), entry.group) == groups.end()) {
      groups.push_back(entry.group);
    }
  }
  std::string text(frame.usage);
  if (topic == "short") {
    text += '\n';
    for (const HelpEntry& entry : entries) {
      if (entry.group != settings_group) text += "  " + entry.spelling + '\n';
    }
    return text;
  }
  const bool usual = topic == usual_topic;
  const bool all = usual || topic == "all" || topic.empty();
  if (!all && std::find(groups.begin(), groups.end(), topic) == groups.end()) {
    std::string known = "short, all";
    for (const std::string& group : groups) known += ", " + group;
    throw UsageError("--help knows no topic " + topic, "topics are " + known);
  }
  for (const std::string& group : groups) {
    if (usual && group == settings_group) continue;
    const bool with_settings = topic == "machine" && group == settings_group;
    if (!all && group != topic && !with_settings) continue;
    text += '\n' + group + ":\n";
    for (const HelpEntry& entry : entries) {
      if (entry.group == group) text += line(entry);
    }
  }
  if (usual && std::ranges::find(groups, settings_group) != groups.end()) {
    text += "\n--help machine lists the settings of single machines too, --help all everything.\n";
  }
  if (all) text += frame.end;
  return text;
}

std::string machines_text(std::span<const MachineEntry> machines) {
  std::string text;
  for (const MachineEntry& machine : machines) {
    if (!text.empty()) text += '\n';
    text += std::string(machine.name) + "  version " + std::string(machine.version) + '\n';
    text += "  source: " + std::string(machine.source) + '\n';
    if (machine.axioms != nullptr && !machine.axioms({}).empty()) {
      text += "  axioms: " + std::string(machine.axioms({})) + '\n';
    }
    for (const Setting& setting : machine.settings) {
      text += "  --" + std::string(setting.name) + " (" + std::string(setting.summary) +
              (setting.several ? "; several joined by +" : "") + "):";
      for (const std::string_view value : setting.values) text += ' ' + std::string(value);
      text += '\n';
    }
    text += "  rules:\n";
    for (const Rule& rule : machine.rules) {
      text += "    " + std::string(rule.name) + " [" + std::string(rule.section) +
              "]: " + std::string(rule.summary) + '\n';
    }
  }
  return text;
}

std::string models_text(std::span<const axioms::BuiltInModel> models) {
  std::size_t width = 0;
  // A bare name that a machine has too means the machine.
  const auto written = [](const axioms::BuiltInModel& model) {
    return std::string(model.name) + (find_machine(model.name) != nullptr ? ".cat" : "");
  };
  for (const axioms::BuiltInModel& model : models) width = std::max(width, written(model).size());
  std::string text;
  for (const axioms::BuiltInModel& model : models) {
    std::string name = written(model);
    name.resize(width + 2, ' ');
    text += name + model.title + '\n';
  }
  return text;
}

}  // namespace opexplore
