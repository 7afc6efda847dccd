// Tables: what to write.
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "export/formats.hpp"
#include "litmus/input/amounts.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

using Row = OptionRow<Options>;

constexpr std::string_view drawing_commands = "run compare within minimise distinguish";

Choices<Show> shown_executions() {
  return {{"prop", Show::proposition}, {"neg", Show::negated}, {"cond", Show::condition},
          {"wit", Show::witness},      {"all", Show::all},     {"none", Show::none}};
}

// Names of memory of a kernel, or which executions are shown.
void set_show(Options& options, const Written& written) {
  const Choices<Show> choices = shown_executions();
  const auto known = std::ranges::find(choices, written.text, &Choices<Show>::value_type::first);
  if (known != choices.end()) {
    options.show = known->second;
  } else {
    options.kernel.words.shown.push_back({written.option, written.text, "", {}});
  }
}

// Names between commas.
void append_names(const Written& written, std::vector<std::string>& names) {
  std::istringstream text(written.text);
  for (std::string name; std::getline(text, name, ',');) {
    if (name.empty()) throw UsageError(written.option + " has an empty name", "write NAME,NAME");
    names.push_back(name);
  }
}

// "fr,no-po": relations to draw, and to leave out. Some are drawn anyway.
void set_drawn(Options& options, const Written& written) {
  constexpr std::array<std::string_view, 4> usual = {"po", "rf", "co", "cause"};
  if (std::ranges::find(usual, written.text) != usual.end()) return;
  const std::string_view no = "no-";
  const bool hides = written.text.starts_with(no);
  append_names({written.option, written.text.substr(hides ? no.size() : 0)},
               hides ? options.picture.unshown : options.picture.shown);
}

// Formats have rows of their own, which say what --write is called with.
void refuse_format(Options& /*options*/, const Written& written);

constexpr std::array execution_rows{
    Row{{.names = "--trace",
         .value = "[full]",
         .group = "results",
         .help = "Print, step by step, how an outcome comes about",
         .manual = "After each block: the rule, the instruction, and what changed, or the whole "
                   "state with full.",
         .words = "full changes",
         .otherwise = "changes",
         .commands = drawing_commands,
         .screen = "see why"},
        [](Options& options, const Written& written) {
          options.trace = one_of<TraceDetail>(
              written, {{"changes", TraceDetail::changes}, {"full", TraceDetail::full}});
        }},
    Row{{.names = "--show",
         .value = "prop|neg|cond|wit|all|none|NAME,...",
         .group = "results",
         .help = "Which executions are traced and drawn; of kernels, which memory",
         .manual = "As in herd7: those that satisfy the proposition, its negation or the "
                   "quantified condition, those that the quantifier speaks of, one for each "
                   "outcome, or none. Without it one, which shows most about the verdict, even "
                   "where nothing is as was asked. Of a "
                   "comparison they are chosen among the outcomes that only one side has, which "
                   "are traced without being asked for. Names of buffers and variables of a kernel "
                   "say what the report tells the values of.",
         .words = "prop neg cond wit all none",
         .commands = drawing_commands},
        set_show},
    Row{{.names = "--initwrites",
         .value = "[true|false]",
         .group = "results",
         .help = "Draw initial writes, too (default: false)",
         .words = "true false",
         .otherwise = "true",
         .commands = drawing_commands,
         .instead = "--draw initial"},
        [](Options& options, const Written& written) {
          options.picture.initial_writes =
              one_of<bool>(written, {{"true", true}, {"false", false}});
        }},
    Row{{.names = "--doshow",
         .value = "NAME,...",
         .group = "results",
         .help = "Draw these relations of the model, too",
         .manual = "Of a machine, of the model that it implements.",
         .commands = drawing_commands,
         .instead = "--draw"},
        [](Options& options, const Written& written) {
          append_names(written, options.picture.shown);
        }},
    Row{{.names = "--unshow",
         .value = "NAME,...",
         .group = "results",
         .help = "Leave these relations out of drawings: po, rf, co, cause",
         .commands = drawing_commands,
         .instead = "--draw"},
        [](Options& options, const Written& written) {
          append_names(written, options.picture.unshown);
        }},
    Row{{.names = "--witness",
         .value = "none|dot|json",
         .group = "results",
         .help = "Write NAME.dot or NAME.json per test",
         .words = "none dot json",
         .commands = drawing_commands,
         .instead = "--write witness"},
        [](Options& options, const Written& written) {
          options.witness = one_of<WitnessFile>(written, {{"none", WitnessFile::none},
                                                          {"dot", WitnessFile::dot},
                                                          {"json", WitnessFile::json}});
        }}};

constexpr std::array output_rows{
    Row{{.names = "--write",
         .value = "FORMAT[=FILE]",
         .group = "results",
         .help = "json, html, dot, coq, sarif ...: see --help write",
         .manual = "May be repeated. dot and coq without FILE are NAME.dot and NAME.v for each "
                   "test; - is standard output, which then carries no logs.",
         .times = Times::many,
         .screen = "more"},
        refuse_format},
    Row{{.names = "--draw",
         .value = "WORDS",
         .group = "results",
         .help = "What drawings show: initial (writes), relations, no-RELATION",
         .manual = "Separated by commas, as in initial,fr,no-po. Relations are those of the model, "
                   "of a machine of the one that it implements; po, rf, co and cause are drawn "
                   "unless they are left out.",
         .times = Times::list,
         .commands = drawing_commands},
        set_drawn},
    Row{{.names = "-o",
         .value = "DIR",
         .group = "results",
         .help = "Write NAME.log and other files there",
         .commands = "run compare within minimise campaign merge distinguish",
         .screen = "more",
         .noted = Noted::name},
        keep<&Options::directory>},
    Row{{.names = "--suffix",
         .value = "TEXT",
         .group = "results",
         .help = "Added to NAME in names of files",
         .commands = drawing_commands},
        keep<&Options::suffix>},
    Row{{.names = "--tables",
         .value = "FILE.md",
         .group = "results",
         .help = "Write the observations beside what each machine says, as Markdown",
         .commands = "rank",
         .instead = "--write tables"},
        keep<&Options::tables>},
    Row{{.names = "--hexa",
         .group = "results",
         .help = "Print outcomes in hexadecimal",
         .commands = drawing_commands},
        [](Options& options, const Written&) { options.radix = Radix::hexadecimal; }},
    Row{{.names = "-v,--verbose",
         .group = "results",
         .help = "Say more on standard error",
         .manual = "May be repeated.",
         .times = Times::many,
         .noted = Noted::nothing},
        keep<&Options::verbosity>},
    Row{{.names = "-q,--quiet",
         .group = "results",
         .help = "No remarks and no progress",
         .manual = "What changes how a verdict is read is said all the same.",
         .noted = Noted::nothing},
        keep<&Options::quiet>},
    Row{{.names = "--version", .group = "results", .help = "Print version and revision, and end"}},
    Row{{.names = "-h,--help",
         .value = "[short|all|write|machines|GROUP]",
         .group = "results",
         .help = "Print this, and end",
         .manual = "All options with all, or those of one group; the settings of machines are in "
                   "machines.",
         .words = "* short all write machines tests kernels machine results search",
         .otherwise = "usual"}}};

void refuse_format(Options& /*options*/, const Written& written) {
  std::vector<OptionEntry> entries = format_entries();
  for (const Row& row : result_options()) entries.push_back(row.entry);
  throw no_such_word({written.option, written.text.substr(0, written.text.find('='))},
                     words_today(entries, written.option));
}

}  // namespace

UsageError no_such_show(const std::string& word) {
  std::vector<std::string> words;
  for (const auto& [choice, meaning] : shown_executions()) words.emplace_back(choice);
  return no_such_word({"--show", word}, words);
}

std::vector<Row> result_options() {
  // Rows refer to it.
  static const std::string writes = [] {
    std::string words;
    for (const Format* const format : formats()) words += std::string(format->name) + ' ';
    return words + "witness tables";
  }();
  std::vector<Row> rows(execution_rows.begin(), execution_rows.end());
  rows.insert(rows.end(), output_rows.begin(), output_rows.end());
  std::ranges::find(rows, "--write", [](const Row& row) { return row.entry.names; })->entry.words =
      writes;
  return rows;
}

}  // namespace opexplore
