// What users choose about what is written for each test.
#pragma once

#include <cstdint>
#include <optional>

#include "answers/asked_options.hpp"
#include "export/json.hpp"
#include "export/outcome_text.hpp"
#include "export/picture_options.hpp"
#include "export/trace_text.hpp"

namespace opexplore {

/// Which executions are drawn and traced: herd's `-show`, and what is shown without it.
enum class Show : std::uint8_t {
  telling,      ///< the one that shows most about the verdict, whatever it shows
  witness,      ///< those that the quantifier speaks of: that fail the proposition for forall
  proposition,  ///< those that satisfy the proposition
  negated,      ///< those that do not
  condition,    ///< those that satisfy the constraint: negated for ~exists
  all,
  none
};

struct OutputOptions {
  Show show = Show::telling;
  PictureOptions picture;
  Radix radix = Radix::decimal;
  std::optional<TraceDetail> trace;  ///< print traces after each block
  bool check_deadlock = false;       ///< deadlocks were asked about
  bool check_races = false;          ///< data races were asked about
  bool explain = false;              ///< of kernels: step through the trace to each bug
  AskedOptions asked;                ///< as asked for: JSON has the limits
  ToolInfo tool;                     ///< that writes
};

}  // namespace opexplore
