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
#include "export/output_file.hpp"
#include "export/page/page.hpp"
#include "export/verdict_of.hpp"

namespace opexplore {

namespace {

// What a certificate is called is an identifier of Coq.
std::string coq_name(std::string_view test_name) { return coq_identifier(std::string(test_name)); }

constexpr std::string_view answering = "run compare within minimise";
constexpr std::string_view drawing = "run compare within minimise distinguish";
constexpr std::string_view counting =
    "run compare within minimise campaign merge distinguish rank stalls";

}  // namespace

const Format log_format{"log",   ".log",   Destination::each, ShowsTraces::none, true,     {},
                        nullptr, log_part, nullptr,           text_document,     file_name};

const Format dot_format{
    "dot",
    ".dot",
    Destination::whole_or_each,
    ShowsTraces::chosen,
    true,
    {.asked = "--write dot",
     .value = "[FILE.dot]",
     .help = "Draw executions; without FILE, NAME.dot per test",
     .manual = "For Graphviz; - is standard output. Files without a name of their own go to "
               "the directory of -o or the current one.",
     .words = "- *.dot",
     .commands = "run compare within minimise distinguish machines diagram",
     .older = "--dot"},
    dot_needs,
    dot_part,
    nullptr,
    text_document,
    file_name};

const Format json_format{
    "json",
    ".json",
    Destination::whole,
    ShowsTraces::none,
    true,
    {.asked = "--write json",
     .value = "FILE",
     .help = "Write one JSON document; - is standard output",
     .manual = "With all results, errors included. Standard output then carries no logs.",
     .commands = counting,
     .older = "--json"},
    json_needs,
    json_part,
    json_test,
    json_report,
    file_name};

const Format trace_json_format{
    "trace-json",
    ".traces.json",
    Destination::whole,
    ShowsTraces::chosen,
    true,
    {.asked = "--write trace-json",
     .value = "FILE",
     .help = "Write traces as JSON that `opexplore replay` checks; - is standard output",
     .manual = "Those that --trace would print, and those to deadlocks and data races. Only "
               "machines take steps; models have no traces.",
     .commands = answering,
     .older = "--trace-json"},
    trace_json_needs,
    trace_json_part,
    nullptr,
    trace_json_document,
    file_name};

const Format html_format{
    "html",
    ".html",
    Destination::whole,
    ShowsTraces::all,
    true,
    {.asked = "--write html",
     .value = "FILE.html",
     .help = "Write a page to look at, execution by execution",
     .manual = "Step by step, with the state, what else could have been done, and why. One "
               "file for all tests of the run, which needs no network; - is standard "
               "output.",
     .words = "- *.html",
     .commands = answering,
     .older = "--html"},
    page_needs,
    page_part,
    failed_page,
    page_html,
    file_name};

const Format coq_format{
    "coq",
    ".v",
    Destination::each,
    ShowsTraces::none,
    false,
    {.asked = "--write coq",
     .value = "[FILE.v]",
     .help = "Write a certificate that Coq checks; without FILE, NAME.v per test",
     .manual = "Coq accepts the file only if the verdict is right, with the list of all "
               "outcomes. Its name has letters, digits and _ alone. The machine is sc, "
               "gpu-scoped on the chip kepler or ptx-proxy as the ISA is read, and searches "
               "once more for it, without reductions.",
     .words = "*.v",
     .commands = "run minimise",
     .older = "--coq"},
    coq_needs,
    coq_part,
    nullptr,
    text_document,
    coq_name};

namespace {

const Format svg_format{
    "svg",
    ".svg",
    Destination::picture,
    ShowsTraces::chosen,
    true,
    {.asked = "--write svg",
     .value = "FILE.svg",
     .help = "Draw executions with Graphviz",
     .manual = "The second and further drawings of a run go to FILE-2.svg and so on.",
     .words = "*.svg",
     .commands = drawing,
     .older = "--svg"},
    dot_needs,
    dot_part,
    nullptr,
    text_document,
    file_name};

const Format png_format{"png",
                        ".png",
                        Destination::picture,
                        ShowsTraces::chosen,
                        true,
                        {.asked = "--write png",
                         .value = "FILE.png",
                         .help = "Draw executions with Graphviz, as pixels",
                         .manual = "Files are named as those of svg are.",
                         .words = "*.png",
                         .commands = drawing,
                         .older = "--png"},
                        dot_needs,
                        dot_part,
                        nullptr,
                        text_document,
                        file_name};

const Format sarif_format{
    "sarif",
    ".sarif",
    Destination::whole,
    ShowsTraces::chosen,
    false,
    {.asked = "--write sarif",
     .value = "FILE",
     .help = "Write bugs as SARIF 2.1.0; - is standard output",
     .manual = "With their places, the steps to them and fixes: what code hosts and editors "
               "show beside the lines of a file.",
     .commands = "run minimise",
     .older = "--sarif"},
    bug_needs,
    sarif_part,
    failed_sarif,
    sarif_document,
    file_name};

const Format github_format{
    "github",
    ".txt",
    Destination::beside,
    ShowsTraces::chosen,
    false,
    {.asked = "--write github",
     .help = "Print bugs as annotations of GitHub, too",
     .manual = "After each log, a line for each bug, which a job of GitHub Actions shows at "
               "the lines of the change.",
     .commands = "run minimise",
     .older = "--github"},
    bug_needs,
    annotations_part,
    failed_annotation,
    text_document,
    file_name};

const Format compiler_explorer_format{
    "compiler-explorer",
    ".txt",
    Destination::instead,
    ShowsTraces::chosen,
    true,
    {.asked = "--write compiler-explorer",
     .help = "Print what is found as Compiler Explorer wants it, and nothing else",
     .manual = "In the place of the log a line for each finding, <source>:LINE:COLUMN: "
               "severity: text. Without a file it reads standard input.",
     .commands = "run",
     .older = "--compiler-explorer"},
    bug_needs,
    compiler_explorer_part,
    failed_compiler_explorer,
    text_document,
    file_name};

constexpr std::array all_formats{
    &dot_format,  &svg_format,        &png_format,   &html_format,   &coq_format,
    &json_format, &trace_json_format, &sarif_format, &github_format, &compiler_explorer_format};

}  // namespace

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
