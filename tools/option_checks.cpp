#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "export/coq_names.hpp"
#include "export/formats.hpp"
#include "export/output_guard.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

// A forgotten value makes the only test an output.
void check_forgotten(const Options& options) {
  OutputGuard guard([] { return OutputGuard::Paths(); });
  for (const Format* const format : formats()) {
    const std::string file = options.writes.file(*format).value_or("");
    if (!file.empty()) guard.require_replaceable(option_of(*format), file);
  }
}

void check_sources(const Options& options) {
  const std::vector<std::string>& sources = options.sources;
  if (sources.empty()) {
    check_forgotten(options);
    throw OutputUsageError(
        "no test given",
        "name a file, a directory, an @index, or - for standard input; --help lists "
        "the options");
  }
  if (std::find(sources.begin(), sources.end(), "") != sources.end()) {
    throw UsageError("the name of a test is empty", "- is standard input");
  }
}

bool can_be_test(const std::filesystem::path& word) {
  if (word == "-" || word.filename().string().starts_with('@')) return true;
  std::error_code error;
  if (std::filesystem::is_regular_file(word, error)) return kind_of_file(word) != FileKind::other;
  if (std::filesystem::exists(word, error)) return true;  // a directory, or a pipe
  // Perhaps in a directory of -I; or a name, for --distinguish.
  const std::filesystem::path suffix = word.extension();
  return suffix.empty() || suffix == ".litmus" || suffix == ".test" || suffix == ".ptx" ||
         suffix == ".ll" || suffix == ".cu" || suffix == ".cat";
}

// coqc takes the name of a file for that of a module.
void check_certificate(const std::filesystem::path& file) {
  const std::string name = file.stem().string();
  if (file.extension() == ".v" && name == coq_identifier(name)) return;
  throw UsageError(
      "--write coq: coqc takes no file of the name " + file.filename().string(),
      "a name of letters, digits and _ that ends in .v is " + coq_identifier(name) + ".v");
}

// A word such as --trace where a file must stand: an option after a forgotten value.
void check_files(const Options& options) {
  const auto check = [](const std::string& option, const std::filesystem::path& file) {
    if (is_file(file.string())) return;
    throw UsageError(option + " needs the name of a file, not " + file.string(),
                     "a file of that name is ./" + file.string());
  };
  for (const Format* const format : formats()) {
    const std::string file = options.writes.file(*format).value_or("");
    if (file.empty()) continue;
    const std::string option = option_of(*format);
    if (format->destination == Destination::picture && file == "-") {
      throw UsageError(option + " needs the name of a file",
                       "--write dot=- | dot -T... draws to standard output");
    }
    check(option, file);
    if (format == &coq_format) check_certificate(file);
  }
  if (options.directory) check("-o", *options.directory);
  if (options.kinds) check("--kinds", *options.kinds);
  if (options.expect) check("--expect", *options.expect);
  if (options.launch) check("--launch", *options.launch);
  if (options.rank) check("--rank", *options.rank);
  if (options.tables) check("--write tables", *options.tables);
  for (const auto& file : options.search) check("-I", file);
  for (const auto& file : options.names) check("--names", file);
  for (const auto& file : options.excluded_names) check("--excl", file);
}

void check_standard_output(const Options& options) {
  std::string first;
  for (const Format* const format : formats()) {
    if (options.writes.file(*format) != "-") continue;
    if (!first.empty()) {
      throw UsageError(first + " and " + option_of(*format) +
                       " cannot both write to standard output");
    }
    first = option_of(*format);
  }
  if (first.empty()) return;
  for (const Format* const format : formats()) {
    const bool prints =
        format->destination == Destination::beside || format->destination == Destination::instead;
    if (!prints || !options.writes.has(*format)) continue;
    throw UsageError(first + " and " + option_of(*format) + " cannot both write to standard output",
                     "give " + first + " a file");
  }
}

// Commands by their older spellings, in which options say what is asked.
std::string spelled(const CommandEntry* command, std::string_view asked) {
  if (command != nullptr && command->name == asked) return std::string(asked);
  if (asked == "campaign") return "--generate with --compare-with, --within or --check-axioms";
  if (asked == "compare" || asked == "within") return "a comparison";
  return asked == "run" ? "run" : "--" + std::string(asked);
}

// All that is asked at once, what outranks others first.
std::vector<std::string_view> asked_by(const CommandEntry* command, const Options& options) {
  const bool campaign = options.task() == Task::campaign;
  const bool two = options.compares() && !options.distinguish && !campaign;
  std::vector<std::string_view> asked;
  if (command != nullptr && command->name != "run") asked.push_back(command->name);
  for (const auto& [name, given] : {std::pair{"diagram", options.diagram},
                                    {"stalls", options.stalls},
                                    {"readings", options.all_readings},
                                    {"rank", options.rank.has_value()},
                                    {"distinguish", options.distinguish.has_value()},
                                    {"campaign", campaign},
                                    {"minimise", options.minimise},
                                    {"within", two && options.within},
                                    {"compare", two && !options.within}}) {
    if (given && std::ranges::find(asked, name) == asked.end()) asked.push_back(name);
  }
  if (asked.empty()) asked.push_back("run");
  return asked;
}

struct Unheeded {
  std::string_view command, options;
};

// Without effect and accepted before commands had names: old scripts may have them.
constexpr std::array unheeded{
    Unheeded{"diagram",
             "--libdir --names --excl --launch --threads --timeout --max-states --max-memory "
             "--unroll --no-reduce --no-fuse-local --no-prune-spins --no-split-components "
             "--no-forget-dead --no-look-ahead"},
    Unheeded{"distinguish", "--libdir --launch"}, Unheeded{"campaign", "--libdir --launch"}};

bool is_unheeded(std::string_view command, const OptionEntry& option) {
  const auto* const found = std::ranges::find(unheeded, command, &Unheeded::command);
  if (found == unheeded.end()) return false;
  const std::vector<std::string_view> names = blank_separated(found->options);
  return std::ranges::find(names, option.name()) != names.end();
}

void check_minimise(const Options& options) {
  if (!options.minimise) return;
  for (const auto& [what, asked] : {std::pair{"deadlocks", options.check_deadlock},
                                    {"data races", options.check_races},
                                    {"runs without end", options.check_termination}}) {
    if (!asked) continue;
    throw UsageError(
        std::string("minimise shrinks tests that show an outcome or a difference, not ") + what,
        "leave one of the two out");
  }
}

// What a search towards the condition leaves out.
void check_goal(const Options& options) {
  if (!options.explore.machine.goal) return;
  for (const auto& [name, given] : {std::pair{"--property deadlock", options.check_deadlock},
                                    {"--property data-race", options.check_races},
                                    {"--property ends", options.check_termination},
                                    {"--count-paths", options.explore.count_paths}}) {
    if (!given) continue;
    throw UsageError("--verdict=all searches for the verdict alone, and " + std::string(name) +
                         " asks about all states",
                     "leave one of them out");
  }
}

// What asks about all executions, and what chooses among them in another way.
void check_hunt(const Options& options) {
  if (!options.hunt) return;
  for (const auto& [name, given] : {std::pair{"--property ends", options.check_termination},
                                    {"--count-paths", options.explore.count_paths},
                                    {"--write coq", options.writes.has(coq_format)},
                                    {"--verdict=all", options.explore.machine.goal}}) {
    if (!given) continue;
    throw UsageError("--hunt shows what it finds, and " + std::string(name) +
                         " asks for a search of all that counts",
                     "leave one of them out");
  }
}

// What a command has no use for would be lost without a word.
void check_commands(const CommandEntry* command, const GivenArguments& given,
                    const Options& options) {
  for (const std::string_view asked : asked_by(command, options)) {
    for (const GivenOption& option : given.options) {
      const OptionEntry& entry = option.option->entry;
      const bool again = command != nullptr && entry.alias_of == command->name;
      if (!again && entry.goes_with(asked)) continue;
      // What is switched off changes nothing: accepted before commands had names, too.
      const bool off = option.values.back() == "false";
      if (command == nullptr && (off || is_unheeded(asked, entry))) continue;
      throw UsageError(
          spelled(command, asked) + " and " + written_today(entry) + " do not go together",
          "leave one out");
    }
  }
}

void check_words(const Options& options) {
  switch (options.task()) {
    case Task::diagram:
      if (options.sources.empty()) return;
      throw UsageError("a diagram and a test do not go together", "leave one out");
    case Task::distinguish:
      if (options.sources.size() == 1) return;
      throw UsageError("distinguish takes two machines or models",
                       "write distinguish A B; tests to choose from come with --generate");
    case Task::campaign:
      if (options.sources.empty()) return;
      throw UsageError("generated tests and " + options.sources.front() + " do not go together",
                       "check files in a run of their own");
    case Task::merge:
      return;
    case Task::rank:
    case Task::stalls:
    case Task::readings:
    case Task::explore:
      if (options.generate.empty()) check_sources(options);
  }
}

void check_comparison(const Options& options) {
  std::string first;
  for (const auto& [name, given] : {std::pair{"--compare-with", options.compare_with.has_value()},
                                    {"--within", options.within.has_value()},
                                    {"--check-axioms", options.check_axioms.has_value()}}) {
    if (!given) continue;
    if (!first.empty()) {
      throw UsageError(first + " and " + name + " both name a second side",
                       "leave one of them out");
    }
    first = name;
  }
  if (!options.compares()) return;
  for (const auto& [name, given] : {std::pair{"--verdict", options.explore.verdict_only},
                                    {"--verdict=all", options.explore.machine.goal}}) {
    if (!given) continue;
    throw UsageError(
        "a comparison is of all outcomes, and " + std::string(name) + " does not look for them",
        "leave one of them out");
  }
}

}  // namespace

void check_words_after_files(std::span<const std::string> arguments) {
  for (std::size_t i = 0; i + 1 < arguments.size() && arguments[i] != "--"; ++i) {
    for (const auto& [option, suffix] : {std::pair{"dot", ".dot"}, {"coq", ".v"}}) {
      const std::string name = std::string("--") + option;
      if (arguments[i] != name && arguments[i] != name.substr(1)) continue;
      const std::filesystem::path word = arguments[i + 1];
      if (!is_file(word.string()) || word.extension() == suffix || can_be_test(word)) continue;
      throw UsageError(
          name + " writes files that end in " + suffix + ", and " + word.string() +
              " is neither that nor a test",
          "write " + name + ' ' + std::filesystem::path(word).replace_extension(suffix).string());
    }
  }
}

bool is_file(const std::string& word) {
  return word == "-" || (!word.empty() && word.front() != '-');
}

void check_together(const CommandEntry* command, const GivenArguments& given,
                    const Options& options) {
  check_files(options);
  check_standard_output(options);
  if (options.kinds && options.expect) {
    throw UsageError("-kinds and --expect both say what to expect", "give one of them");
  }
  if (options.tables && !options.rank) {
    throw UsageError("--write tables goes with rank", "name the observations");
  }
  if (given.values("--every") != nullptr && options.generate.empty()) {
    throw UsageError("--every goes with --generate", "say which tests to make");
  }
  if (options.shard && !options.journal) {
    throw UsageError("--shard without --journal: its part would be lost for the whole",
                     "name a file for it with --journal FILE");
  }
  const LargeSearch& large = options.explore.large;
  if (large.resume && !large.store && !large.checkpoint && !options.journal) {
    throw UsageError("--resume: there is nothing to go on with",
                     "name a journal with --journal FILE, or of the search of one test its "
                     "--checkpoint FILE or --store DIR");
  }
  check_minimise(options);
  check_comparison(options);
  check_goal(options);
  check_hunt(options);
  check_commands(command, given, options);
  check_words(options);
}

}  // namespace opexplore
