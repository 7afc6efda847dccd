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

// How a format is asked for; entries refer to it.
struct FormatSpelling {
  std::string older;
  std::string today;
};

// In the order of the formats.
const std::vector<FormatSpelling>& format_spellings() {
  static const std::vector<FormatSpelling> all = [] {
    std::vector<FormatSpelling> made;
    for (const Format* const format : formats()) {
      const std::string name(format->name);
      made.push_back({format->option.older ? "--" + name : "", option_of(*format)});
    }
    return made;
  }();
  return all;
}

OptionEntry format_entry(const Format& format, const FormatSpelling& spelling) {
  const FormatWords& option = format.option;
  return {.names = spelling.older,
          .value = option.value,
          .group = "results",
          .help = option.help,
          .manual = option.manual,
          .words = option.words,
          .otherwise = option.value.starts_with('[') ? unnamed : std::string_view(),
          .commands = option.commands,
          .instead = spelling.today,
          .noted = Noted::name};
}

}  // namespace

std::string option_of(const Format& format) { return "--write " + std::string(format.name); }

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
  for (std::size_t i = 0; i < formats().size(); ++i) {
    entries.push_back(format_entry(*formats()[i], format_spellings()[i]));
  }
  return entries;
}

void add_formats(CommandLine& line, Options& options) {
  const std::vector<OptionEntry> entries = format_entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Format* const format = formats()[i];
    const auto set = [&options, format](const Written& written) {
      const std::string_view value = format->option.value;
      const bool named = !value.empty() && (!value.starts_with('[') || written.text != unnamed);
      options.writes.files[format->name] = named ? written.text : "";
    };
    line.options.push_back({entries[i], set});
  }
}

}  // namespace opexplore
