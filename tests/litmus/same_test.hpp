// Whether two tests are the same but for the places and texts of their instructions.
#pragma once

#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/ptx_format/dialect.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/condition.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

inline void check_same(const Thread& a, const Thread& b) {
  CHECK(a.cta == b.cta);
  CHECK(a.gpu == b.gpu);
  CHECK(a.warp == b.warp);
  CHECK(a.cluster == b.cluster);
  CHECK(a.grid == b.grid);
  CHECK(a.registers == b.registers);
  REQUIRE(a.instructions.size() == b.instructions.size());
  for (std::size_t i = 0; i < a.instructions.size(); ++i) {
    CHECK(a.instructions[i].action == b.instructions[i].action);
  }
}

inline void check_same(const Test& a, const Test& b) {
  CHECK(a.name == b.name);
  CHECK(a.comments == b.comments);
  CHECK(a.program.addresses == b.program.addresses);
  CHECK(a.program.locations == b.program.locations);
  CHECK(a.program.language == b.program.language);
  CHECK(a.program.system_synchronisations == b.program.system_synchronisations);
  REQUIRE(a.program.threads.size() == b.program.threads.size());
  for (std::size_t i = 0; i < a.program.threads.size(); ++i) {
    check_same(a.program.threads[i], b.program.threads[i]);
  }
  CHECK(a.observables == b.observables);
  CHECK(a.shown == b.shown);
  CHECK(a.quantifier == b.quantifier);
  CHECK(a.condition == b.condition);
  CHECK(a.filter == b.filter);
  CHECK(hash(a) == hash(b));
}

/// Writes the test in both dialects, reads it back, and from one dialect to the other.
inline void check_round_trips(const Test& test) {
  const std::string ptx = write(test, ptx_dialect);
  const std::string gpu_ptx = write(test, gpu_ptx_dialect);
  CAPTURE(ptx, gpu_ptx);
  const Test from_ptx = read(ptx, "ptx");
  const Test from_gpu_ptx = read(gpu_ptx, "gpu_ptx");
  check_same(from_ptx, test);
  check_same(from_gpu_ptx, test);
  // One text per test and dialect, wherever it comes from.
  CHECK(write(from_gpu_ptx, ptx_dialect) == ptx);
  CHECK(write(from_ptx, gpu_ptx_dialect) == gpu_ptx);
}

}  // namespace opexplore::testing
