// Changes to read, in the order in which somebody wants to know: what happens, what to write, what
// it costs, why less does not do.
#pragma once

#include <string>

#include "answers/exit_code.hpp"
#include "litmus/language/reader.hpp"
#include "studies/repair/fix.hpp"

namespace opexplore::repair {

/// The end of a run with that answer.
ExitCode code_of(const FixAnswer& answer);

/// "line 10" of its thread: "P0 line 10", "before P0 line 10".
std::string place_name(const FixAnswer& answer, const Point& point);

/// What stands there at that level: "st.release.gpu y, 1"; "nothing".
std::string text_at(const FixAnswer& answer, const Point& point, std::uint8_t level);

/// The patch of one of the fixes.
std::string patch_of(const FixAnswer& answer, const SpelledTest& spelled, const Fix& fix);

/// The sentence in the words of tests, or of kernels.
std::string told(const FixAnswer& answer, const Phrase& sentence);

std::string text_report(const FixAnswer& answer, const FixQuestion& question,
                        const SpelledTest& spelled);

}  // namespace opexplore::repair
