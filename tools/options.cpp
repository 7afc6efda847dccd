#include "tools/options.hpp"

#include <algorithm>

#include "answers/machine_choice.hpp"
#include "axioms/axioms.hpp"
#include "explorer/notes/file_hash.hpp"
#include "explorer/notes/item_journal.hpp"
#include "export/formats.hpp"
#include "litmus/input/suggestion.hpp"
#include "tools/command_line.hpp"
#include "tools/commands.hpp"
#include "tools/programs.hpp"

namespace opexplore {
namespace {

std::string listed_machines(const std::vector<std::string>& names) {
  if (names.empty()) return machines_text(machines());
  std::vector<MachineEntry> chosen;
  for (const std::string& name : names) chosen.push_back(*chosen_machine(name, {}).entry);
  return machines_text(chosen);
}

// What is asked of the program, and not of tests.
std::optional<std::string> information(const CommandEntry* command, const GivenArguments& given,
                                       const CommandLine& line, const std::string& version) {
  const auto is = [&](std::string_view name) {
    return command != nullptr && command->name == name;
  };
  if (const auto* const topic = given.values("--help")) {
    const bool usual = topic->front() == "usual";
    return command != nullptr && usual ? command_help(*command, line)
                                       : opexplore_help(line, topic->front());
  }
  if (given.values("--version") != nullptr) return version + '\n';
  const bool lists = (is("machines") && given.values("--dot") == nullptr) || is("models");
  for (const GivenOption& option : given.options) {
    const bool counts = option.option->entry.noted != Noted::nothing;
    if (!lists || !counts) continue;
    throw UsageError(std::string(command->name) + " and " + written_today(option.option->entry) +
                         " do not go together",
                     "leave one out");
  }
  if (is("machines") && lists) return listed_machines(given.words);
  if (given.values("--machines") != nullptr) return machines_text(machines());
  if (is("models") || given.values("--models") != nullptr) {
    return models_text(axioms::built_in_models());
  }
  return std::nullopt;
}

[[noreturn]] void refuse_words(const CommandEntry& command) {
  throw UsageError(
      std::string(command.name) + " needs other words",
      "write opexplore " + std::string(command.name) + " [OPTIONS] " + std::string(command.words));
}

// The first of the words, which is no test.
std::string take_word(const CommandEntry& command, std::vector<std::string>& words) {
  if (words.empty()) refuse_words(command);
  std::string word = std::move(words.front());
  words.erase(words.begin());
  return word;
}

void take_first_side(const CommandEntry& command, Options& options) {
  if (options.machine) {
    throw UsageError(std::string(command.name) + " and --machine both name a machine",
                     "leave one of them out");
  }
  options.machine = take_word(command, options.sources);
}

// What a command says by its place, options say too.
void read_words(const CommandEntry& command, Options& options) {
  const std::string_view name = command.name;
  std::vector<std::string>& words = options.sources;
  if (name == "compare" || name == "within") {
    take_first_side(command, options);
    (name == "compare" ? options.compare_with : options.within) = take_word(command, words);
  } else if (name == "rank") {
    options.rank = take_word(command, words);
  } else if (name == "distinguish") {
    options.distinguish = take_word(command, words);
    if (words.size() != 1) refuse_words(command);
  } else if (name == "campaign" && !options.merge) {
    if (words.empty() && options.generate.empty()) refuse_words(command);
    options.generate.insert(options.generate.end(), words.begin(), words.end());
    words.clear();
    if (!options.compares()) options.check_axioms = "";
  } else if (name == "merge") {
    if (words.empty()) refuse_words(command);
    options.merge = true;
  } else if (name == "diagram" || name == "machines") {
    options.diagram = true;
    if (!words.empty()) take_first_side(command, options);
    if (!words.empty()) refuse_words(command);
  }
  options.minimise = options.minimise || name == "minimise";
  options.stalls = options.stalls || name == "stalls";
  options.all_readings = options.all_readings || name == "readings";
}

void read_journals(Options& options) {
  if (options.sources.empty()) {
    throw UsageError("no journal given", "name those of --shard K/N --journal FILE");
  }
  options.merged.assign(options.sources.begin(), options.sources.end());
  options.sources.clear();
}

// The words of a group of tests are one argument, which begins like an option and has blanks.
std::vector<std::string> with_groups(std::span<const std::string> arguments) {
  std::vector<std::string> result(arguments.begin(), arguments.end());
  for (std::string& argument : result) {
    const std::size_t blank = argument.find(' ');
    if (argument.starts_with("--") && blank < argument.find('='))
      argument = "--generate=" + argument;
  }
  return result;
}

// A word that is no file is perhaps a command.
void check_first_word(std::span<const std::string> arguments, const Options& options) {
  constexpr std::size_t least = 4;  // shorter words are near too many others
  if (options.distinguish || options.sources.empty()) return;
  std::error_code error;
  const std::string& first = options.sources.front();
  const bool is_apart = std::ranges::find(arguments, "--") != arguments.end();
  if (find_command(first) != nullptr && first != arguments.front() && !is_apart &&
      !std::filesystem::exists(first, error)) {
    throw UsageError(first + " is a command, and stands first",
                     "write opexplore " + first + " and the options behind it");
  }
  const std::string& word = arguments.front();
  if (word != first || word.size() < least) return;
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) return;
  if (std::filesystem::exists(word, error)) return;
  for (const std::filesystem::path& folder : options.search) {
    if (std::filesystem::exists(folder / word, error)) return;
  }
  std::vector<std::string> names;
  for (const CommandEntry& command : commands()) names.emplace_back(command.name);
  if (const auto close = nearest(word, names)) {
    throw UsageError("there is no file " + word + ", and no such command",
                     "did you mean " + *close + "?");
  }
}

// A pane beside an editor: whatever stands in that is asked about, and nothing but findings is
// said.
void write_for_a_pane(Options& options) {
  options.quiet = true;
  options.kernel.each = true;
  if (options.sources.empty() && options.generate.empty()) options.sources = {"-"};
}

Traces needed_traces(const Options& options) {
  if (options.writes.has(html_format)) return Traces::every_outcome;
  const bool pictured = options.compares() || options.trace || options.writes.shows_traces() ||
                        options.witness != WitnessFile::none;
  if (!pictured || options.shown() == Show::none) return Traces::none;
  const bool one = options.shown() == Show::telling && !options.compares();
  return one ? Traces::witness : Traces::every_outcome;
}

// A word, and what is in the file of that name, if there is one.
std::string with_content(const std::string& word) {
  const std::optional<std::uint64_t> content = hash_of_file(word);
  return content ? word + ' ' + std::to_string(*content) : word;
}

std::vector<std::string> asked_lines(const CommandEntry* command, const GivenArguments& given) {
  std::vector<std::string> lines;
  if (command != nullptr) lines.emplace_back(command->name);
  for (const std::string& word : given.words) lines.push_back(with_content(word));
  for (const GivenOption& option : given.options) {
    const OptionEntry& entry = option.option->entry;
    if (entry.noted == Noted::nothing) continue;
    lines.push_back(entry.name());
    if (entry.noted == Noted::name) continue;
    for (const std::string& value : option.values) lines.push_back(with_content(value));
  }
  return lines;
}

}  // namespace

std::variant<Options, Information> parse_options(std::span<const std::string> arguments,
                                                 const std::string& version) {
  const CommandEntry* const command = arguments.empty() ? nullptr : find_command(arguments.front());
  std::vector<std::string> words(arguments.begin() + (command == nullptr ? 0 : 1), arguments.end());
  if (command != nullptr && command->name == "campaign") words = with_groups(words);
  Options options;
  const CommandLine line = command_line(options);
  check_words_after_files(words);
  const GivenArguments given = parse_arguments(words, line);
  if (auto text = information(command, given, line, version)) return Information{*text};
  apply(given, line);
  if (options.writes.has(Destination::instead)) write_for_a_pane(options);
  if (command != nullptr) read_words(*command, options);
  if (options.merge) read_journals(options);
  check_together(command, given, options);
  if (command == nullptr) check_first_word(arguments, options);
  options.explore.traces = needed_traces(options);
  options.words.assign(arguments.begin(), arguments.end());
  if (options.journal) options.asked_lines = asked_lines(command, given);
  return options;
}

std::optional<std::string> json_target(std::span<const std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--") break;
    const bool is_apart = word.find('=') == std::string::npos && i + 1 < arguments.size();
    const std::string whole = is_apart ? word + '=' + arguments[i + 1] : word;
    for (const std::string_view start : {"--write=json=", "-write=json=", "--json=", "-json="}) {
      const std::string file = whole.starts_with(start) ? whole.substr(start.size()) : "";
      if (is_file(file)) return file;
    }
  }
  return std::nullopt;
}

std::string noted_question(const Options& options, const ToolInfo& tool, const std::string& tests) {
  std::string text = "program: " + tool.name + ' ' + tool.version + ' ' + tool.revision + '\n';
  for (const std::string& line : options.asked_lines) text += "asked: " + line + '\n';
  text += tests;
  const CampaignShard shard = options.shard.value_or(CampaignShard());
  return question_of_part(text, shard.number, shard.count);
}

}  // namespace opexplore
