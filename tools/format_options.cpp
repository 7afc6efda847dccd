// The options of formats: export/formats.cpp says what each is called and takes.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "export/formats.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

// Stands for a value that was left out.
constexpr std::string_view unnamed = ".";

OptionEntry entry_of(const Format& format) {
  const FormatWords& option = format.option;
  return {.names = option.older,
          .value = option.value,
          .group = "results",
          .help = option.help,
          .manual = option.manual,
          .words = option.words,
          .otherwise = option.value.starts_with('[') ? unnamed : std::string_view(),
          .commands = option.commands,
          .instead = option.asked,
          .noted = Noted::name};
}

}  // namespace

std::optional<std::string> FormatFiles::file(const Format& format) const {
  const auto found = files.find(format.name);
  return found == files.end() ? std::nullopt : std::optional(found->second);
}

bool FormatFiles::has(const Format& format) const { return files.contains(format.name); }

bool FormatFiles::has(Destination destination) const {
  return std::ranges::any_of(formats(), [&](const Format* format) {
    return format->destination == destination && has(*format);
  });
}

bool FormatFiles::shows_traces() const {
  return std::ranges::any_of(formats(), [&](const Format* format) {
    return format->traces != ShowsTraces::none && has(*format);
  });
}

std::vector<OptionEntry> format_entries() {
  std::vector<OptionEntry> entries;
  for (const Format* const format : formats()) entries.push_back(entry_of(*format));
  return entries;
}

void add_formats(CommandLine& line, Options& options) {
  for (const Format* const format : formats()) {
    const auto set = [&options, format](const Written& written) {
      const std::string_view value = format->option.value;
      const bool named = !value.empty() && (!value.starts_with('[') || written.text != unnamed);
      options.writes.files[format->name] = named ? written.text : "";
    };
    line.options.push_back({entry_of(*format), set});
  }
}

}  // namespace opexplore
