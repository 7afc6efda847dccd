// Tables: how far to search, and what of it to leave out.
#include <array>
#include <utility>

#include "litmus/input/amounts.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

using Row = OptionRow<Options>;

constexpr std::string_view searching_commands =
    "run compare within minimise campaign distinguish rank stalls readings";

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
    Row{{.names = "--no-bring-writes",
         .group = "reductions",
         .help = "Let threads lag behind writes of loops, whatever they share",
         .manual = "Otherwise a ptx machine, and vulkan, lets all threads see each write at once "
                   "where all executions are interleavings.",
         .commands = searching_commands,
         .instead = "--no-reduce bring-writes"},
        leave_out<&MachineOptions::bring_writes>},
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

void leave_all_out(Options& options, const Written& written) {
  if (written.text == "false") return;
  if (written.text != "all" && written.text != "true") {
    std::vector<OptionEntry> entries;
    for (const Row& row : search_options()) entries.push_back(row.entry);
    std::vector<std::string> words = words_today(entries, written.option);
    words.insert(words.begin(), "all");
    throw no_such_word(written, words);
  }
  options.explore.machine = without_reductions(std::move(options.explore.machine));
}

}  // namespace

std::vector<Row> search_options() {
  std::vector<Row> rows(limit_rows.begin(), limit_rows.end());
  rows.insert(rows.end(), reduction_rows.begin(), reduction_rows.end());
  return rows;
}

}  // namespace opexplore
