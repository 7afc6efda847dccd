// Tables: how far to search, and what to write.
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "litmus/input/amounts.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

using Row = OptionRow<Options>;

constexpr std::string_view drawing_commands = "run compare within minimise distinguish";
constexpr std::string_view dot_commands =
    "run compare within minimise distinguish machines diagram";
constexpr std::string_view searching_commands =
    "run compare within minimise campaign distinguish rank stalls";
constexpr std::string_view writing_commands =
    "run compare within minimise campaign merge distinguish rank stalls";

void set_threads(Options& options, const Written& written) {
  const auto threads = parse_amount(written.text, 1000);
  if (!threads || *threads > most_threads) {
    throw UsageError(written.option + ": " + written.text + " is no number of threads",
                     "write 1 to " + std::to_string(most_threads) + ", or 0 for one per core");
  }
  options.explore.threads = static_cast<unsigned>(*threads);
}

constexpr std::array limit_rows{
    Row{{.names = "-j,--threads",
         .value = "N",
         .group = "search",
         .help = "Threads (default, and 0: one per core)",
         .manual = "At most 1024. Results do not depend on it.",
         .commands = searching_commands,
         .screen = "more",
         .noted = Noted::nothing},
        set_threads},
    Row{{.names = "--timeout",
         .value = "TIME",
         .group = "search",
         .help = "Per test; suffixes ms, s, m, h",
         .manual = "Plain numbers are seconds.",
         .commands = searching_commands,
         .screen = "more"},
        [](Options& options, const Written& written) {
          options.explore.timeout = duration_of(written);
        }},
    Row{{.names = "--max-states",
         .value = "N",
         .group = "search",
         .help = "Per test; suffixes K, M, G",
         .manual = "They mean thousands, millions and so on.",
         .commands = searching_commands},
        [](Options& options, const Written& written) {
          options.explore.max_states = amount_of(written, 1000);
        }},
    Row{{.names = "--max-memory",
         .value = "BYTES",
         .group = "search",
         .help = "Per test; suffixes K, M, G",
         .manual = "They are powers of 1024.",
         .commands = searching_commands},
        [](Options& options, const Written& written) {
          options.explore.max_memory = amount_of(written, 1024);
        }},
    Row{{.names = "--verdict",
         .value = "[first|all]",
         .group = "search",
         .help = "Look for the verdict alone, and stop when it is known (first)",
         .manual =
             "Only states are visited that may lead to an outcome which decides it; with all, "
             "all of these. The outcomes are then not all there.",
         .words = "first all",
         .otherwise = "first",
         .commands = "run minimise"},
        [](Options&, const Written& written) {
          one_of<int>(written, {{"first", 0}, {"all", 0}});
        }},
    Row{{.names = "--speedcheck",
         .value = "[true|fast]",
         .group = "search",
         .help = "Stop when the verdict is known",
         .manual = "The outcomes are then not all there: states that cannot decide it are not "
                   "visited.",
         .words = "true false fast",
         .otherwise = "true",
         .commands = "run minimise",
         .instead = "--verdict first"},
        [](Options& options, const Written& written) {
          options.explore.verdict_only =
              one_of<bool>(written, {{"true", true}, {"fast", true}, {"false", false}});
        }},
    Row{{.names = "--goal",
         .group = "search",
         .help = "Visit only states that may lead to an outcome which decides the verdict",
         .manual = "The verdict is certain; outcomes, deadlocks and counts are those met on the "
                   "way. Machines that look for data races, or cannot say what may still come, "
                   "look everywhere. --speedcheck does this too, and stops at the first.",
         .commands = "run minimise",
         .instead = "--verdict all"},
        keep<&Options::explore, &ExploreOptions::machine, &MachineOptions::goal>},
    Row{{.names = "--hunt",
         .group = "search",
         .help = "Look for outcomes and bugs depth first, and say what is found at once",
         .manual =
             "Executions with few changes of the thread come first, then those with more, "
             "until a limit, Ctrl-C, or all states have been seen. At a terminal each find is "
             "a line on standard error. What was not found is not known to be impossible, "
             "unless the hunt has seen everything.",
         .commands = "run"},
        keep<&Options::hunt>},
    Row{{.names = "--unroll,--bound",
         .value = "N",
         .group = "search",
         .help = "Jumps back of a thread that a model follows (default: 2)",
         .manual = "Executions with more are left out, and the answer is then incomplete. Machines "
                   "need no such bound.",
         .commands = "run compare within minimise campaign distinguish rank"},
        [](Options& options, const Written& written) {
          options.loop_bound = static_cast<unsigned>(number_of(written, 0, 64));
        }},
    Row{{.names = "--count-paths",
         .group = "search",
         .help = "Count the paths exactly",
         .manual = "From the initial to final states.",
         .commands = single_test_commands},
        keep<&Options::explore, &ExploreOptions::count_paths>}};

// Reductions change numbers of states, never outcomes.
template <auto Member>
void leave_out(Options& options, const Written&) {
  options.explore.machine.*Member = false;
}

// Of single ones the names have rows of their own; true and false are spellings of a flag.
void leave_all_out(Options& options, const Written& written);

constexpr std::array reduction_rows{
    Row{{.names = "--no-reduce",
         .value = "[NAME,...]",
         .group = "search",
         .help = "Switch reductions off: all, or those of --help machines",
         .manual =
             "Reductions change numbers of states, never outcomes. Names are written behind a "
             "=. Without them look-ahead stays on.",
         .times = Times::list,
         .words = "all true false",
         .otherwise = "all",
         .commands = searching_commands},
        leave_all_out},
    Row{{.names = "--no-fuse-local",
         .group = "reductions",
         .help = "Make register arithmetic steps of its own",
         .manual = "Branches too.",
         .commands = searching_commands,
         .instead = "--no-reduce fuse-local"},
        leave_out<&MachineOptions::fuse_local>},
    Row{{.names = "--no-prune-spins",
         .group = "reductions",
         .help = "Keep loop iterations without effect",
         .manual = "A loop that spins may then make the search incomplete.",
         .commands = searching_commands,
         .instead = "--no-reduce prune-spins"},
        leave_out<&MachineOptions::prune_spins>},
    Row{{.names = "--no-split-components",
         .group = "reductions",
         .help = "Interleave threads that cannot interact",
         .commands = searching_commands,
         .instead = "--no-reduce split-components"},
        leave_out<&MachineOptions::split_components>},
    Row{{.names = "--no-forget-dead",
         .group = "reductions",
         .help = "Keep knowledge that nothing will use",
         .commands = searching_commands,
         .instead = "--no-reduce forget-dead"},
        leave_out<&MachineOptions::forget_dead>},
    Row{{.names = "--no-ample",
         .group = "reductions",
         .help = "Run all threads at once, also where a few could go first",
         .manual = "Threads whose next instructions no other can affect go before the others.",
         .commands = searching_commands,
         .instead = "--no-reduce ample"},
        leave_out<&MachineOptions::ample_threads>},
    Row{{.names = "--no-fuse-independent",
         .group = "reductions",
         .help = "Make steps of stores and fences that follow in their thread",
         .manual =
             "A ptx machine runs them together with the step before, where nothing that other "
             "threads do could affect them.",
         .commands = searching_commands,
         .instead = "--no-reduce fuse-independent"},
        leave_out<&MachineOptions::fuse_independent>},
    Row{{.names = "--no-await-writes",
         .group = "reductions",
         .help = "Let all loads go on at once that may read what others will write",
         .manual = "Otherwise one of them, in a program without loops, reads what is there, or "
                   "something that is not there yet.",
         .commands = searching_commands,
         .instead = "--no-reduce await-writes"},
        leave_out<&MachineOptions::await_writes>},
    Row{{.names = "--no-join-fences",
         .group = "reductions",
         .help = "Keep what SC fences knew for each thread",
         .manual = "Not once for all threads of a CTA, of a GPU and of the system.",
         .commands = searching_commands,
         .instead = "--no-reduce join-fences"},
        leave_out<&MachineOptions::join_fences>},
    Row{{.names = "--no-lazy-fences",
         .group = "reductions",
         .help = "Give each SC fence its place in their order when it runs",
         .manual = "Otherwise a ptx machine leaves open what no event has decided, where all SC "
                   "fences are related and all writes of each location are ordered.",
         .commands = searching_commands,
         .instead = "--no-reduce lazy-fences"},
        leave_out<&MachineOptions::lazy_fences>},
    Row{{.names = "--no-relevance",
         .group = "reductions",
         .help = "Keep in a view what its thread and those who learn it will not use",
         .commands = searching_commands,
         .instead = "--no-reduce relevance"},
        leave_out<&MachineOptions::relevance>},
    Row{{.names = "--no-skip-dead-loads",
         .group = "reductions",
         .help = "Make steps of loads that nobody can notice",
         .commands = searching_commands,
         .instead = "--no-reduce skip-dead-loads"},
        leave_out<&MachineOptions::skip_dead_loads>},
    Row{{.names = "--no-erase-writes",
         .group = "reductions",
         .help = "Keep writes that nobody can read or order any more",
         .manual = "Where loads are late, a ptx machine then keeps all that was issued.",
         .commands = searching_commands,
         .instead = "--no-reduce erase-writes"},
        leave_out<&MachineOptions::erase_writes>},
    Row{{.names = "--no-hoist-stores",
         .group = "reductions",
         .help = "Leave stores behind the independent loads before them",
         .commands = searching_commands,
         .instead = "--no-reduce hoist-stores"},
        leave_out<&MachineOptions::hoist_stores>},
    Row{{.names = "--no-watch-lateness",
         .group = "reductions",
         .help = "Let loads be late wherever the program alone does not exclude it",
         .manual = "Otherwise a ptx machine runs in order until it meets a state from which a load "
                   "may be late.",
         .commands = searching_commands,
         .instead = "--no-reduce watch-lateness"},
        leave_out<&MachineOptions::watch_lateness>},
    Row{{.names = "--no-symmetry",
         .group = "reductions",
         .help = "Tell threads with the same code apart",
         .commands = searching_commands,
         .instead = "--no-reduce symmetry"},
        leave_out<&MachineOptions::symmetry>},
    Row{{.names = "--no-look-ahead",
         .group = "reductions",
         .help = "Let any load and fence of a ptx machine be late, whatever the program",
         .manual = "This runs the general form of the machines ptx and ptx-proxy. Not part of "
                   "--no-reduce.",
         .commands = searching_commands,
         .instead = "--no-reduce look-ahead"},
        leave_out<&MachineOptions::look_ahead>}};

// A value that stands for none: files are then named by tests.
void set_dot(Options& options, const Written& written) {
  options.dot = written.text == "." ? "" : written.text;
}

void set_coq(Options& options, const Written& written) {
  options.coq = written.text == "." ? "" : written.text;
}

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
    Row{{.names = "--dot",
         .value = "[FILE.dot]",
         .group = "results",
         .help = "Draw executions; without FILE, NAME.dot per test",
         .manual = "For Graphviz; - is standard output. Files without a name of their own go to "
                   "the directory of -o or the current one.",
         .words = "- *.dot",
         .otherwise = ".",
         .commands = dot_commands,
         .instead = "--write dot",
         .noted = Noted::name},
        set_dot},
    Row{{.names = "--svg",
         .value = "FILE.svg",
         .group = "results",
         .help = "Draw executions with Graphviz",
         .manual = "The second and further drawings of a run go to FILE-2.svg and so on.",
         .words = "*.svg",
         .commands = drawing_commands,
         .instead = "--write svg",
         .noted = Noted::name},
        keep<&Options::svg>},
    Row{{.names = "--png",
         .value = "FILE.png",
         .group = "results",
         .help = "Draw executions with Graphviz, as pixels",
         .manual = "Files are named as those of --svg are.",
         .words = "*.png",
         .commands = drawing_commands,
         .instead = "--write png",
         .noted = Noted::name},
        keep<&Options::png>},
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
    Row{{.names = "--html",
         .value = "FILE.html",
         .group = "results",
         .help = "Write a page to look at, execution by execution",
         .manual = "Step by step, with the state, what else could have been done, and why. One "
                   "file for all tests of the run, which needs no network; - is standard "
                   "output.",
         .words = "- *.html",
         .commands = single_test_commands,
         .instead = "--write html",
         .noted = Noted::name},
        keep<&Options::html>},
    Row{{.names = "--coq",
         .value = "[FILE.v]",
         .group = "results",
         .help = "Write a certificate that Coq checks; without FILE, NAME.v per test",
         .manual = "Coq accepts the file only if the verdict is right, with the list of all "
                   "outcomes. Its name has letters, digits and _ alone. The machine is sc, "
                   "gpu-scoped on the chip kepler or ptx-proxy as the ISA is read, and searches "
                   "once more for it, without reductions.",
         .words = "*.v",
         .otherwise = ".",
         .commands = "run minimise",
         .instead = "--write coq",
         .noted = Noted::name},
        set_coq},
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
         .words = "json html trace-json sarif github compiler-explorer dot svg png coq witness "
                  "tables",
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
    Row{{.names = "--json",
         .value = "FILE",
         .group = "results",
         .help = "Write one JSON document; - is standard output",
         .manual = "With all results, errors included. Standard output then carries no logs.",
         .commands = writing_commands,
         .instead = "--write json",
         .noted = Noted::name},
        keep<&Options::json>},
    Row{{.names = "--trace-json",
         .value = "FILE",
         .group = "results",
         .help = "Write traces as JSON that `opexplore replay` checks; - is standard output",
         .manual = "Those that --trace would print, and those to deadlocks and data races. Only "
                   "machines take steps; models have no traces.",
         .commands = single_test_commands,
         .instead = "--write trace-json",
         .noted = Noted::name},
        keep<&Options::trace_json>},
    Row{{.names = "--sarif",
         .value = "FILE",
         .group = "results",
         .help = "Write bugs as SARIF 2.1.0; - is standard output",
         .manual = "With their places, the steps to them and fixes: what code hosts and editors "
                   "show beside the lines of a file.",
         .commands = "run minimise",
         .instead = "--write sarif",
         .noted = Noted::name},
        keep<&Options::sarif>},
    Row{{.names = "--github",
         .group = "results",
         .help = "Print bugs as annotations of GitHub, too",
         .manual = "After each log, a line for each bug, which a job of GitHub Actions shows at "
                   "the lines of the change.",
         .commands = "run minimise",
         .instead = "--write github"},
        keep<&Options::github>},
    Row{{.names = "--compiler-explorer",
         .group = "results",
         .help = "Print what is found as Compiler Explorer wants it, and nothing else",
         .manual = "In the place of the log a line for each finding, <source>:LINE:COLUMN: "
                   "severity: text. Without a file it reads standard input.",
         .commands = "run",
         .instead = "--write compiler-explorer"},
        keep<&Options::compiler_explorer>},
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

// The words that rows are written with today, behind the option.
std::vector<std::string> words_of(const std::vector<Row>& rows, const std::string& option) {
  std::vector<std::string> words;
  for (const Row& row : rows) {
    if (row.entry.instead.starts_with(option + ' ')) {
      words.emplace_back(row.entry.instead.substr(option.size() + 1));
    }
  }
  return words;
}

void refuse_format(Options& /*options*/, const Written& written) {
  throw no_such_word({written.option, written.text.substr(0, written.text.find('='))},
                     words_of(result_options(), written.option));
}

void leave_all_out(Options& options, const Written& written) {
  if (written.text == "false") return;
  if (written.text != "all" && written.text != "true") {
    std::vector<std::string> words = words_of(search_options(), written.option);
    words.insert(words.begin(), "all");
    throw no_such_word(written, words);
  }
  options.explore.machine = without_reductions(std::move(options.explore.machine));
}

}  // namespace

UsageError no_such_show(const std::string& word) {
  std::vector<std::string> words;
  for (const auto& [choice, meaning] : shown_executions()) words.emplace_back(choice);
  return no_such_word({"--show", word}, words);
}

std::vector<Row> search_options() {
  std::vector<Row> rows(limit_rows.begin(), limit_rows.end());
  rows.insert(rows.end(), reduction_rows.begin(), reduction_rows.end());
  return rows;
}

std::vector<Row> result_options() {
  std::vector<Row> rows(execution_rows.begin(), execution_rows.end());
  rows.insert(rows.end(), output_rows.begin(), output_rows.end());
  return rows;
}

}  // namespace opexplore
