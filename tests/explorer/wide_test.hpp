// A program whose executions are short, and whose states level by level are many.
#pragma once

#include <vector>

#include "tests/explorer/build_test.hpp"

namespace opexplore {

/// Eight threads, each with four strong accesses of four locations; what it asks for is no value.
inline Test wide_test() {
  TestBuilder builder("wide");
  std::vector<AddressId> x;
  for (const char* const name : {"x", "y", "z", "w"}) x.push_back(builder.location(name));
  for (unsigned thread = 0; thread < 8; ++thread) {
    const ThreadId id = builder.thread();
    builder.add(store(x[thread % 4], Value{thread + 1}));
    builder.add(load(0, x[(thread + 1) % 4]));
    builder.add(store(x[(thread + 2) % 4], Value{thread + 11}));
    builder.add(load(1, x[(thread + 3) % 4]));
    builder.observe(id, 0);
    builder.observe(id, 1);
  }
  builder.ask(Quantifier::exists, Outcome(16, 99));
  return builder.build();
}

}  // namespace opexplore
