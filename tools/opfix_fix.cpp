// `opfix repair`, `opfix weaken` and `opfix optimise`: one question with three directions.
#include <array>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/default_machine.hpp"
#include "answers/settings.hpp"
#include "export/coq_names.hpp"
#include "export/output_file.hpp"
#include "export/output_guard.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "opmodel/words.hpp"
#include "studies/repair/certificate.hpp"
#include "studies/repair/document.hpp"
#include "studies/repair/explain.hpp"
#include "studies/repair/fix.hpp"
#include "studies/repair/places.hpp"
#include "studies/repair/sarif.hpp"
#include "studies/repair/text.hpp"
#include "tools/opfix.hpp"
#include "tools/opfix_subject.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

using repair::FixAnswer;
using repair::FixQuestion;

struct FixTexts {
  Options options;  ///< the file, and of a kernel its launch
  std::string machine, reading, async_reading, async_switch;
  std::string moves = "access,fence,proxy,wait";
  std::string scopes, keep, only;
  bool one_sided = false, allow_weak = false, condition_only = false;
  std::optional<std::filesystem::path> costs;
  std::string prefer = "cost";
  bool all = false;
  std::uint64_t limit = 0;
  std::uint64_t max_states = 1'000'000;
  std::chrono::milliseconds timeout{20'000};
  std::optional<std::filesystem::path> output, json, sarif, patch, coq;
};

using Row = OptionRow<FixTexts>;

constexpr std::array move_rows{
    Row{{.names = "--moves",
         .value = "LIST",
         .group = "changes",
         .help = "What may be changed: access,fence,proxy,wait (default), and plain",
         .manual = "Plain accesses of a kernel become atomic with plain alone; those of a test are "
                   "accesses as others are."},
        keep<&FixTexts::moves>},
    Row{{.names = "--scopes",
         .value = "LIST",
         .group = "changes",
         .help = "Scopes that changes may write (default: those that tell threads apart)"},
        keep<&FixTexts::scopes>},
    Row{{.names = "--keep",
         .value = "PLACES",
         .group = "changes",
         .help = "What stays: a line of the file, a thread, or both, 12,P1,P0:10"},
        keep<&FixTexts::keep>},
    Row{{.names = "--only",
         .value = "PLACES",
         .group = "changes",
         .help = "Change nothing elsewhere"},
        keep<&FixTexts::only>},
    Row{{.names = "--one-sided",
         .group = "changes",
         .help = "Also write fence.acquire and fence.release, of PTX 8.6"},
        keep<&FixTexts::one_sided>}};

constexpr std::array safety_rows{
    Row{{.names = "--condition-only",
         .group = "changes",
         .help = "Only the condition counts: other outcomes may appear, and data races may be"},
        keep<&FixTexts::condition_only>}};

constexpr std::array weak_rows{
    Row{{.names = "--allow-weak",
         .group = "changes",
         .help = "Strong accesses to what threads share may become weak, or too narrow"},
        keep<&FixTexts::allow_weak>}};

constexpr std::array cost_rows{Row{{.names = "--costs",
                                    .value = "FILE",
                                    .group = "costs",
                                    .help = "A table of costs in the place of the built-in one"},
                                   keep<&FixTexts::costs>}};

constexpr std::array prefer_rows{
    Row{{.names = "--prefer",
         .value = "cost|edits",
         .group = "costs",
         .help = "Least cost (default), or fewest changes and then cost"},
        keep<&FixTexts::prefer>}};

constexpr std::array result_rows{
    Row{{.names = "--all",
         .group = "costs",
         .help = "All changes of which no part is enough, not only the cheapest"},
        keep<&FixTexts::all>},
    Row{{.names = "--limit",
         .value = "N",
         .group = "costs",
         .help = "So many changes at most (default: no limit)"},
        [](FixTexts& texts, const Written& written) {
          texts.limit = number_of(written, 0, std::numeric_limits<std::uint32_t>::max());
        }}};

constexpr std::array machine_rows{
    Row{{.names = "--machine",
         .value = "NAME",
         .group = "semantics",
         .help = "The machine: ptx-proxy (default), ptx, or ptx-async "
                 "(default of asynchronous tests)"},
        keep<&FixTexts::machine>},
    Row{{.names = "--ptx-reading",
         .value = "isa|dat3m",
         .group = "semantics",
         .help = "How it reads PTX"},
        keep<&FixTexts::reading>},
    Row{{.names = "--async-reading",
         .value = "isa|strict|practice",
         .group = "semantics",
         .help = "How ptx-async reads PTX 9"},
        keep<&FixTexts::async_reading>},
    Row{{.names = "--async-switch",
         .value = "NAME=VALUE",
         .group = "semantics",
         .help = "One of its choices made otherwise"},
        keep<&FixTexts::async_switch>}};

constexpr std::array limit_rows{
    Row{{.names = "--max-states",
         .value = "N",
         .group = "limits",
         .help = "Of each search (default: 1M); what it leaves open is not proposed"},
        [](FixTexts& texts, const Written& written) {
          texts.max_states = amount_of(written, 1000);
        }},
    Row{{.names = "--timeout",
         .value = "TIME",
         .group = "limits",
         .help = "Of each search: 90s, 5m (default: 20s)"},
        [](FixTexts& texts, const Written& written) { texts.timeout = duration_of(written); }}};

constexpr std::array report_rows{
    Row{{.names = "-o", .value = "FILE", .group = "output", .help = "Write the report there"},
        keep<&FixTexts::output>}};

constexpr std::array output_rows{
    Row{{.names = "--json",
         .value = "FILE",
         .group = "output",
         .help = "Write answer and proof there, for opfix verify; - is standard output"},
        keep<&FixTexts::json>},
    Row{{.names = "--sarif",
         .value = "FILE",
         .group = "output",
         .help = "Write SARIF 2.1.0 with the changes there, - is standard output"},
        keep<&FixTexts::sarif>},
    Row{{.names = "--patch",
         .value = "FILE",
         .group = "output",
         .help = "Write the first change there, as patch -p0 takes it; - is standard output"},
        keep<&FixTexts::patch>},
    Row{{.names = "--coq",
         .value = "[FILE.v]",
         .group = "output",
         .help = "Write a certificate for Coq there (default: NAME.v): nothing cheaper is enough",
         .words = "*.v",
         .otherwise = ".v"},
        keep<&FixTexts::coq>}};

std::vector<std::string> words_of(const std::string& list) {
  return list.empty() ? std::vector<std::string>() : parts_of(list, ',');
}

void read_moves(const FixTexts& texts, repair::Moves& moves) {
  moves.accesses = moves.fences = moves.proxy_fences = moves.waits = false;
  moves.plain_stays = true;
  for (const std::string& word : words_of(texts.moves)) {
    if (word == "access") {
      moves.accesses = true;
    } else if (word == "fence") {
      moves.fences = true;
    } else if (word == "proxy") {
      moves.proxy_fences = true;
    } else if (word == "wait") {
      moves.waits = true;
    } else if (word == "plain") {
      moves.plain_stays = false;
    } else if (word == "barrier") {
      throw UsageError("--moves: barriers are not changed: a thread could wait there for ever",
                       "moves are access, fence, proxy, wait and plain");
    } else {
      throw no_such_word({"--moves", word}, {"access", "fence", "proxy", "wait", "plain"});
    }
  }
  for (const std::string& word : words_of(texts.scopes)) {
    const auto scope = find_word<Scope>(word);
    if (!scope) {
      const auto known = opexplore::texts(words<Scope>());
      throw no_such_word({"--scopes", word}, {known.begin(), known.end()});
    }
    moves.scopes.insert(*scope);
  }
  moves.one_sided = texts.one_sided;
  moves.allow_weak = texts.allow_weak;
}

std::vector<repair::NamedPlace> read_places(const std::string& option, const std::string& list) {
  std::vector<repair::NamedPlace> places;
  for (const std::string& word : words_of(list)) {
    const auto place = repair::place_named(word);
    if (!place) {
      throw UsageError(option + ": '" + word + "' is no place",
                       "a line of the file, 12, a thread, P1, or a line of a thread, P0:10");
    }
    places.push_back(*place);
  }
  return places;
}

// The machine that is named, or that of such programs.
ChosenMachine read_machine(const FixTexts& texts, const Test& test) {
  MachineOptions options;
  const auto set = [&](const char* name, const std::string& value) {
    if (!value.empty()) options.settings[name] = value;
  };
  set("ptx-reading", texts.reading);
  set("async-reading", texts.async_reading);
  set("async-switch", texts.async_switch);
  const bool is_ptx = test.program.language == Language::ptx;
  ChosenMachine machine = chosen_machine(!texts.machine.empty() ? texts.machine
                                         : is_ptx               ? default_machine(test.program)
                                                                : default_machine(Language::ptx),
                                         options);
  require_offered(options, std::vector<ChosenMachine>{machine});
  if (const auto refusal = repair::refusal_of(machine)) throw UsageError(*refusal);
  return machine;
}

FixQuestion read_question(const FixTexts& texts, repair::Task task) {
  FixQuestion question;
  question.task = task;
  read_moves(texts, question.moves);
  question.moves.keep = read_places("--keep", texts.keep);
  question.moves.only = read_places("--only", texts.only);
  question.costs = repair::costs_of(texts.costs);
  if (texts.prefer != "cost" && texts.prefer != "edits") {
    throw no_such_word({"--prefer", texts.prefer}, {"cost", "edits"});
  }
  question.preference =
      texts.prefer == "edits" ? repair::Preference::edits : repair::Preference::cost;
  question.all_minimal = texts.all;
  question.most_found = texts.limit;
  question.condition_only = texts.condition_only;
  question.explore.max_states = texts.max_states;
  question.explore.timeout = texts.timeout;
  question.explore.interrupted = interrupted;
  return question;
}

// What is written for the kernel itself is read as well.
void require_patchable(const FixTexts& texts) {
  if (texts.patch && kernel::is_cuda_file(texts.options.sources.front())) {
    throw UsageError("--patch: changes of a .cu file are told, and not written as a patch",
                     "nvcc -ptx makes a .ptx file, of which there is a patch");
  }
}

void write_patch(const FixTexts& texts, const FixAnswer& answer, const SpelledTest& spelled) {
  if (!texts.patch) return;
  const bool any = answer.conclusion == repair::Conclusion::changed;
  write_output(*texts.patch, any ? patch_of(answer, spelled, answer.fixes.front()) : "");
}

// Where the certificate goes. coqc takes the name of a file for that of a module.
std::optional<std::filesystem::path> certificate_file(const FixTexts& texts,
                                                      const FixQuestion& question,
                                                      const Test& test) {
  if (!texts.coq) return std::nullopt;
  if (const auto refusal = repair::certificate_refusal(question)) {
    throw UsageError("--coq: " + *refusal);
  }
  if (*texts.coq == ".v") return coq_identifier(test.name) + ".v";
  const std::string name = texts.coq->stem().string();
  if (texts.coq->extension() == ".v" && name == coq_identifier(name)) return texts.coq;
  throw UsageError(
      "--coq: coqc takes no file of the name " + texts.coq->filename().string(),
      "a name of letters, digits and _ that ends in .v is " + coq_identifier(name) + ".v");
}

void write_certificate(const std::filesystem::path& file, const FixAnswer& answer,
                       const FixQuestion& question, const SpelledTest& spelled,
                       const ToolInfo& tool) {
  const auto certificate = repair::fix_certificate(answer, question, spelled, tool);
  if (const auto* const failure = std::get_if<Failure>(&certificate)) {
    throw InputError(failure->file, {failure->line, failure->column}, failure->message,
                     failure->suggestion);
  }
  write_output(file, std::get<std::string>(certificate));
}

ExitCode run_fix(FixTexts& texts, repair::Task task, const ToolInfo& tool) {
  OutputGuard guard([&texts] {
    OutputGuard::Paths files = files_of_words(texts.options.sources);
    if (texts.options.launch) files.push_back(*texts.options.launch);
    if (texts.costs) files.push_back(*texts.costs);
    return files;
  });
  guard.add("--json", texts.json);
  guard.add("--sarif", texts.sarif);
  guard.add("--patch", texts.patch);
  guard.add("-o", texts.output);
  FixQuestion question = read_question(texts, task);
  catch_interrupts();
  const Subject subject = read_subject(texts.options, to_string(task), question,
                                       [&](const Test& test) { return read_machine(texts, test); });
  const SpelledTest& spelled = subject.spelled;
  require_patchable(texts);
  const auto certificate = certificate_file(texts, question, spelled.test);
  guard.add("--coq", certificate);
  const FixAnswer answer = repair::fix(spelled.test, question);
  if (texts.json) {
    write_output(*texts.json, json_text(repair::fix_document(answer, question, spelled, tool)));
  }
  if (texts.sarif) {
    write_output(*texts.sarif, json_text(repair::sarif_document(answer, question, spelled)));
  }
  write_patch(texts, answer, spelled);
  write_report(texts.output, repair::text_report(answer, question, spelled),
               texts.json == "-" || texts.sarif == "-" || texts.patch == "-");
  if (certificate) write_certificate(*certificate, answer, question, spelled, tool);
  return repair::code_of(answer);
}

ExitCode run_explain(FixTexts& texts) {
  OutputGuard guard([&texts] { return files_of_words(texts.options.sources); });
  guard.add("-o", texts.output);
  FixQuestion question = read_question(texts, repair::Task::weaken);
  catch_interrupts();
  const Subject subject = read_subject(texts.options, "explain", question,
                                       [&](const Test& test) { return read_machine(texts, test); });
  const std::vector<FixAnswer> answers = repair::explained(subject.spelled.test, question);
  write_report(texts.output, repair::explained_text(subject.spelled.test.name, answers));
  return repair::code_of(answers);
}

constexpr std::string_view exit_codes =
    "\n"
    "Exit codes: 0 changed, or nothing to do; 1 undecided; 2 wrong input; 20 no change is enough;\n"
    "30 internal error: a machine and its axioms disagree; 32 cancelled.\n";

constexpr HelpFrame repair_frame{
    "usage: opfix repair TEST.litmus | KERNEL.cu | KERNEL.ptx [OPTIONS]\n"
    "\n"
    "Finds the cheapest change that makes unreachable what the test excludes: what its `exists`\n"
    "names, or what contradicts its `~exists` or `forall`; of a kernel each data race, assertion\n"
    "that fails, misuse and hang, and what --never and --forall exclude. Orders and scopes become\n"
    "stronger, and fences are put between accesses. All changes of least cost are told, each with\n"
    "what happens without a part of it, and as a patch.\n",
    exit_codes};

constexpr HelpFrame weaken_frame{
    "usage: opfix weaken TEST.litmus | KERNEL.cu | KERNEL.ptx [OPTIONS]\n"
    "\n"
    "Finds the cheapest program that is nowhere stronger than this one, and has no other outcome,\n"
    "whichever registers and locations are looked at, and no other data race; of a kernel memory\n"
    "is looked at, and hangs. What stays is told with what happens with less.\n",
    exit_codes};

constexpr HelpFrame optimise_frame{
    "usage: opfix optimise TEST.litmus | KERNEL.cu | KERNEL.ptx [OPTIONS]\n"
    "\n"
    "Finds the cheapest program of the same accesses, wherever that is stronger or weaker than\n"
    "this one: it has no other outcome and no other data race, and not what the test excludes.\n",
    exit_codes};

constexpr HelpFrame explain_frame{
    "usage: opfix explain TEST.litmus | KERNEL.cu | KERNEL.ptx [OPTIONS]\n"
    "\n"
    "Says of each order, scope and fence by itself whether less would do there, if nothing else\n"
    "changed, and otherwise what happens then. What may go together, opfix weaken says.\n",
    exit_codes};

Subcommand command_of(repair::Task task, std::string_view summary, HelpFrame frame,
                      const ToolInfo& tool) {
  return {.name = std::string(to_string(task)),
          .summary = std::string(summary),
          .frame = frame,
          .declare = [task, tool](CommandLine& line) {
            const auto texts = std::make_shared<FixTexts>();
            line.add_words(texts->options.sources);
            line.add(launch_rows(), texts->options);
            line.add(move_rows, *texts);
            line.add(safety_rows, *texts);
            if (task != repair::Task::repair) line.add(weak_rows, *texts);
            line.add(cost_rows, *texts);
            if (task == repair::Task::repair) line.add(prefer_rows, *texts);
            line.add(result_rows, *texts);
            line.add(machine_rows, *texts);
            line.add(limit_rows, *texts);
            line.add(report_rows, *texts);
            line.add(output_rows, *texts);
            return [texts, task, tool] { return run_fix(*texts, task, tool); };
          }};
}

}  // namespace

Subcommand repair_command(const ToolInfo& tool) {
  return command_of(repair::Task::repair, "The cheapest change that mends a test", repair_frame,
                    tool);
}

Subcommand weaken_command(const ToolInfo& tool) {
  return command_of(repair::Task::weaken, "Which orders, scopes and fences can be less",
                    weaken_frame, tool);
}

Subcommand optimise_command(const ToolInfo& tool) {
  return command_of(repair::Task::optimise, "The cheapest program that is good", optimise_frame,
                    tool);
}

Subcommand explain_command() {
  return {.name = "explain",
          .summary = "What each order, scope and fence is for",
          .frame = explain_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<FixTexts>();
            line.add_words(texts->options.sources);
            line.add(launch_rows(), texts->options);
            line.add(safety_rows, *texts);
            line.add(weak_rows, *texts);
            line.add(cost_rows, *texts);
            line.add(machine_rows, *texts);
            line.add(limit_rows, *texts);
            line.add(report_rows, *texts);
            return [texts] { return run_explain(*texts); };
          }};
}

}  // namespace opexplore
