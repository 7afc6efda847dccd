#include "answers/refusal.hpp"

#include <utility>

namespace opexplore {
namespace {

Failure refused(const Test& test, std::string what, const Refusal& refusal) {
  const SourcePlace place = refusal.place.value_or(SourcePlace{});
  return {.message = std::move(what) + refusal.why,
          .file = test.path,
          .line = place.line,
          .column = place.column};
}

}  // namespace

Failure machine_refusal(const Test& test, std::string_view machine, const Refusal& refusal) {
  return refused(test, "machine " + std::string(machine) + " cannot run this test: ", refusal);
}

Failure model_refusal(const Test& test, std::string_view model, const Refusal& refusal) {
  return refused(test,
                 "model " + std::string(model) + " cannot be evaluated on this test: ", refusal);
}

Failure strict_refusal(const Test& test, const std::vector<Finding>& findings) {
  const std::string things = findings.size() == 1 ? " thing" : " things";
  Failure failure{
      .message = std::to_string(findings.size()) + things + " that no PTX assembler takes",
      .file = test.path,
      .line = findings.front().place.line,
      .column = findings.front().place.column,
      .suggestion = "without --strict-ptx the test is explored"};
  for (const Finding& finding : findings) {
    failure.remarks.push_back(
        {finding.place.line, finding.place.column, finding.message, finding.suggestion});
  }
  return failure;
}

std::string strict_warnings(const Test& test, const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    // Lines count from 1, characters from 0; the second one is past the end.
    const std::uint32_t first = finding.place.column - 1;
    text += "Warning: File \"" + test.path + "\", line " + std::to_string(finding.place.line) +
            ", characters " + std::to_string(first) + '-' + std::to_string(first + finding.length) +
            ": " + finding.message;
    if (!finding.suggestion.empty()) text += "; " + finding.suggestion;
    text += '\n';
  }
  return text;
}

}  // namespace opexplore
