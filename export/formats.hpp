// The formats in which answers are handed out: each is a pair of files, and a row in formats.cpp.
// Its option, the help, what is checked of its file, and what is searched for it follow from the
// row.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "answers/ask.hpp"
#include "export/json.hpp"
#include "export/output_file.hpp"
#include "export/output_options.hpp"

namespace opexplore {

/// What a format says of one test: a text, or an element (of `traces`, a list of elements) of its
/// document.
using FormatPart = nlohmann::ordered_json;

/// What is written of a test, by the name of the format.
using FormatParts = std::map<std::string, FormatPart, std::less<>>;

/// A part, or why the format can say nothing of the test.
using FormatResult = std::variant<FormatPart, Failure>;

/// What a document says of a run beside its parts.
struct RunSummary {
  ToolInfo tool;
  int exit_code = 0;
};

/// Where what a format says goes.
enum class Destination : std::uint8_t {
  whole,          ///< a file of the run, or standard output
  picture,        ///< files of the run, which Graphviz makes of it
  whole_or_each,  ///< a file of the run or standard output; without a name, one for each test
  each,           ///< a file for each test, or that with the name, of one test
  beside,         ///< standard output, behind each log
  instead         ///< standard output, in the place of logs
};

/// Which traces of an answer it shows.
enum class ShowsTraces : std::uint8_t { none, chosen, all };

/// What is said of it to users, who ask for it by --write NAME.
struct FormatWords {
  std::string_view value = {};     ///< "FILE"; "[FILE.v]" may be left out; nothing: it takes none
  std::string_view help = {};      ///< a sentence without its full stop
  std::string_view manual = {};    ///< what the manual page says beyond that
  std::string_view words = {};     ///< what the value may be, as OptionEntry::words
  std::string_view commands = {};  ///< those that it goes with, separated by blanks
  bool older = false;              ///< --NAME is read, too, as it was asked for once
};

/// The texts, one after the other.
std::string text_document(std::vector<FormatPart> parts, const RunSummary& run);

struct Format {
  std::string_view name;    ///< "log", "dot", "trace-json", "json", "sarif", "github", …
  std::string_view suffix;  ///< of the file of one test, ".log"
  Destination destination = Destination::whole;
  ShowsTraces traces = ShowsTraces::none;
  bool of_smaller = true;  ///< it is also of what a test was made smaller to
  bool of_bugs = false;    ///< it tells of bugs, for others to count
  FormatWords option = {};
  /// What has to be in AnsweredTest::gathered for the part; nullptr: nothing.
  Needs (*needs)(const AnsweredTest& test, const OutputOptions& options) = nullptr;
  FormatResult (*part)(const AnsweredTest& test, const OutputOptions& options) = nullptr;
  /// What it says of a test that nobody could answer; nullptr: nothing.
  FormatPart (*failure)(const Failure& failure) = nullptr;
  /// The parts of all tests of a run.
  std::string (*document)(std::vector<FormatPart> parts, const RunSummary& run) = &text_document;
  /// What the name of a test becomes in that of its file.
  std::string (*name_of_file)(std::string_view test_name) = &file_name;
};

/// \name Those that the program asks for by itself, or tells apart.
/// @{
extern const Format log_format, dot_format, json_format, trace_json_format, html_format, coq_format;
/// @}

/// All that --write can be asked for, as help lists them. Of pictures the document is what Graphviz
/// draws them from, that of drawings.
std::span<const Format* const> formats();

/// Whether it says nothing: an empty text, or no elements.
bool is_empty(const FormatPart& part);

/// Adds what is said of a test that belongs to it, such as a smaller one: texts and lists go on.
/// Elements of a document stay as they are.
void append(FormatPart& part, FormatPart more);

}  // namespace opexplore
