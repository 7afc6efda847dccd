#include "export/formats.hpp"

#include <array>
#include <utility>

#include "export/annotations.hpp"
#include "export/answer_json.hpp"
#include "export/answer_text.hpp"
#include "export/compiler_explorer.hpp"
#include "export/coq_certificate.hpp"
#include "export/coq_names.hpp"
#include "export/drawings.hpp"
#include "export/kernel_sarif.hpp"
#include "export/page/page.hpp"

namespace opexplore {

namespace {

// What a certificate is called is an identifier of Coq.
std::string coq_name(std::string_view test_name) { return coq_identifier(std::string(test_name)); }

// What points at places shows what is wrong, and what mends it.
Needs findings_needed(const AnsweredTest& /*run*/, const OutputOptions& /*options*/) {
  Needs needs;
  needs.findings = true;
  return needs;
}

constexpr std::string_view answering = "run compare within minimise";
constexpr std::string_view drawing = "run compare within minimise distinguish";
constexpr std::string_view counting =
    "run compare within minimise campaign merge distinguish rank stalls";

}  // namespace

const Format log_format{
    .name = "log", .suffix = ".log", .destination = Destination::each, .part = log_part};

const Format dot_format{
    .name = "dot",
    .suffix = ".dot",
    .destination = Destination::whole_or_each,
    .traces = ShowsTraces::chosen,
    .option = {.value = "[FILE.dot]",
               .help = "Draw executions; without FILE, NAME.dot per test",
               .manual =
                   "For Graphviz; - is standard output. Files without a name of their own go to "
                   "the directory of -o or the current one.",
               .words = "- *.dot",
               .commands = "run compare within minimise distinguish machines diagram",
               .older = true},
    .needs = dot_needs,
    .part = dot_part};

const Format json_format{
    .name = "json",
    .suffix = ".json",
    .option = {.value = "FILE",
               .help = "Write one JSON document; - is standard output",
               .manual = "With all results, errors included. Standard output then carries no logs.",
               .commands = counting,
               .older = true},
    .needs = json_needs,
    .part = json_part,
    .failure = json_test,
    .document = json_report};

const Format trace_json_format{
    .name = "trace-json",
    .suffix = ".traces.json",
    .traces = ShowsTraces::chosen,
    .option = {.value = "FILE",
               .help = "Write traces as JSON that `opexplore replay` checks; - is standard output",
               .manual =
                   "Those that --trace would print, and those to deadlocks and data races. Only "
                   "machines take steps; models have no traces.",
               .commands = answering,
               .older = true},
    .needs = trace_json_needs,
    .part = trace_json_part,
    .document = trace_json_document};

const Format html_format{
    .name = "html",
    .suffix = ".html",
    .traces = ShowsTraces::all,
    .option = {.value = "FILE.html",
               .help = "Write a page to look at, execution by execution",
               .manual =
                   "Step by step, with the state, what else could have been done, and why. One "
                   "file for all tests of the run, which needs no network; - is standard "
                   "output.",
               .words = "- *.html",
               .commands = answering,
               .older = true},
    .needs = page_needs,
    .part = page_part,
    .failure = failed_page,
    .document = page_html};

const Format coq_format{
    .name = "coq",
    .suffix = ".v",
    .destination = Destination::each,
    .of_smaller = false,
    .option = {.value = "[FILE.v]",
               .help = "Write a certificate that Coq checks; without FILE, NAME.v per test",
               .manual =
                   "Coq accepts the file only if the verdict is right, with the list of all "
                   "outcomes. Its name has letters, digits and _ alone. The machine is sc, "
                   "gpu-scoped on the chip kepler or ptx-proxy as the ISA is read, and searches "
                   "once more for it, without reductions.",
               .words = "*.v",
               .commands = "run minimise",
               .older = true},
    .needs = coq_needs,
    .part = coq_part,
    .name_of_file = coq_name};

namespace {

const Format svg_format{
    .name = "svg",
    .suffix = ".svg",
    .destination = Destination::picture,
    .traces = ShowsTraces::chosen,
    .option = {.value = "FILE.svg",
               .help = "Draw executions with Graphviz",
               .manual = "The second and further drawings of a run go to FILE-2.svg and so on.",
               .words = "*.svg",
               .commands = drawing,
               .older = true},
    .needs = dot_needs,
    .part = dot_part};

const Format png_format{.name = "png",
                        .suffix = ".png",
                        .destination = Destination::picture,
                        .traces = ShowsTraces::chosen,
                        .option = {.value = "FILE.png",
                                   .help = "Draw executions with Graphviz, as pixels",
                                   .manual = "Files are named as those of svg are.",
                                   .words = "*.png",
                                   .commands = drawing,
                                   .older = true},
                        .needs = dot_needs,
                        .part = dot_part};

const Format sarif_format{
    .name = "sarif",
    .suffix = ".sarif",
    .traces = ShowsTraces::chosen,
    .of_smaller = false,
    .of_bugs = true,
    .option = {.value = "FILE",
               .help = "Write bugs as SARIF 2.1.0; - is standard output",
               .manual =
                   "With their places, the steps to them and fixes: what code hosts and editors "
                   "show beside the lines of a file.",
               .commands = "run minimise",
               .older = true},
    .needs = findings_needed,
    .part = sarif_part,
    .failure = failed_sarif,
    .document = sarif_document};

const Format github_format{
    .name = "github",
    .suffix = ".txt",
    .destination = Destination::beside,
    .traces = ShowsTraces::chosen,
    .of_smaller = false,
    .of_bugs = true,
    .option = {.help = "Print bugs as annotations of GitHub, too",
               .manual =
                   "After each log, a line for each bug, which a job of GitHub Actions shows at "
                   "the lines of the change.",
               .commands = "run minimise",
               .older = true},
    .needs = findings_needed,
    .part = annotations_part,
    .failure = failed_annotation};

const Format compiler_explorer_format{
    .name = "compiler-explorer",
    .suffix = ".txt",
    .destination = Destination::instead,
    .traces = ShowsTraces::chosen,
    .of_bugs = true,
    .option = {.help = "Print what is found as Compiler Explorer wants it, and nothing else",
               .manual = "In the place of the log a line for each finding, <source>:LINE:COLUMN: "
                         "severity: text. Without a file it reads standard input.",
               .commands = "run",
               .older = true},
    .needs = findings_needed,
    .part = compiler_explorer_part,
    .failure = failed_compiler_explorer};

constexpr std::array all_formats{
    &dot_format,  &svg_format,        &png_format,   &html_format,   &coq_format,
    &json_format, &trace_json_format, &sarif_format, &github_format, &compiler_explorer_format};

}  // namespace

std::string text_document(std::vector<FormatPart> parts, const RunSummary&) {
  std::string text;
  for (FormatPart& part : parts) {
    auto& more = part.get_ref<std::string&>();
    if (text.empty()) {
      text = std::move(more);
    } else {
      text += more;
    }
  }
  return text;
}

std::span<const Format* const> formats() { return all_formats; }

bool is_empty(const FormatPart& part) {
  return part.empty() || (part.is_string() && part.get_ref<const std::string&>().empty());
}

void append(FormatPart& part, FormatPart more) {
  if (part.is_null()) {
    part = std::move(more);
  } else if (part.is_string() && more.is_string()) {
    part.get_ref<std::string&>() += more.get_ref<const std::string&>();
  } else if (part.is_array() && more.is_array()) {
    for (FormatPart& element : more) part.push_back(std::move(element));
  }
}

}  // namespace opexplore
