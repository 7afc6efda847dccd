#include "export/formats.hpp"

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

namespace opexplore {

namespace {

// What a certificate is called is an identifier of Coq.
std::string coq_name(std::string_view test_name) { return coq_identifier(std::string(test_name)); }

}  // namespace

const Format log_format{"log", ".log", nullptr, log_part, nullptr, text_document, file_name};
const Format dot_format{"dot", ".dot", dot_needs, dot_part, nullptr, text_document, file_name};
const Format svg_format{"svg", ".svg", dot_needs, dot_part, nullptr, text_document, file_name};
const Format png_format{"png", ".png", dot_needs, dot_part, nullptr, text_document, file_name};
const Format trace_json_format{"trace-json", ".traces.json",      trace_json_needs, trace_json_part,
                               nullptr,      trace_json_document, file_name};
const Format json_format{"json", ".json", json_needs, json_part, json_test, json_report, file_name};
const Format sarif_format{"sarif",      ".sarif",       nullptr,  sarif_part,
                          failed_sarif, sarif_document, file_name};
const Format github_format{"github",          ".txt",        nullptr,  annotations_part,
                           failed_annotation, text_document, file_name};
const Format html_format{"html", ".html", page_needs, page_part, failed_page, page_html, file_name};
const Format compiler_explorer_format{
    "compiler-explorer",      ".txt",        nullptr,  compiler_explorer_part,
    failed_compiler_explorer, text_document, file_name};
const Format coq_format{"coq", ".v", coq_needs, coq_part, nullptr, text_document, coq_name};

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
