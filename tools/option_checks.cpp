#include "tools/option_checks.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "export/coq_names.hpp"
#include "export/output_guard.hpp"

namespace opexplore {
namespace {

using Given = std::vector<std::pair<std::string, bool>>;

// A forgotten value makes the only test an output.
void check_forgotten(const Options& options) {
  OutputGuard guard([] { return OutputGuard::Paths(); });
  for (const auto& [name, file] : {std::pair{"--json", options.json},
                                   {"--trace-json", options.trace_json},
                                   {"--dot", options.dot},
                                   {"--coq", options.coq}}) {
    if (file) guard.require_replaceable(name, *file);
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
  return suffix.empty() || suffix == ".litmus" || suffix == ".ptx" || suffix == ".cat";
}

// coqc takes the name of a file for that of a module.
void check_certificate(const std::filesystem::path& file) {
  const std::string name = file.stem().string();
  if (file.extension() == ".v" && name == coq_identifier(name)) return;
  throw UsageError(
      "--coq: coqc takes no file of the name " + file.filename().string(),
      "a name of letters, digits and _ that ends in .v is " + coq_identifier(name) + ".v");
}

// A word such as --trace where a file must stand: an option after a forgotten value.
void check_files(const Options& options) {
  const auto check = [](const std::string& option, const std::filesystem::path& file) {
    if (is_file(file.string())) return;
    throw UsageError(option + " needs the name of a file, not " + file.string(),
                     "a file of that name is ./" + file.string());
  };
  if (options.json) check("--json", *options.json);
  if (options.trace_json) check("--trace-json", *options.trace_json);
  if (options.dot && !options.dot->empty()) check("--dot", *options.dot);
  if (options.coq && !options.coq->empty()) check_certificate(*options.coq);
  if (options.directory) check("-o", *options.directory);
  if (options.kinds) check("--kinds", *options.kinds);
  if (options.expect) check("--expect", *options.expect);
  if (options.launch) check("--launch", *options.launch);
  if (options.rank) check("--rank", *options.rank);
  if (options.tables) check("--tables", *options.tables);
  for (const auto& file : options.search) check("-I", file);
  for (const auto& file : options.names) check("--names", file);
  for (const auto& file : options.excluded_names) check("--excl", file);
}

void check_standard_output(const Options& options) {
  std::string first;
  for (const auto& [name, file] : {std::pair{"--json", options.json},
                                   {"--trace-json", options.trace_json},
                                   {"--dot", options.dot}}) {
    if (file != "-") continue;
    if (!first.empty()) {
      throw UsageError(first + " and " + name + " cannot both write to standard output");
    }
    first = name;
  }
}

// What a task has no use for would be lost without a word.
void refuse_with(const std::string& task, const Given& others) {
  for (const auto& [name, given] : others) {
    if (given) {
      throw UsageError(task + " and " + name + " do not go together", "leave one out");
    }
  }
}

// Options about the blocks, traces and verdicts of single tests.
Given about_tests(const OptionTexts& texts, const Options& options) {
  return {
      {"--kinds", options.kinds.has_value()},         {"--expect", options.expect.has_value()},
      {"--strict-ptx", options.strict_ptx},           {"--speedcheck", !texts.speedcheck.empty()},
      {"--count-paths", options.explore.count_paths}, {"--check", !texts.check.empty()},
      {"--property", !texts.property.empty()}};
}

Given about_executions(const OptionTexts& texts, const Options& options) {
  return {{"--trace", options.trace.has_value()}, {"--trace-json", options.trace_json.has_value()},
          {"--dot", options.dot.has_value()},     {"--witness", !texts.witness.empty()},
          {"--show", options.show.has_value()},   {"--suffix", !options.suffix.empty()},
          {"--hexa", texts.hexadecimal},          {"--coq", options.coq.has_value()}};
}

Given about_models(const Options& options) {
  return {{"--compare-with", options.compare_with.has_value()},
          {"--within", options.within.has_value()},
          {"--check-axioms", options.check_axioms.has_value()},
          {"--minimise", options.minimise}};
}

void check_ranking(const OptionTexts& texts, const Options& options) {
  refuse_with("--rank", about_models(options));
  refuse_with("--rank", about_tests(texts, options));
  refuse_with("--rank", about_executions(texts, options));
  refuse_with("--rank",
              {{"-o", options.directory.has_value()}, {"--generate", !options.generate.empty()}});
}

void check_stalls(const OptionTexts& texts, const Options& options) {
  refuse_with("--stalls", about_models(options));
  refuse_with("--stalls", about_tests(texts, options));
  refuse_with("--stalls", about_executions(texts, options));
  refuse_with("--stalls", {{"-o", options.directory.has_value()},
                           {"--rank", options.rank.has_value()},
                           {"--distinguish", options.distinguish.has_value()},
                           {"--unroll", options.loop_bound.has_value()}});
}

void check_diagram(const OptionTexts& texts, const Options& options) {
  refuse_with("--diagram", about_models(options));
  refuse_with("--diagram", about_tests(texts, options));
  refuse_with("--diagram", about_executions(texts, options));
  refuse_with("--diagram", {{"-o", options.directory.has_value()},
                            {"--json", options.json.has_value()},
                            {"--rank", options.rank.has_value()},
                            {"--stalls", options.stalls},
                            {"--distinguish", options.distinguish.has_value()},
                            {"--generate", !options.generate.empty()},
                            {"a test", !options.sources.empty()}});
}

void check_distinguishing(const OptionTexts& texts, const Options& options) {
  const std::string task = "--distinguish";
  refuse_with(task, about_models(options));
  refuse_with(task, about_tests(texts, options));
  refuse_with(task, {{"--machine", options.machine.has_value()},
                     {"--trace-json", options.trace_json.has_value()},
                     {"--names", !options.names.empty()},
                     {"--excl", !options.excluded_names.empty()},
                     {"--coq", options.coq.has_value()}});
  if (options.sources.size() == 1) return;
  throw UsageError("--distinguish takes two machines or models",
                   "write --distinguish A B; tests to choose from come with --generate");
}

void check_campaign(const OptionTexts& texts, const Options& options) {
  const std::string task = "--generate with --compare-with, --within or --check-axioms";
  refuse_with(task, about_tests(texts, options));
  refuse_with(task, about_executions(texts, options));
  refuse_with(task,
              {{"--names", !options.names.empty()}, {"--excl", !options.excluded_names.empty()}});
  if (options.sources.empty()) return;
  throw UsageError("generated tests and " + options.sources.front() + " do not go together",
                   "check files in a run of their own");
}

void check_comparison(const Options& options) {
  const Given second{{"--compare-with", options.compare_with.has_value()},
                     {"--within", options.within.has_value()},
                     {"--check-axioms", options.check_axioms.has_value()}};
  std::string first;
  for (const auto& [name, given] : second) {
    if (!given) continue;
    if (!first.empty()) {
      throw UsageError(first + " and " + name + " both name a second side",
                       "leave one of them out");
    }
    first = name;
  }
  refuse_with("a comparison", {{"--coq", options.coq.has_value()}});
  if (options.explore.verdict_only) {
    throw UsageError("a comparison is of all outcomes, and --speedcheck does not look for them",
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

void check_together(const OptionTexts& texts, const Options& options) {
  check_files(options);
  check_standard_output(options);
  if (options.kinds && options.expect) {
    throw UsageError("-kinds and --expect both say what to expect", "give one of them");
  }
  if (options.tables && !options.rank) {
    throw UsageError("--tables goes with --rank", "name the observations");
  }
  if (!texts.every.empty() && options.generate.empty()) {
    throw UsageError("--every goes with --generate", "say which tests to make");
  }
  if (options.minimise && (options.check_deadlock || options.check_races)) {
    throw UsageError("--minimise shrinks tests that show an outcome or a difference, not " +
                         std::string(options.check_deadlock ? "deadlocks" : "data races"),
                     "leave one of the two out");
  }
  if (options.compares()) check_comparison(options);
  switch (options.task()) {
    case Task::rank:
      check_ranking(texts, options);
      break;
    case Task::stalls:
      check_stalls(texts, options);
      break;
    case Task::diagram:
      return check_diagram(texts, options);
    case Task::distinguish:
      return check_distinguishing(texts, options);
    case Task::campaign:
      return check_campaign(texts, options);
    case Task::explore:
      break;
  }
  if (options.generate.empty()) check_sources(options);
}

}  // namespace opexplore
