// What a real compiler makes of C++ tests: the PTX that nvcc or clang made of a test is read back
// as a test and compared with the source.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/kernels/facts.hpp"
#include "mappings/cuda_text.hpp"
#include "mappings/table.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::mappings {

/// The source with all locations observed besides what its question mentions, so that what the
/// emitted program leaves in memory is compared too.
Test with_locations_observed(Test source);

/// The PTX that a compiler made of `cuda`, as a test, and how it was read: observables, condition
/// and filter are those of `source`. A location of 8 or 16 bits stands for the word around it,
/// whose other bytes start with 0. Throws InputError, with its place, for PTX that is not
/// understood.
kernel::LaunchedKernel emitted_kernel(const Test& source, const CudaText& cuda,
                                      std::string_view ptx, const std::string& path);

/// The test alone.
Test emitted_test(const Test& source, const CudaText& cuda, std::string_view ptx,
                  const std::string& path);

/// A memory operation without registers: "st.release.gpu y". Plain ones have no order.
struct MemoryOperation {
  std::string text;
  bool plain = false;
  bool operator==(const MemoryOperation&) const = default;
};

/// The memory operations and fences of each thread, in the order of their lines, each once.
std::vector<std::vector<MemoryOperation>> memory_operations(const Test& test);

/// How a thread of the emitted program differs from what a table says.
struct TableDifference {
  std::size_t thread = 0;
  std::vector<MemoryOperation> table, emitted;
  bool plain_only = false;  ///< without the plain accesses they are the same
};

/// The threads in which the emitted program has other memory operations than the table's, by
/// location and order. Throws MappingError if the table has no entry.
std::vector<TableDifference> differences_from(const Table& table, const Test& source,
                                              const Test& emitted, Width width = Width::bits32);

/// Whether every outcome of the emitted program is one of the source.
struct EmittedCheck {
  enum class Kind : std::uint8_t {
    sound,
    unsound,
    undefined,
    mixed_size,  ///< a mixed-size data race: PTX promises nothing, so there is no verdict
    refused,
    incomplete
  };
  Kind kind = Kind::sound;
  std::string reason;  ///< of all but the first two, in a sentence
  std::size_t source_outcomes = 0;
  std::size_t emitted_outcomes = 0;
  std::vector<AnsweredOutcome> missing;  ///< outcomes that the source does not have
  Answer emitted;                        ///< for messages: machine and settings
};

/// A machine and how it is run.
struct RunWith {
  const MachineEntry* machine = nullptr;
  ExploreOptions options;
};

/// A test and what a compiler made of it; `cuda` is what it was given.
struct EmittedProgram {
  const Test& source;
  const CudaText& cuda;
  const Test& emitted;
  /// How it was read: then mixed-size data races (PTX ISA 8.7.1) are looked for.
  const kernel::Facts* facts = nullptr;
};

/// Explores both. A definite counterexample counts even if a search ended early.
EmittedCheck check_emitted(const EmittedProgram& program, const RunWith& source_machine,
                           const RunWith& emitted_machine);

}  // namespace opexplore::mappings
