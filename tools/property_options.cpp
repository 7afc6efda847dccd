// Table: what must hold of a program beside its condition.
#include <array>
#include <stdexcept>

#include "tools/commands.hpp"

namespace opexplore {
namespace {

using Row = OptionRow<Options>;

constexpr std::uint64_t most_resident = 1'000'000;

// Whether the word is one of what both options can name.
bool set_common(Options& options, std::string_view word) {
  if (word == "deadlock") {
    options.check_deadlock = options.explore.find_deadlocks = true;
  } else if (word == "termination") {
    options.check_termination = true;
  } else {
    return false;
  }
  return true;
}

void set_check(Options& options, const Written& written) {
  if (set_common(options, written.text)) return;
  if (written.text != "races") {
    throw UsageError("--check knows no " + written.text,
                     "what can be checked is deadlock, races and termination");
  }
  options.check_races = true;
}

void set_property(Options& options, const Written& written) {
  options.names_properties = true;
  if (set_common(options, written.text) || written.text == "program_spec") return;
  if (written.text != "data-race") {
    throw UsageError("property " + written.text + " is not offered",
                     "properties are program_spec, termination, deadlock and data-race");
  }
  options.check_races = true;
}

void add_promise(Options& options, const Written& written) {
  options.check_termination = true;
  if (written.text == "all") {
    for (const Promise& promise : uniform_promises()) options.promises.push_back(promise);
    return;
  }
  try {
    options.promises.push_back(parse_promise(written.text));
  } catch (const std::invalid_argument& error) {
    throw UsageError(written.option + ": " + error.what(),
                     "docs/progress.md explains what can be promised");
  }
}

constexpr std::array property_rows{
    Row{{.names = "--check",
         .value = "deadlock,races,termination",
         .group = "search",
         .help = "Deadlocks (exit code 13), data races (11) or runs without end (12) are failures",
         .manual =
             "A deadlock is a state without a step in which a thread is unfinished. Races are "
             "for machines that look for them: ptx and ptx-proxy by the definition of PTX, drf0 "
             "and "
             "others by theirs. For termination see --progress.",
         .times = Times::list,
         .words = "deadlock races termination",
         .commands = single_test_commands},
        set_check},
    Row{{.names = "--property",
         .value = "LIST",
         .group = "search",
         .help = "program_spec,termination,deadlock,data-race: what must hold",
         .manual =
             "The test's condition, and the same as --check termination, --check deadlock and "
             "--check races. Kernels of PTX are asked for data-race unless properties are "
             "named.",
         .times = Times::list,
         .words = "program_spec termination deadlock data-race",
         .commands = single_test_commands},
        set_property},
    Row{{.names = "--progress",
         .value = "PROMISE",
         .group = "search",
         .help = "Under this promise of progress the program must end (repeatable)",
         .manual =
             "What cuda, cuda-cooperative, hsa, vulkan or pre-volta promise, a model for all "
             "levels, or a list such as gpu=OBE,cta=FAIR,warp=FAIR. The models are FAIR, HSA, "
             "OBE, HSA_OBE, LOBE and UNFAIR; all asks about each of them. With warp=stack the "
             "threads of a warp share a program counter. The default is cuda, where "
             "termination is asked about.",
         .times = Times::many,
         .words = "all cuda cuda-cooperative hsa vulkan FAIR HSA OBE HSA_OBE LOBE UNFAIR *",
         .commands = "run"},
        add_promise},
    Row{{.names = "--residency",
         .value = "N",
         .group = "search",
         .help = "So many blocks fit on a GPU at once",
         .manual = "A block starts when there is room, in any order; those that have started go "
                   "on, and room is filled. It takes the place of what the promise says about "
                   "blocks.",
         .commands = "run"},
        [](Options& options, const Written& written) {
          options.check_termination = true;
          options.resident = static_cast<std::uint32_t>(number_of(written, 1, most_resident));
        }},
    Row{{.names = "--notion",
         .value = "weak|strong",
         .group = "search",
         .help = "No run may be endless (weak), or from everywhere an end can be reached (strong)",
         .manual = "Both are printed; the exit code is of this one. Strong is ending with "
                   "probability 1 where a random scheduler keeps the promise. The default is weak.",
         .words = "weak strong",
         .commands = "run"},
        [](Options& options, const Written& written) {
          options.check_termination = true;
          options.strong = one_of<bool>(written, {{"weak", false}, {"strong", true}});
        }},
    Row{{.names = "--allow-hangs",
         .group = "search",
         .help = "A program that may hang is no failure",
         .manual = "Without it a state from which no execution ends gives exit code 12, and a "
                   "deadlock 13, where no expectation is given for the test. Lines of the log name "
                   "them all the same.",
         .commands = single_test_commands},
        keep<&Options::allow_hangs>}};

}  // namespace

std::vector<Row> property_options() { return {property_rows.begin(), property_rows.end()}; }

}  // namespace opexplore
