// Exploring toy machines: questions about their two numbers, in one call.
#pragma once

#include "explorer/machine_entry.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/explorer/build_test.hpp"
#include "tests/explorer/toy_machines.hpp"

namespace opexplore {

/// A question about the two numbers that toy machines give as their outcome.
inline Test question(Quantifier quantifier, const Outcome& values) {
  TestBuilder builder("toy");
  builder.observe(0, 0);
  builder.observe(0, 1);
  builder.ask(quantifier, values);
  return builder.build();
}

/// Explores the test, with the sizes of the machine, as the registry would.
template <class M>
Answer explore_toy(const M& machine, const ExploreOptions& options = {},
                   const Test& test = question(Quantifier::exists, {0, 0})) {
  return explore_with<M>(machine.sized(test), options);
}

/// Default options, but for the number of threads.
inline ExploreOptions with_threads(unsigned threads) {
  ExploreOptions options;
  options.threads = threads;
  return options;
}

}  // namespace opexplore
