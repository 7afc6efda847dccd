// What was found with which inputs: one report of several launches of a kernel.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "answers/ask.hpp"
#include "answers/exit_code.hpp"
#include "answers/failure.hpp"
#include "export/kernel_text.hpp"
#include "litmus/kernels/input_case.hpp"

namespace opexplore {

/// A report on a kernel without places and steps.
struct ShortReport {
  std::string title;               ///< "table.cu: kernel table(int*, int), explored as <<<1, 4>>>"
  std::vector<std::string> lines;  ///< "BUG  data race on `out[0]`", "ok   no data race, no hang"
  std::string assumed = {};        ///< "assumed n = 3: …"; empty if nothing is
  ShownResults results = {};
  bool operator==(const ShortReport&) const = default;
};

/// Precondition: `run.asked.kernel`, and it has findings.
ShortReport short_report(const AnsweredTest& run, Radix radix);
/// Of a launch that nobody could answer.
ShortReport short_report(const Failure& failure);

/// One launch of several.
struct ReportedCase {
  kernel::InputCase inputs;
  ShortReport report;
  ExitCode code = ExitCode::complete;
};

/// "n = 0..2, 4", "n = 0 and k = 1, 2; n = 1 and k = 0": all of these launches.
std::string inputs_text(const std::vector<const kernel::InputCase*>& cases);

/// What all launches of a question say together.
struct InputsReport {
  std::string text;         ///< a paragraph, each finding with the inputs that lead to it
  std::vector<bool> tells;  ///< by case, whether it is the first that found what it did
  std::size_t told = 0;     ///< the case that is told in full: the first with a bug
};

/// Precondition: `cases` is not empty, and in the order in which they were explored.
InputsReport inputs_report(const std::vector<ReportedCase>& cases);

}  // namespace opexplore
