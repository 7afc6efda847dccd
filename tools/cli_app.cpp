#include "tools/cli_app.hpp"

#include <algorithm>
#include <utility>

#include "tools/arguments.hpp"

namespace opexplore {
namespace {

HelpEntry help_entry(const CLI::Option& option) {
  HelpEntry entry{option.get_group(), {}, option.get_description()};
  for (const std::string& name : option.get_snames()) entry.spelling += "-" + name + ", ";
  for (const std::string& name : option.get_lnames()) entry.spelling += "--" + name + ", ";
  entry.spelling.resize(entry.spelling.size() - 2);
  if (const auto tab = entry.description.find('\t'); tab != std::string::npos) {
    entry.spelling += ' ' + entry.description.substr(0, tab);
    entry.description.erase(0, tab + 1);
  }
  return entry;
}

}  // namespace

std::vector<HelpEntry> help_entries(const CLI::App& app) {
  std::vector<HelpEntry> entries;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) entries.push_back(help_entry(*option));
  }
  return entries;
}

void parse_arguments(CLI::App& app, std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // CLI11 takes the last first
  try {
    app.parse(std::move(words));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    throw UsageError("option " + text.substr(0, text.find(':')) + " is given twice");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what(), "--help lists the options");
  }
}

}  // namespace opexplore
