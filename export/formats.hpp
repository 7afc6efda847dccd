// The formats in which answers are handed out: each is a pair of files, and a row in formats.cpp.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "answers/ask.hpp"
#include "export/json.hpp"
#include "export/output_options.hpp"

namespace opexplore {

/// What a format says of one test: a text, or an element (of `traces`, a list of elements) of its
/// document.
using FormatPart = nlohmann::ordered_json;

/// A part, or why the format can say nothing of the test.
using FormatResult = std::variant<FormatPart, Failure>;

/// What a document says of a run beside its parts.
struct RunSummary {
  ToolInfo tool;
  int exit_code = 0;
};

struct Format {
  std::string_view name;    ///< "log", "dot", "trace-json", "json", "sarif", "github", …
  std::string_view suffix;  ///< of the file of one test, ".log"
  /// What has to be in AnsweredTest::gathered for the part; nullptr: nothing.
  Needs (*needs)(const AnsweredTest& test, const OutputOptions& options);
  FormatResult (*part)(const AnsweredTest& test, const OutputOptions& options);
  /// What it says of a test that nobody could answer; nullptr: nothing.
  FormatPart (*failure)(const Failure& failure);
  /// The parts of all tests of a run.
  std::string (*document)(std::vector<FormatPart> parts, const RunSummary& run);
  /// What the name of a test becomes in that of its file.
  std::string (*file_name)(std::string_view test_name);
};

/// Of pictures the document is what Graphviz draws them from, that of drawings.
extern const Format log_format, dot_format, svg_format, png_format, trace_json_format, json_format,
    sarif_format, github_format, compiler_explorer_format, html_format, coq_format;

/// Whether it says nothing: an empty text, or no elements.
bool is_empty(const FormatPart& part);

/// Adds what is said of a test that belongs to it, such as a smaller one: texts and lists go on.
/// Elements of a document stay as they are.
void append(FormatPart& part, FormatPart more);

}  // namespace opexplore
