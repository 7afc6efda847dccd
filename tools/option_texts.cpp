#include "tools/option_texts.hpp"

#include <algorithm>

#include "tools/amounts.hpp"

namespace opexplore {
namespace {

template <class T>
T chosen(const std::string& option, const std::string& value,
         const std::vector<std::pair<std::string, T>>& choices) {
  std::string known;
  for (const auto& [name, choice] : choices) {
    if (name == value) return choice;
    known += (known.empty() ? "" : ", ") + name;
  }
  throw UsageError(option + " knows no " + value, "choose one of " + known);
}

// More threads than any computer has cores are a mistake, and cannot all be started.
constexpr std::uint64_t most_threads = 1024;

void read_limits(const OptionTexts& texts, ExploreOptions& explore) {
  if (!texts.threads.empty()) {
    const auto threads = parse_amount(texts.threads, 1000);
    if (!threads || *threads > most_threads) {
      throw UsageError("--threads: " + texts.threads + " is no number of threads",
                       "write 1 to " + std::to_string(most_threads) + ", or 0 for one per core");
    }
    explore.threads = static_cast<unsigned>(*threads);
  }
  if (!texts.timeout.empty()) {
    explore.timeout = parse_duration(texts.timeout);
    if (!explore.timeout) {
      throw UsageError("--timeout: " + texts.timeout + " is no time", "write 90s, 500ms, 2m or 1h");
    }
  }
  const auto amount = [](const std::string& option, const std::string& text, std::uint64_t unit) {
    const auto value = parse_amount(text, unit);
    if (!value) throw UsageError(option + ": " + text + " is no amount", "write 5000, 200K or 4G");
    return value;
  };
  if (!texts.max_states.empty()) {
    explore.max_states = amount("--max-states", texts.max_states, 1000);
  }
  if (!texts.max_memory.empty()) {
    explore.max_memory = amount("--max-memory", texts.max_memory, 1024);
  }
}

void read_properties(const OptionTexts& texts, Options& options) {
  for (const std::string& name : texts.check) {
    if (name != "deadlock") {
      throw UsageError("--check knows no " + name, "what can be checked is deadlock");
    }
    options.check_deadlock = true;
  }
  for (const std::string& name : texts.property) {
    if (name == "deadlock") {
      options.check_deadlock = true;
    } else if (name != "program_spec") {
      throw UsageError("property " + name + " is not offered",
                       "properties are program_spec and deadlock");
    }
  }
}

void read_results(const OptionTexts& texts, Options& options) {
  if (!texts.trace.empty()) {
    options.trace = chosen<TraceDetail>(
        "--trace", texts.trace, {{"changes", TraceDetail::changes}, {"full", TraceDetail::full}});
  }
  if (!texts.dot.empty()) options.dot = texts.dot == OptionTexts::dot_per_test ? "" : texts.dot;
  if (!texts.witness.empty()) {
    options.witness = chosen<WitnessFile>(
        "--witness", texts.witness,
        {{"none", WitnessFile::none}, {"dot", WitnessFile::dot}, {"json", WitnessFile::json}});
  }
  if (!texts.show.empty()) {
    options.show = chosen<Show>("-show", texts.show,
                                {{"prop", Show::proposition},
                                 {"neg", Show::negated},
                                 {"cond", Show::condition},
                                 {"wit", Show::witness},
                                 {"all", Show::all},
                                 {"none", Show::none}});
  }
  if (texts.hexadecimal) options.radix = Radix::hexadecimal;
  if (!texts.speedcheck.empty()) {
    options.explore.verdict_only = chosen<bool>("-speedcheck", texts.speedcheck,
                                                {{"true", true}, {"fast", true}, {"false", false}});
  }
}

void check_sources(const std::vector<std::string>& sources) {
  if (sources.empty()) {
    throw UsageError("no test given",
                     "name a file, a directory, an @index, or - for standard input; --help lists "
                     "the options");
  }
  if (std::find(sources.begin(), sources.end(), "") != sources.end()) {
    throw UsageError("the name of a test is empty", "- is standard input");
  }
}

// A word such as --trace where a file must stand: an option after a forgotten value.
void check_files(const Options& options) {
  const auto check = [](const std::string& option, const std::filesystem::path& file) {
    if (is_file(file.string())) return;
    throw UsageError(option + " needs the name of a file, not " + file.string(),
                     "a file of that name is ./" + file.string());
  };
  if (options.json) check("--json", *options.json);
  if (options.dot && !options.dot->empty()) check("--dot", *options.dot);
  if (options.directory) check("-o", *options.directory);
  if (options.kinds) check("--kinds", *options.kinds);
  if (options.expect) check("--expect", *options.expect);
  if (options.rank) check("--rank", *options.rank);
  if (options.tables) check("--tables", *options.tables);
  for (const auto& file : options.search) check("-I", file);
  for (const auto& file : options.names) check("--names", file);
  for (const auto& file : options.excluded_names) check("--excl", file);
}

// What a ranking has no use for would be lost without a word.
void check_ranking(const OptionTexts& texts, const Options& options) {
  if (!options.rank) {
    if (options.tables) throw UsageError("--tables goes with --rank", "name the observations");
    return;
  }
  const std::vector<std::pair<std::string, bool>> others{
      {"--compare-with", options.compare_with.has_value()},
      {"--kinds", options.kinds.has_value()},
      {"--expect", options.expect.has_value()},
      {"--strict-ptx", options.strict_ptx},
      {"--speedcheck", !texts.speedcheck.empty()},
      {"--count-paths", options.explore.count_paths},
      {"--check", !texts.check.empty()},
      {"--property", !texts.property.empty()},
      {"--trace", options.trace.has_value()},
      {"--dot", options.dot.has_value()},
      {"--witness", !texts.witness.empty()},
      {"--show", options.show.has_value()},
      {"-o", options.directory.has_value()},
      {"--suffix", !options.suffix.empty()},
      {"--hexa", texts.hexadecimal}};
  for (const auto& [name, given] : others) {
    if (given) throw UsageError("--rank and " + name + " do not go together", "leave one out");
  }
}

void check_comparison(const Options& options) {
  if (options.explore.verdict_only) {
    throw UsageError("--compare-with compares all outcomes, --speedcheck does not look for them",
                     "leave one of them out");
  }
}

}  // namespace

bool is_file(const std::string& word) {
  return word == "-" || (!word.empty() && word.front() != '-');
}

void read_texts(const OptionTexts& texts, Options& options) {
  read_limits(texts, options.explore);
  read_properties(texts, options);
  read_results(texts, options);
  check_files(options);
  MachineOptions& machine = options.explore.machine;
  machine.fuse_local = !texts.no_reduce && !texts.no_fuse_local;
  machine.prune_spins = !texts.no_reduce && !texts.no_prune_spins;
  machine.split_components = !texts.no_reduce && !texts.no_split_components;
  for (const auto& [name, value] : texts.settings) {
    if (!value.empty()) machine.settings.emplace(name, value);
  }
  machine.forget_dead = !texts.no_reduce && !texts.no_forget_dead;
  if (options.json == "-" && options.dot == "-") {
    throw UsageError("--json and --dot cannot both write to standard output");
  }
  if (options.kinds && options.expect) {
    throw UsageError("-kinds and --expect both say what to expect", "give one of them");
  }
  check_ranking(texts, options);
  if (options.compare_with) check_comparison(options);
  const bool pictured =
      options.compare_with || options.trace || options.dot || options.witness != WitnessFile::none;
  if (pictured && options.shown() != Show::none) {
    const bool one = options.shown() == Show::witness && !options.compare_with;
    options.explore.traces = one ? Traces::witness : Traces::every_outcome;
  }
  check_sources(options.sources);
}

}  // namespace opexplore
