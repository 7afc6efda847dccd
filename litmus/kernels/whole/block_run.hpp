// One block of a launch that is run once.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "litmus/kernels/whole/known_statement.hpp"
#include "litmus/kernels/whole/launch_run.hpp"

namespace opexplore::kernel {

class Recording;

/// Objects that were accessed in ways that do not go together.
struct AccessedObjects {
  std::set<std::uint16_t> written = {};
  std::set<std::uint16_t> read_only = {};  ///< read as if nobody wrote them

  void add(const AccessedObjects& other);
  /// Throws LeftOpen where one was accessed in both ways.
  void require_unwritten(const Memory& memory) const;
};

/// What all blocks have in common.
struct LaunchState {
  Surroundings& around;
  const Executor& first;
  const Entry& entry;
  LaunchRun run = {};
  Footprints footprints = {};
  KnownStatements known = {};
  Paths paths = {};
  bool fences = false;  ///< or atomics with the order of one: somebody has executed some
  std::uint64_t reads_since_write = 0;  ///< strong ones: somebody may be waiting
  AccessedObjects objects = {};
  /// Of the block: objects and offsets of 8 bytes.
  std::set<std::pair<std::uint16_t, Value>> mbarriers = {};
  /// Of a run that is told what it reads where others may write (protocol/recording.hpp).
  Recording* recording = nullptr;
  bool waits = false;  ///< in such a run a thread waits for what nobody of the block writes

  /// Throws LeftOpen where some of the bytes are those of an mbarrier.
  void require_data(const Element& element, const Statement& statement) const;
};

/// Runs all threads of the block to their ends, or to where a recording does not tell what they
/// read. Throws LeftOpen, InputError, GivenUp. False if the launch goes no further: a thread has
/// stopped, or waits for ever.
bool run_block(LaunchState& launch, std::uint32_t block);

}  // namespace opexplore::kernel
