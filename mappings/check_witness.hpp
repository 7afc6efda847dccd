// A failing test with everything that explains it.
#pragma once

#include "mappings/check_blame.hpp"

namespace opexplore::mappings {

/// Asks the machines for a trace and the axioms for their opinion and their reason. `result` is
/// that of the test.
Counterexample counterexample(const CheckedTests& tests, const Table& table,
                              const BlamedTest& blamed, const TestResult& result);

}  // namespace opexplore::mappings
