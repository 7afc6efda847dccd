// Table: what must hold of a program beside its condition.
#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/watches/watch.hpp"
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
  } else if (word == "races" || word == "data-race") {
    options.check_races = true;
  } else {
    return false;
  }
  return true;
}

void set_check(Options& options, const Written& written) {
  if (set_common(options, written.text)) return;
  throw UsageError("--check knows no " + written.text,
                   "what can be checked is deadlock, races and termination");
}

void add_promise(Options& options, const Written& written);
void set_resident(Options& options, const Written& written);

// What stands behind `ends:`: a promise, or how it is meant.
void set_end(Options& options, const std::string& part) {
  const std::string_view blocks = "resident=";
  options.check_termination = true;
  if (part == "strong" || part == "weak") {
    options.strong = part == "strong";
  } else if (part.starts_with(blocks)) {
    set_resident(options, {"--property ends:resident", part.substr(blocks.size())});
  } else {
    add_promise(options, {"--property ends", part});
  }
}

// The parts of "cuda,strong", or of "gpu=OBE,cta=FAIR", which are one promise.
std::vector<std::string> parts_of_end(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream all(text);
  for (std::string part; std::getline(all, part, ',');) {
    const auto is_of_levels = [](const std::string& word) {
      return word.find('=') != std::string::npos && !word.starts_with("resident=");
    };
    const bool goes_on = !parts.empty() && is_of_levels(part) && is_of_levels(parts.back());
    if (goes_on) {
      parts.back() += ',' + part;
    } else {
      parts.push_back(part);
    }
  }
  return parts;
}

// "exclusive:LINES, reached:LINES": the names of all of them with what stands before and behind.
std::string listed_questions(std::string_view before, std::string_view behind,
                             std::string_view between) {
  std::string text;
  for (const kernel::Watch* const question : kernel::watches()) {
    text.append(text.empty() ? "" : between).append(before).append(question->name).append(behind);
  }
  return text;
}

// The question about lines that the word asks, "exclusive:12-15"; nullptr if it is no such word.
const kernel::Watch* question_of(std::string_view word) {
  const std::string_view name = word.substr(0, word.find(':'));
  const auto found = std::ranges::find(kernel::watches(), name,
                                       [](const kernel::Watch* watch) { return watch->name; });
  return found == kernel::watches().end() || name == word ? nullptr : *found;
}

// Properties between commas; `ends:` has commas of its own, and is the last.
void set_property(Options& options, const Written& written) {
  const std::string_view ends = "ends:";
  std::string_view rest = written.text;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(','));
    if (rest.starts_with(ends)) {
      options.names_properties = true;
      for (const std::string& part : parts_of_end(std::string(rest.substr(ends.size())))) {
        set_end(options, part);
      }
      return;
    }
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    if (const auto* const question = question_of(word)) {  // and the usual ones of a kernel, too
      const std::string name(question->name);
      options.kernel.words.watched.push_back(
          {question, {"--property " + name, std::string(word.substr(name.size() + 1)), "", {}}});
      continue;
    }
    options.names_properties = true;
    if (set_common(options, word == "ends" ? "termination" : word)) continue;
    if (word == "stalls") {
      options.stalls = true;
    } else if (word != "program_spec") {
      throw UsageError("property " + std::string(word) + " is not offered",
                       "properties are program_spec, data-race, deadlock, ends[:PROMISE], " +
                           listed_questions("", ":LINES", ", ") + " and stalls");
    }
  }
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

void set_resident(Options& options, const Written& written) {
  options.check_termination = true;
  options.resident = static_cast<std::uint32_t>(number_of(written, 1, most_resident));
}

// What the manual page says of --property.
std::string_view property_manual() {
  static const std::string text = [] {
    std::string said =
        "No data race, by the definition of PTX on ptx and ptx-proxy, by theirs on other "
        "machines that look for them (exit code 11); no state without a step in which a "
        "thread is unfinished (13); the program ends (12); the test's condition. "
        "ends:PROMISE,... says what is promised about progress: what cuda, cuda-cooperative, "
        "hsa, vulkan or pre-volta promise, a model for all levels, or one for each, "
        "gpu=OBE,cta=FAIR,warp=FAIR. The models are FAIR, HSA, OBE, HSA_OBE, LOBE and "
        "UNFAIR; all asks about each of them. With warp=stack the threads of a warp share a "
        "program counter. The default is cuda. Also there: resident=N, so many blocks fit "
        "on a GPU at once, and start when there is room, in any order; weak, no run is "
        "endless (the default), or strong, from everywhere an end can be reached, which is "
        "ending with probability 1 where a random scheduler keeps the promise. What begins "
        "with ends: stands last. ";
    for (const kernel::Watch* const question : kernel::watches()) {
      const std::string name(question->name);
      said += name + ":12-15, or " + name + ":lock.cuh:3+9-11: ";
      said.append(question->manual).append(". ");
    }
    return said + "stalls counts how often a machine holds accesses back. Where " +
           listed_questions("", "", " or ") +
           " alone is named, or nothing, a kernel is asked the usual questions.";
  }();
  return text;
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
         .commands = single_test_commands,
         .instead = "--property"},
        set_check},
    Row{{.names = "--property",
         .value = "LIST",
         .group = "search",
         .help = "data-race,deadlock,ends,program_spec: what must hold",
         .times = Times::many,
         .words = "data-race deadlock ends program_spec stalls termination races",
         .commands = "run compare within minimise stalls",
         .screen = "what must hold"},
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
         .commands = "run",
         .instead = "--property ends:PROMISE"},
        add_promise},
    Row{{.names = "--residency",
         .value = "N",
         .group = "search",
         .help = "So many blocks fit on a GPU at once",
         .manual = "A block starts when there is room, in any order; those that have started go "
                   "on, and room is filled. It takes the place of what the promise says about "
                   "blocks.",
         .commands = "run",
         .instead = "--property ends:resident=N"},
        set_resident},
    Row{{.names = "--notion",
         .value = "weak|strong",
         .group = "search",
         .help = "No run may be endless (weak), or from everywhere an end can be reached (strong)",
         .manual = "Both are printed; the exit code is of this one. Strong is ending with "
                   "probability 1 where a random scheduler keeps the promise. The default is weak.",
         .words = "weak strong",
         .commands = "run",
         .instead = "--property ends:PROMISE,strong"},
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

std::vector<Row> property_options() {
  std::vector<Row> rows(property_rows.begin(), property_rows.end());
  const auto property = std::ranges::find(
      rows, "--property", [](const Row& row) { return std::string_view(row.entry.names); });
  property->entry.manual = property_manual();
  return rows;
}

}  // namespace opexplore
