// What is wrong with a test that is no kernel, in the form that bugs of kernels have, for writers
// that point at places of files.
#pragma once

#include "answers/findings/findings.hpp"

namespace opexplore {

/// Data races, deadlocks, runs without end, and a result that was not expected, or that the test
/// says there is not, as the answer has them, with the change that its Why has shown to forbid it:
/// nothing is asked again. It refers to traces of the answer.
Findings findings_of_test(const AnsweredTest& answered);

}  // namespace opexplore
