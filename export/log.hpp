// The result block of herd7, as herd7 7.57 prints it and mcompare7 reads it.
//
// Invariant: nothing of ours stands between `Test` and `Hash=`; our own lines
// follow the hash, where mcompare7 ignores them. Counts are final states of a machine,
// not executions; of a model they are executions, as herd's are.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "answers/reports.hpp"
#include "export/outcome_text.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

struct LogOptions {
  Radix radix = Radix::decimal;
  bool statistics = true;  ///< our lines after Hash=
};

/// Writes one block, the empty line at its end included. `hash`: 32 hexadecimal digits.
void write_log(std::ostream& out, const Test& test, const Answer& answer, const std::string& hash,
               const LogOptions& options = {});

/// About so many characters the outcomes will have; 0 if they are few.
std::size_t expected_log_length(const Test& test, const Answer& answer, Radix radix);

/// Our lines after Hash=, with lower-case keys: the machine or model, what its search or evaluation
/// cost, what is missing.
void write_statistics(std::ostream& out, const Test& test, const Answer& answer);

/// "states", "memory", …: the limit that ended the search; empty when none did.
std::string_view to_string(Incomplete incomplete);

/// "Ok", "No", or "Undef" when there is a data race: herd's words of the verdict line.
std::string_view verdict_word(const Answer& answer, const Verdict& verdict);

/// Whether the verdict line carries herd's "Loop ": the answer may miss states. Undef never does.
bool is_partial(const Answer& answer, const Verdict& verdict);

}  // namespace opexplore
