// Tables: which tests there are, and what is asked of which machine.
#include <array>
#include <cctype>
#include <deque>

#include "answers/settings.hpp"
#include "axioms/library.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

using Row = OptionRow<Options>;

// Commands that read files of tests; those that can make their tests.
constexpr std::string_view reading_commands = "run compare within minimise rank stalls readings";
constexpr std::string_view making_commands =
    "run compare within minimise campaign distinguish stalls";
constexpr std::string_view on_machines =
    "run compare within minimise campaign distinguish rank stalls diagram";

constexpr std::array test_rows{
    Row{{.names = "-I,--libdir,--set-libdir",
         .value = "DIR",
         .group = "tests",
         .help = "Also look for files and indexes there (repeatable)",
         .manual = "The directories are tried in order.",
         .times = Times::many,
         .commands = reading_commands},
        keep<&Options::search>},
    Row{{.names = "--names",
         .value = "FILE",
         .group = "tests",
         .help = "Run only the tests it names (repeatable)",
         .manual = "One name per line.",
         .times = Times::many,
         .commands = reading_commands},
        keep<&Options::names>},
    Row{{.names = "--excl",
         .value = "FILE",
         .group = "tests",
         .help = "Do not run the tests it names (repeatable)",
         .times = Times::many,
         .commands = reading_commands},
        keep<&Options::excluded_names>},
    Row{{.names = "--kinds",
         .value = "FILE",
         .group = "tests",
         .help = "Lines `name Allowed|Forbidden|Required`: rewrites quantifiers",
         .manual = "The quantifier of the named test becomes exists, ~exists or forall, and a "
                   "condition that does not hold then ends the program with code 10.",
         .commands = single_test_commands},
        keep<&Options::kinds>},
    Row{{.names = "--expect",
         .value = "FILE",
         .group = "tests",
         .help = "Lines `path,0|1`: the verdicts to expect",
         .manual = "Whether the condition of the test with that path holds, quantifier included. "
                   "A verdict that contradicts it ends the program with code 10.",
         .commands = single_test_commands},
        keep<&Options::expect>},
    Row{{.names = "--launch",
         .value = "FILE.json",
         .group = "tests",
         .help = "How kernels are launched, and what is asked",
         .manual = "Grid and block, parameters, and the condition that is asked.",
         .commands = reading_commands},
        keep<&Options::launch>},
    Row{{.names = "--strict-ptx",
         .group = "tests",
         .help = "Refuse what no PTX assembler takes",
         .manual = "Such as red.acquire or the proxy fences of the papers; all such instructions "
                   "of a test are listed.",
         .commands = single_test_commands},
        keep<&Options::strict_ptx>},
    Row{{.names = "--generate",
         .value = "WORDS",
         .group = "tests",
         .help = "The tests that opgen makes of these words; @FILE has lines of them (repeatable)",
         .manual = "The words are one argument. With two machines to compare the tests are only "
                   "counted, any number of them, and the first ones that differ are shown.",
         .times = Times::many,
         .commands = making_commands},
        keep<&Options::generate>},
    Row{{.names = "--every",
         .value = "N",
         .group = "tests",
         .help = "Of the generated tests, one of so many",
         .manual = "Spread evenly.",
         .commands = making_commands},
        [](Options& options, const Written& written) {
          options.every = number_of(written, 1, 1'000'000'000);
        }}};

constexpr std::array machine_rows{
    Row{{.names = "--machine,--model",
         .value = "NAME",
         .group = "machine",
         .help = "A machine, as ptx-proxy or rmo:table=cuda, or a model",
         .manual =
             "Machines have settings: NAME:SETTING=VALUE,SETTING=VALUE. A model is a built-in one "
             "or a file that ends in .cat; a name that both have is the machine, and NAME.cat is "
             "then the model. The default is ptx-proxy, and for tests in C++ cxx. A list, "
             "separated by commas, goes with rank, stalls and generated tests.",
         .words = "@machines",
         .commands = "run compare within minimise campaign rank stalls diagram",
         .screen = "more"},
        keep<&Options::machine>},
    Row{{.names = "--check-axioms",
         .value = "[MODEL]",
         .group = "machine",
         .help = "Compare the machine with its axioms, or a MODEL",
         .manual = "A difference ends the program with code 20.",
         .otherwise = ".",
         .commands = "run compare minimise campaign",
         .screen = "see why"},
        [](Options& options, const Written& written) {
          options.check_axioms = written.text == "." ? "" : written.text;
        }},
    Row{{.names = "--compare-with",
         .value = "NAME",
         .group = "machine",
         .help = "A second one: show where the outcomes differ",
         .manual = "For each test it is printed which outcomes both have, which only one of them, "
                   "how it comes to them, and which axioms forbid them to the other. Differences "
                   "are an answer and no failure.",
         .words = "@machines",
         .commands = "compare minimise campaign",
         .alias_of = "compare"},
        keep<&Options::compare_with>},
    Row{{.names = "--within",
         .value = "NAME",
         .group = "machine",
         .help = "A second one, which has every outcome of the first; one that it lacks ends with "
                 "20",
         .manual = "One that it lacks is printed with the way there; what it has beside is no "
                   "difference.",
         .words = "@machines",
         .commands = "within minimise campaign",
         .alias_of = "within"},
        keep<&Options::within>},
    Row{{.names = "--distinguish",
         .value = "A B",
         .group = "machine",
         .help = "Find a smallest test on which two machines or models differ",
         .words = "@machines",
         .commands = "distinguish",
         .alias_of = "distinguish",
         .instead = "distinguish"},
        keep<&Options::distinguish>},
    Row{{.names = "--rank",
         .value = "DATA.json",
         .group = "machine",
         .help = "Rank machines by hardware observations of the tests",
         .commands = "rank",
         .alias_of = "rank",
         .instead = "rank"},
        keep<&Options::rank>},
    Row{{.names = "--minimise",
         .group = "machine",
         .help = "Shrink a test that shows a difference or reaches its outcome",
         .manual = "Without a second side a test shrinks that reaches the outcome it asks about. "
                   "It is said which of its instructions are needed; with -o the test is written "
                   "to NAME-min.litmus.",
         .commands = "minimise compare within campaign",
         .alias_of = "minimise",
         .instead = "minimise"},
        keep<&Options::minimise>},
    Row{{.names = "--stalls",
         .group = "machine",
         .help = "Count how often each machine holds accesses back to keep them in order",
         .commands = "stalls",
         .alias_of = "stalls",
         .instead = "run --property stalls"},
        keep<&Options::stalls>},
    Row{{.names = "--all-readings",
         .group = "machine",
         .help = "Under every reading of what the ISA leaves open about asynchronous operations",
         .commands = "readings",
         .alias_of = "readings",
         .instead = "readings"},
        keep<&Options::all_readings>},
    Row{{.names = "--diagram",
         .group = "machine",
         .help = "Draw the automaton inside the machine, and end",
         .commands = "diagram",
         .alias_of = "diagram",
         .instead = "machines NAME --write dot"},
        keep<&Options::diagram>},
    Row{{.names = "--machines",
         .group = "machine",
         .help = "List the machines with their rules, and end",
         .commands = "machines",
         .alias_of = "machines",
         .instead = "machines"}},
    Row{{.names = "--models",
         .group = "machine",
         .help = "List the axiomatic models, and end",
         .commands = "models",
         .alias_of = "models",
         .instead = "models"}}};

// "isa|dat3m"; of many values those that fit, for `opexplore machines` lists them all.
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
  std::string text = setting.summary + " (" + joined(setting.machines) + ')';
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

// Several values may be separated by commas too, where no list of machines is in the way.
void set_several(Options& options, const Written& written) {
  std::string& value = options.explore.machine.settings[written.option.substr(2)];
  if (!value.empty()) value += '+';
  for (const char c : written.text) value += c == ',' ? '+' : c;
}

void set_one(Options& options, const Written& written) {
  options.explore.machine.settings[written.option.substr(2)] = written.text;
}

std::string joined_by_blanks(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<Row> made_setting_options() {
  static std::deque<std::string> texts;  // rows point at them
  const auto kept = [](std::string text) -> std::string_view {
    return texts.emplace_back(std::move(text));
  };
  std::vector<Row> rows;
  for (const OfferedSetting& setting : offered_settings()) {
    rows.push_back({{.names = kept("--" + setting.name),
                     .value = kept(shown_values(setting)),
                     .group = "settings",
                     .help = kept(sentence(setting)),
                     .times = setting.several ? Times::many : Times::once,
                     .words = kept(joined_by_blanks(setting.values)),
                     .otherwise = setting.is_switch() ? "true" : "",
                     .commands = on_machines,
                     .instead = kept("--machine NAME:" + setting.name)},
                    setting.several ? set_several : set_one});
  }
  return rows;
}

}  // namespace

std::vector<Row> test_options() { return {test_rows.begin(), test_rows.end()}; }

std::vector<Row> machine_options() {
  static const std::string models = [] {
    std::vector<std::string> words{"*.cat"};
    for (const EmbeddedFile& model : axioms::embedded_models()) words.emplace_back(model.stem());
    return joined_by_blanks(words);
  }();
  std::vector<Row> rows(machine_rows.begin(), machine_rows.end());
  for (Row& row : rows) {
    if (row.entry.name() == "--check-axioms") row.entry.words = models;
  }
  return rows;
}

std::vector<Row> setting_options() {
  static const std::vector<Row> rows = made_setting_options();
  return rows;
}

}  // namespace opexplore
