// What the axiomatic evaluator costs, beside the machines of the same models.
#pragma once

namespace opexplore {

struct EvaluatorBench {
  bool smoke = false;  ///< a handful of tests of each kind only
  double seconds = 5;  ///< limit of one evaluation or exploration
};

/// Prints the times per test over the corpora and the conformance suite, the slowest tests, and how
/// many small generated tests are answered in a second, each by evaluator and machine in turn.
void bench_evaluator(const EvaluatorBench& settings);

}  // namespace opexplore
