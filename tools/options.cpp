#include "tools/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "tools/amounts.hpp"
#include "tools/help.hpp"

namespace opexplore {
namespace {

// The value of --dot that stands for a file per test; CLI11 takes no empty values.
const std::string per_test = ".";

const ShortOptions letters{.with_value = "Ioj", .flags = "vqh"};

// Values that CLI11 reads as text and that are more than text.
struct Texts {
  std::string timeout, max_states, max_memory, show, witness, trace, dot, speedcheck, help;
  std::vector<std::string> check, property;
  bool no_reduce = false, no_fuse_local = false, no_prune_spins = false,
       no_split_components = false, hexadecimal = false, version = false, machines = false;
};

void add_test_options(CLI::App& app, Options& options) {
  app.add_option("sources", options.sources)->group("");
  app.add_option("-I,--libdir,--set-libdir", options.search,
                 "DIR\tAlso look for files and indexes there (repeatable)");
  app.add_option("--names", options.names, "FILE\tRun only the tests it names (repeatable)");
  app.add_option("--excl", options.excluded_names,
                 "FILE\tDo not run the tests it names (repeatable)");
  app.add_option("--kinds", options.kinds,
                 "FILE\tLines `name Allowed|Forbidden|Required`: rewrites quantifiers");
  app.add_option("--expect", options.expect, "FILE\tLines `path,0|1`: the verdicts to expect");
  for (CLI::Option* option : app.get_options()) {
    if (option->get_positional()) continue;
    option->group("tests")->allow_extra_args(false);  // one value each: what follows is a test
  }
}

void add_machine_options(CLI::App& app, Options& options, Texts& texts) {
  const std::string group = "machine";
  app.add_option("--machine,--model", options.machine, "NAME\tThe machine (default: ptx-proxy)")
      ->group(group);
  app.add_flag("--machines", texts.machines, "List the machines with their rules, and end")
      ->group(group);
  app.add_option("--ptx-reading", options.explore.machine.reading,
                 "NAME\tHow to read the source where it allows several ways")
      ->group(group);
  app.add_flag("--no-reduce", texts.no_reduce, "Switch all reductions off")->group(group);
  app.add_flag("--no-fuse-local", texts.no_fuse_local, "Make register arithmetic steps of its own")
      ->group(group);
  app.add_flag("--no-prune-spins", texts.no_prune_spins, "Keep loop iterations without effect")
      ->group(group);
  app.add_flag("--no-split-components", texts.no_split_components,
               "Interleave threads that cannot interact")
      ->group(group);
}

void add_search_options(CLI::App& app, Options& options, Texts& texts) {
  const std::string group = "search";
  app.add_option("-j,--threads", options.explore.threads, "N\tThreads (default: one per core)")
      ->group(group);
  app.add_option("--timeout", texts.timeout, "TIME\tPer test; suffixes ms, s, m, h")->group(group);
  app.add_option("--max-states", texts.max_states, "N\tPer test; suffixes K, M, G")->group(group);
  app.add_option("--max-memory", texts.max_memory, "BYTES\tPer test; suffixes K, M, G")
      ->group(group);
  app.add_option("--speedcheck", texts.speedcheck, "true|fast\tStop when the verdict is known")
      ->group(group);
  app.add_flag("--count-paths", options.explore.count_paths, "Count the paths exactly")
      ->group(group);
  app.add_option("--check", texts.check, "deadlock\tStuck states are failures (exit code 13)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--property", texts.property, "LIST\tprogram_spec,deadlock: what must hold")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
}

void add_result_options(CLI::App& app, Options& options, Texts& texts) {
  const std::string group = "results";
  app.add_option("--json", options.json, "FILE\tWrite one JSON document; - is standard output")
      ->group(group);
  app.add_option("--trace", texts.trace, "[full]\tPrint traces after each block")->group(group);
  app.add_option("--dot", texts.dot, "[FILE.dot]\tDraw executions; without FILE, NAME.dot per test")
      ->group(group);
  app.add_option("--witness", texts.witness, "none|dot|json\tWrite NAME.dot or NAME.json per test")
      ->group(group);
  app.add_option("--show", texts.show,
                 "prop|neg|cond|wit|all|none\tWhich executions (default: wit)")
      ->group(group);
  app.add_option("-o", options.directory, "DIR\tWrite NAME.log and the files above there")
      ->group(group);
  app.add_option("--suffix", options.suffix, "TEXT\tAdded to NAME in names of files")->group(group);
  app.add_flag("--hexa", texts.hexadecimal, "Print outcomes in hexadecimal")->group(group);
  app.add_flag("-v,--verbose", options.verbosity, "Say more on standard error")->group(group);
  app.add_flag("-q,--quiet", options.quiet, "No warnings and no progress")->group(group);
  app.add_flag("--version", texts.version, "Print version and revision, and end")->group(group);
  app.add_option("-h,--help", texts.help, "[short|GROUP]\tPrint this, and end")->group(group);
}

// Descriptions are "PLACEHOLDER<tab>sentence"; flags have no placeholder.
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

std::vector<OptionShape> shapes(const CLI::App& app) {
  const std::map<std::string, std::pair<std::vector<std::string>, std::string>> optional{
      {"trace", {{"full", "changes"}, "changes"}},
      {"dot", {{"-", "*.dot"}, per_test}},
      {"speedcheck", {{"true", "false", "fast"}, "true"}},
      {"help", {{"*"}, "all"}}};
  std::vector<OptionShape> result;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      OptionShape shape{name, OptionShape::Argument::required, {}, {}};
      if (const auto found = optional.find(name); found != optional.end()) {
        shape.argument = OptionShape::Argument::optional;
        shape.words = found->second.first;
        shape.otherwise = found->second.second;
      } else if (option->get_items_expected_max() == 0) {
        shape.argument = OptionShape::Argument::none;
        if (name != "verbose") shape.words = {"true", "false"};
      }
      result.push_back(std::move(shape));
    }
  }
  return result;
}

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

void read_limits(const Texts& texts, ExploreOptions& explore) {
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

void read_properties(const Texts& texts, Options& options) {
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

void read_results(const CLI::App& app, const Texts& texts, Options& options) {
  if (app.count("--trace") > 0) {
    options.trace = chosen<TraceDetail>(
        "--trace", texts.trace, {{"changes", TraceDetail::changes}, {"full", TraceDetail::full}});
  }
  if (app.count("--dot") > 0) options.dot = texts.dot == per_test ? "" : texts.dot;
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

void read_texts(const CLI::App& app, const Texts& texts, Options& options) {
  read_limits(texts, options.explore);
  read_properties(texts, options);
  read_results(app, texts, options);
  MachineOptions& machine = options.explore.machine;
  machine.fuse_local = !texts.no_reduce && !texts.no_fuse_local;
  machine.prune_spins = !texts.no_reduce && !texts.no_prune_spins;
  machine.split_components = !texts.no_reduce && !texts.no_split_components;
  if (options.json == "-" && options.dot == "-") {
    throw UsageError("--json and --dot cannot both write to standard output");
  }
  if (options.kinds && options.expect) {
    throw UsageError("-kinds and --expect both say what to expect", "give one of them");
  }
  const bool pictured = options.trace || options.dot || options.witness != WitnessFile::none;
  if (pictured && options.shown() != Show::none) {
    options.explore.traces =
        options.shown() == Show::witness ? Traces::witness : Traces::every_outcome;
  }
  if (options.sources.empty()) {
    throw UsageError("no test given",
                     "name a file, a directory, an @index, or - for standard "
                     "input; --help lists the options");
  }
}

}  // namespace

std::variant<Options, Information> parse_options(std::span<const std::string> arguments,
                                                 const std::string& version) {
  Options options;
  Texts texts;
  CLI::App app;
  app.set_help_flag("");
  add_test_options(app, options);
  add_machine_options(app, options, texts);
  add_search_options(app, options, texts);
  add_result_options(app, options, texts);
  std::vector<std::string> words = normalise_arguments(arguments, shapes(app), letters);
  std::replace(words.begin(), words.end(), std::string("-h"), std::string("--help=all"));
  std::reverse(words.begin(), words.end());  // CLI11 takes the last first
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what(), "--help lists the options");
  }
  if (!texts.help.empty()) {
    std::vector<HelpEntry> entries;
    for (const CLI::Option* option : app.get_options()) {
      if (!option->get_group().empty()) entries.push_back(help_entry(*option));
    }
    return Information{help_text(entries, texts.help)};
  }
  if (texts.version) return Information{version + '\n'};
  if (texts.machines) return Information{machines_text(machines())};
  read_texts(app, texts, options);
  return options;
}

std::optional<std::string> json_target(std::span<const std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--") break;
    if ((word == "--json" || word == "-json") && i + 1 < arguments.size()) {
      const std::string& file = arguments[i + 1];
      if (file == "-" || !file.starts_with('-')) return file;
    }
    for (const std::string_view start : {"--json=", "-json="}) {
      if (word.starts_with(start) && word.size() > start.size()) return word.substr(start.size());
    }
  }
  return std::nullopt;
}

}  // namespace opexplore
