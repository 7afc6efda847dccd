#include "tools/help.hpp"

#include <algorithm>

#include "answers/settings.hpp"

namespace opexplore {
namespace {

constexpr std::size_t column = 27;
constexpr std::size_t width = 80;

std::vector<std::string> groups_of(std::span<const OptionEntry> entries) {
  std::vector<std::string> groups;
  for (const OptionEntry& entry : entries) {
    if (std::ranges::find(groups, entry.group) == groups.end()) groups.emplace_back(entry.group);
  }
  return groups;
}

std::string paragraph(std::span<const OptionEntry> entries, std::string_view group) {
  std::string text = '\n' + std::string(group) + ":\n";
  for (const OptionEntry& entry : entries) {
    if (entry.group == group) text += help_line(entry);
  }
  return text;
}

}  // namespace

std::string spelling(const OptionEntry& entry) {
  std::string text(entry.letter());
  for (const std::string_view name : entry.long_names()) {
    text += (text.empty() ? "--" : ", --") + std::string(name);
  }
  return entry.is_flag() ? text : text + ' ' + std::string(entry.value);
}

std::string wrapped(std::string_view sentence, std::size_t indentation) {
  std::string text;
  std::size_t at = indentation;
  for (const std::string_view word : blank_separated(sentence)) {
    if (at > indentation && at + 1 + word.size() > width) {
      text += '\n' + std::string(indentation, ' ');
      at = indentation;
    }
    if (at > indentation) text += ' ', ++at;
    text += word;
    at += word.size();
  }
  return text;
}

std::string help_line(const std::string& spelled, std::string_view sentence) {
  std::string text = "  " + spelled;
  if (text.size() + 2 > column) {
    text += '\n' + std::string(column, ' ');
  } else {
    text.resize(column, ' ');
  }
  return text + wrapped(sentence, column) + '\n';
}

std::string help_line(const OptionEntry& entry) { return help_line(spelling(entry), entry.help); }

std::string help_groups(std::span<const OptionEntry> entries) {
  std::string text;
  for (const std::string& group : groups_of(entries)) text += paragraph(entries, group);
  return text;
}

std::string help_group(std::span<const OptionEntry> entries, const std::string& topic,
                       const std::string& others) {
  const std::vector<std::string> groups = groups_of(entries);
  if (std::ranges::find(groups, topic) != groups.end()) return paragraph(entries, topic);
  throw UsageError("--help knows no topic " + topic,
                   "topics are " + others + ", " + joined(groups));
}

std::string help_spellings(std::span<const OptionEntry> entries) {
  std::string text;
  for (const OptionEntry& entry : entries) text += "  " + spelling(entry) + '\n';
  return text;
}

std::string help_text(std::span<const OptionEntry> entries, const std::string& topic,
                      const HelpFrame& frame) {
  const std::string usage(frame.usage);
  if (topic == "short") return usage + '\n' + help_spellings(entries);
  if (topic == "all") return usage + help_groups(entries) + std::string(frame.end);
  return usage + help_group(entries, topic, "short, all");
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
