#include "tools/options.hpp"

#include <CLI/CLI.hpp>
#include <cctype>
#include <map>

#include "answers/settings.hpp"
#include "axioms/axioms.hpp"
#include "axioms/library.hpp"
#include "tools/cli_app.hpp"
#include "tools/help.hpp"
#include "tools/option_checks.hpp"
#include "tools/option_texts.hpp"

namespace opexplore {
namespace {

const ShortOptions letters{.with_value = "Ioj", .flags = "vqh"};

void add_test_options(CLI::App& app, Options& options, OptionTexts& texts) {
  app.add_option("sources", options.sources)->group("");
  app.add_option("-I,--libdir,--set-libdir", options.search,
                 "DIR\tAlso look for files and indexes there (repeatable)");
  app.add_option("--names", options.names, "FILE\tRun only the tests it names (repeatable)");
  app.add_option("--excl", options.excluded_names,
                 "FILE\tDo not run the tests it names (repeatable)");
  app.add_option("--kinds", options.kinds,
                 "FILE\tLines `name Allowed|Forbidden|Required`: rewrites quantifiers");
  app.add_option("--expect", options.expect, "FILE\tLines `path,0|1`: the verdicts to expect");
  app.add_option("--launch", options.launch,
                 "FILE.json\tHow the kernels of .ptx files are launched, and what is asked");
  app.add_flag("--strict-ptx", options.strict_ptx, "Refuse what no PTX assembler takes");
  app.add_option("--generate", options.generate,
                 "WORDS\tThe tests that opgen makes of these words; @FILE has lines of them "
                 "(repeatable)");
  app.add_option("--every", texts.every, "N\tOf the generated tests, one of so many");
  for (CLI::Option* option : app.get_options()) {
    if (option->get_positional()) continue;
    option->group("tests");
    if (option->get_items_expected_max() > 0) option->allow_extra_args(false);  // a test follows
  }
}

// "isa|dat3m"; of many values those that fit, for --machines lists them all.
std::string shown_values(const OfferedSetting& setting) {
  constexpr std::size_t most_shown = 32;
  std::string values;
  for (const std::string& value : setting.values) {
    const bool fits = values.size() + value.size() <= most_shown;
    values += (values.empty() ? "" : "|") + (fits ? value : "...");
    if (!fits) break;
  }
  if (setting.is_switch()) values = "[" + values + "]";
  return setting.several ? values + "[+...]" : values;
}

// "What it is (of these machines)", with a capital letter.
std::string sentence(const OfferedSetting& setting) {
  std::string text = setting.summary + " (";
  for (const std::string& machine : setting.machines) {
    text += (&machine == &setting.machines.front() ? "" : ", ") + machine;
  }
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + ')';
}

void add_machine_options(CLI::App& app, Options& options, OptionTexts& texts) {
  const std::string group = "machine";
  app.add_option(
         "--machine,--model", options.machine,
         "NAME[:SETTING=VALUE,...]\tA machine (default: ptx-proxy), or a model; a list with "
         "--rank, --stalls and --generate")
      ->group(group);
  app.add_option("--compare-with", options.compare_with,
                 "NAME[:SETTING=VALUE,...]\tA second one: show where the outcomes differ")
      ->group(group);
  app.add_option(
         "--within", options.within,
         "NAME[:SETTING=VALUE,...]\tA second one, which has every outcome of the first; one "
         "that it lacks ends with 20")
      ->group(group);
  app.add_option("--check-axioms", texts.check_axioms,
                 "[MODEL]\tCompare the machine with its axioms; a difference ends with 20")
      ->group(group);
  app.add_option("--distinguish", options.distinguish,
                 "A B\tFind a smallest test on which two machines or models differ")
      ->group(group);
  app.add_flag("--minimise", options.minimise,
               "Shrink a test that shows a difference or reaches its outcome")
      ->group(group);
  app.add_flag("--machines", texts.machines, "List the machines with their rules, and end")
      ->group(group);
  app.add_flag("--diagram", options.diagram, "Draw the automaton inside the machine, and end")
      ->group(group);
  app.add_flag("--models", texts.models, "List the axiomatic models, and end")->group(group);
  for (const OfferedSetting& setting : offered_settings()) {
    CLI::Option* const option = app.add_option("--" + setting.name, texts.settings[setting.name],
                                               shown_values(setting) + '\t' + sentence(setting));
    option->group(settings_group);
    // Given again, it adds a value; CLI11 puts a line break between them.
    if (setting.several) option->multi_option_policy(CLI::MultiOptionPolicy::Join);
  }
  app.add_flag("--no-reduce", texts.no_reduce, "Switch all reductions off")->group(group);
  app.add_flag("--no-fuse-local", texts.no_fuse_local, "Make register arithmetic steps of its own")
      ->group(group);
  app.add_flag("--no-prune-spins", texts.no_prune_spins, "Keep loop iterations without effect")
      ->group(group);
  app.add_flag("--no-split-components", texts.no_split_components,
               "Interleave threads that cannot interact")
      ->group(group);
  app.add_flag("--no-forget-dead", texts.no_forget_dead, "Keep knowledge that nothing will use")
      ->group(group);
  app.add_flag("--no-look-ahead", texts.no_look_ahead,
               "Let any load and fence of a ptx machine be late, whatever the program")
      ->group(group);
}

void add_search_options(CLI::App& app, Options& options, OptionTexts& texts) {
  const std::string group = "search";
  app.add_option("-j,--threads", texts.threads, "N\tThreads (default, and 0: one per core)")
      ->group(group);
  app.add_option("--timeout", texts.timeout, "TIME\tPer test; suffixes ms, s, m, h")->group(group);
  app.add_option("--max-states", texts.max_states, "N\tPer test; suffixes K, M, G")->group(group);
  app.add_option("--max-memory", texts.max_memory, "BYTES\tPer test; suffixes K, M, G")
      ->group(group);
  app.add_option("--speedcheck", texts.speedcheck, "true|fast\tStop when the verdict is known")
      ->group(group);
  app.add_option("--unroll,--bound", texts.unroll,
                 "N\tJumps back of a thread that a model follows (default: 2)")
      ->group(group);
  app.add_flag("--count-paths", options.explore.count_paths, "Count the paths exactly")
      ->group(group);
  app.add_option("--check", texts.check,
                 "deadlock,races\tStuck states (exit code 13) or data races (11) are failures")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--property", texts.property,
                 "LIST\tprogram_spec,deadlock,data-race: what must hold")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
}

void add_stalls_options(CLI::App& app, Options& options) {
  app.add_flag("--stalls", options.stalls,
               "Count how often each machine holds accesses back to keep them in order")
      ->group("stalls");
}

void add_ranking_options(CLI::App& app, Options& options) {
  const std::string group = "ranking";
  app.add_option("--rank", options.rank,
                 "DATA.json\tRank machines by hardware observations of the tests")
      ->group(group);
  app.add_option("--tables", options.tables, "FILE.md\tWrite the observations beside the machines")
      ->group(group);
}

void add_result_options(CLI::App& app, Options& options, OptionTexts& texts) {
  const std::string group = "results";
  app.add_option("--trace", texts.trace, "[full]\tPrint traces after each block")->group(group);
  app.add_option("--show", texts.show,
                 "prop|neg|cond|wit|all|none\tWhich executions (default: wit)")
      ->group(group);
  app.add_option("--dot", texts.dot, "[FILE.dot]\tDraw executions; without FILE, NAME.dot per test")
      ->group(group);
  app.add_option("--coq", texts.coq,
                 "[FILE.v]\tWrite a certificate that Coq checks; without FILE, NAME.v per test")
      ->group(group);
  app.add_option("--witness", texts.witness, "none|dot|json\tWrite NAME.dot or NAME.json per test")
      ->group(group);
  app.add_option("--json", options.json, "FILE\tWrite one JSON document; - is standard output")
      ->group(group);
  app.add_option("--trace-json", options.trace_json,
                 "FILE\tWrite traces as JSON that `opexplore replay` checks; - is standard output")
      ->group(group);
  app.add_option("-o", options.directory, "DIR\tWrite NAME.log and the files above there")
      ->group(group);
  app.add_option("--suffix", options.suffix, "TEXT\tAdded to NAME in names of files")->group(group);
  app.add_flag("--hexa", texts.hexadecimal, "Print outcomes in hexadecimal")->group(group);
  app.add_flag("-v,--verbose", options.verbosity, "Say more on standard error")->group(group);
  app.add_flag("-q,--quiet", options.quiet,
               "No remarks and no progress; what changes a verdict is said")
      ->group(group);
  app.add_flag("--version", texts.version, "Print version and revision, and end")->group(group);
  app.add_option("-h,--help", texts.help, "[short|all|GROUP]\tPrint this, and end")->group(group);
}

std::vector<OptionShape> shapes(const CLI::App& app) {
  std::map<std::string, std::pair<std::vector<std::string>, std::string>> optional{
      {"trace", {{"full", "changes"}, "changes"}},
      {"dot", {{"-", "*.dot"}, OptionTexts::dot_per_test}},
      {"coq", {{"*.v"}, OptionTexts::coq_per_test}},
      {"check-axioms", {{"*.cat"}, OptionTexts::own_axioms}},
      {"speedcheck", {{"true", "false", "fast"}, "true"}},
      {"help", {{"*"}, usual_topic}}};
  for (const EmbeddedFile& model : axioms::embedded_models()) {
    optional["check-axioms"].first.emplace_back(model.stem());
  }
  for (const OfferedSetting& setting : offered_settings()) {
    if (setting.is_switch()) optional[setting.name] = {{"true", "false"}, "true"};
  }
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

}  // namespace

std::variant<Options, Information> parse_options(std::span<const std::string> arguments,
                                                 const std::string& version) {
  Options options;
  OptionTexts texts;
  CLI::App app;
  app.set_help_flag("");
  add_test_options(app, options, texts);
  add_result_options(app, options, texts);
  add_search_options(app, options, texts);
  add_machine_options(app, options, texts);
  add_ranking_options(app, options);
  add_stalls_options(app, options);
  check_words_after_files(arguments);
  parse_arguments(app, normalise_arguments(arguments, shapes(app), letters));
  if (!texts.help.empty()) return Information{help_text(help_entries(app), texts.help)};
  if (texts.version) return Information{version + '\n'};
  if (texts.machines) return Information{machines_text(machines())};
  if (texts.models) return Information{models_text(axioms::built_in_models())};
  read_texts(texts, options);
  return options;
}

std::optional<std::string> json_target(std::span<const std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--") break;
    if ((word == "--json" || word == "-json") && i + 1 < arguments.size()) {
      if (is_file(arguments[i + 1])) return arguments[i + 1];
    }
    for (const std::string_view start : {"--json=", "-json="}) {
      const std::string file = word.starts_with(start) ? word.substr(start.size()) : "";
      if (is_file(file)) return file;
    }
  }
  return std::nullopt;
}

}  // namespace opexplore
