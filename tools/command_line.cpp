// The one file that knows CLI11.
#include "tools/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "answers/settings.hpp"
#include "litmus/amounts.hpp"
#include "litmus/suggestion.hpp"
#include "tools/arguments.hpp"

namespace opexplore {
namespace {

std::vector<std::string_view> separated(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::vector<OptionShape> shapes_of(const CommandLine& line) {
  std::vector<OptionShape> shapes;
  for (const BoundOption& option : line.options) {
    for (const std::string_view name : option.entry.long_names()) {
      OptionShape shape{std::string(name), OptionShape::Argument::required, {}, {}};
      if (option.entry.may_lack_value()) shape.argument = OptionShape::Argument::optional;
      if (option.entry.is_flag()) shape.argument = OptionShape::Argument::none;
      for (const std::string_view word : blank_separated(option.entry.words)) {
        shape.words.emplace_back(word);
      }
      if (option.entry.is_flag() && option.entry.times == Times::once) {
        shape.words = {"true", "false"};
      }
      shape.otherwise = option.entry.otherwise;
      shapes.push_back(std::move(shape));
    }
  }
  return shapes;
}

ShortOptions letters_of(const CommandLine& line) {
  ShortOptions letters;
  for (const BoundOption& option : line.options) {
    const bool alone = option.entry.is_flag() || option.entry.may_lack_value();
    (alone ? letters.flags : letters.with_value) +=
        option.entry.letter().substr(std::min<std::size_t>(1, option.entry.letter().size()));
  }
  return letters;
}

// Where CLI11 puts what it finds; which of them depends on the option.
struct Slot {
  CLI::Option* option = nullptr;
  bool flag = false;
  int count = 0;
  std::string text;
  std::vector<std::string> texts;

  void bind(CLI::App& app, const OptionEntry& entry) {
    const std::string names(entry.names);
    if (entry.is_flag()) {
      option = entry.times == Times::once ? app.add_flag(names, flag) : app.add_flag(names, count);
    } else if (entry.times == Times::once) {
      option = app.add_option(names, text);
    } else {
      option = app.add_option(names, texts)->allow_extra_args(false);  // a test may follow
      if (entry.times == Times::list) option->delimiter(',');
    }
  }

  std::vector<std::string> values(const OptionEntry& entry) const {
    if (option->count() == 0) return {};
    if (!entry.is_flag()) return entry.times == Times::once ? std::vector{text} : texts;
    const int times = entry.times == Times::once ? int{flag} : std::max(count, 0);
    return std::vector<std::string>(static_cast<std::size_t>(times), "true");
  }
};

void parse(CLI::App& app, std::vector<std::string> words) {
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

}  // namespace

std::vector<std::string_view> blank_separated(std::string_view text) {
  return separated(text, ' ');
}

std::string OptionEntry::name() const {
  const std::vector<std::string_view> all = long_names();
  return all.empty() ? std::string(letter()) : "--" + std::string(all.front());
}

std::string_view OptionEntry::letter() const {
  return names.starts_with("--") ? std::string_view() : names.substr(0, 2);
}

std::vector<std::string_view> OptionEntry::long_names() const {
  std::vector<std::string_view> result;
  for (const std::string_view name : separated(names, ',')) {
    if (name.starts_with("--")) result.push_back(name.substr(2));
  }
  return result;
}

bool OptionEntry::goes_with(std::string_view command) const {
  const std::vector<std::string_view> all = blank_separated(commands);
  return all.empty() || std::ranges::find(all, command) != all.end();
}

std::vector<OptionEntry> CommandLine::entries() const {
  std::vector<OptionEntry> result;
  for (const BoundOption& option : options) result.push_back(option.entry);
  return result;
}

const std::vector<std::string>* GivenArguments::values(std::string_view name) const {
  const auto found = std::ranges::find_if(
      options, [&](const GivenOption& given) { return given.option->entry.name() == name; });
  return found == options.end() ? nullptr : &found->values;
}

std::uint64_t number_of(const Written& written, std::uint64_t least, std::uint64_t most) {
  const auto value = parse_amount(written.text, 1000);
  if (!value || *value < least || *value > most) {
    throw UsageError(written.option + ": " + written.text + " is not what it takes",
                     "write " + std::to_string(least) + " to " + std::to_string(most));
  }
  return *value;
}

std::uint64_t amount_of(const Written& written, std::uint64_t unit) {
  const auto value = parse_amount(written.text, unit);
  if (value) return *value;
  throw UsageError(written.option + ": " + written.text + " is no amount",
                   "write 5000, 200K or 4G");
}

std::chrono::milliseconds duration_of(const Written& written) {
  const auto value = parse_duration(written.text);
  if (value) return *value;
  throw UsageError(written.option + ": " + written.text + " is no time",
                   "write 90s, 500ms, 2m or 1h");
}

UsageError no_such_word(const Written& written, const std::vector<std::string>& words) {
  const auto close = nearest(written.text, words);
  return UsageError(written.option + " knows no " + written.text,
                    close ? "did you mean " + *close + "?" : "choose one of " + joined(words));
}

GivenArguments parse_arguments(std::span<const std::string> arguments, const CommandLine& line) {
  CLI::App app;
  app.set_help_flag("");
  std::vector<Slot> slots(line.options.size());  // CLI11 keeps their addresses
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i].bind(app, line.options[i].entry);
  Slot words;
  if (line.word && line.one_word) words.option = app.add_option("word", words.text);
  if (line.word && !line.one_word) words.option = app.add_option("words", words.texts);
  parse(app, normalise_arguments(arguments, shapes_of(line), letters_of(line)));
  GivenArguments given;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    std::vector<std::string> values = slots[i].values(line.options[i].entry);
    if (!values.empty()) given.options.push_back({&line.options[i], std::move(values)});
  }
  given.words = std::move(words.texts);
  if (line.one_word && words.option->count() != 0) given.words.push_back(std::move(words.text));
  return given;
}

void apply(const GivenArguments& given, const CommandLine& line) {
  for (const GivenOption& option : given.options) {
    if (!option.option->apply) continue;
    for (const std::string& value : option.values) {
      option.option->apply({option.option->entry.name(), value});
    }
  }
  for (const std::string& word : given.words) line.word(word);
}

}  // namespace opexplore
