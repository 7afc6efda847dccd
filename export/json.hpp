// Reports as JSON: one document, keys in a fixed order. docs/report.schema.json
// describes it; the version below changes when a reader could notice.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/asked_options.hpp"
#include "answers/compare.hpp"
#include "answers/failure.hpp"
#include "answers/statements.hpp"
#include "litmus/kernels/input_case.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// Of the document; also `schema_version` in it.
inline constexpr int json_schema_version = 13;

struct ToolInfo {
  std::string name;
  std::string version;
  std::string revision;  ///< of the source, e.g. a git hash; "unknown" when built without
};

/// The second machine of a comparison, and the answer; the references outlive the call.
struct ComparedResult {
  const Answer& answer;
  std::string machine_source;  ///< MachineEntry::source; of a model, its title
  const OutcomeComparison& comparison;
  std::string model_origin = {};  ///< of a model: its file, or "built in"
};

/// Everything the entry of a test says; the references outlive the call.
struct TestResult {
  const Test& test;
  const Answer& answer;
  const AskedOptions& options;
  std::string hash;
  std::string machine_source;    ///< MachineEntry::source; of a model, its title
  std::optional<bool> expected;  ///< herd's Ok, where an expectation was given
  std::optional<ComparedResult> compared = {};
  std::string model_origin = {};  ///< of a model: its file, or "built in"
  std::span<const AnsweredStatement> statements = {};
};

/// The document without tests: exit code 0, no error.
nlohmann::ordered_json json_document(const ToolInfo& tool);

/// An element of `tests`: a result, or a test that could not be run.
nlohmann::ordered_json json_test(const TestResult& result);
nlohmann::ordered_json json_test(const Failure& failure);

/// The inputs of a launch of which others have other values: a list, empty if there are no others.
nlohmann::ordered_json json_inputs(const kernel::InputCase& inputs);

/// The value of `error`.
nlohmann::ordered_json json_error(const Failure& failure);

nlohmann::ordered_json json_trace(const Test& test, const Trace& trace);

/// A place in the source of a compiled program.
nlohmann::ordered_json json_code(const CodePlace& code);

/// Where an instruction stands in its file, and its text; of a compiled program also `code`.
nlohmann::ordered_json json_source(const Instruction& instruction);

/// Steps that come after `before` others, which their numbers count too.
nlohmann::ordered_json json_steps(const Test& test, std::span<const TraceStep> steps,
                                  std::size_t before = 0);

/// Text of a document, two spaces deep, newline at the end. Bytes that are not UTF-8
/// become U+FFFD.
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace opexplore
