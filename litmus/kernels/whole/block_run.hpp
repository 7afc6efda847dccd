// One block of a launch that is run once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "litmus/kernels/barrier.hpp"
#include "litmus/kernels/whole/launch_run.hpp"

namespace opexplore::kernel {

/// What a statement is for whoever runs it.
enum class Deed : std::uint8_t {
  compute,
  jump,
  leave,
  exit,
  stop,
  skip,
  call,
  barrier,
  lanes,
  access
};

/// What is found out of a statement at its first turn.
struct KnownStatement {
  Deed deed = Deed::compute;
  std::size_t target = 0;              ///< of a jump
  std::optional<std::uint16_t> guard;  ///< its predicate
  std::optional<Access> access;        ///< what an access says
  bool observes = false;               ///< somebody may read what a read-modify-write returns
};

/// What all blocks have in common.
struct LaunchState {
  Surroundings& around;
  const Executor& first;
  const Entry& entry;
  LaunchRun run = {};
  Footprints footprints = {};
  std::map<const Entry*, std::vector<std::optional<KnownStatement>>> known = {};
  Paths paths = {};
  bool fences = false;                     ///< somebody has executed one
  std::uint64_t reads_since_write = 0;     ///< strong ones: somebody may be waiting
  std::set<std::uint16_t> written = {};    ///< objects
  std::set<std::uint16_t> read_only = {};  ///< objects that were read as if nobody wrote them
};

/// Runs all threads of the block to their ends. Throws LeftOpen, InputError, GivenUp. False if the
/// launch goes no further: a thread has stopped, or waits for ever.
bool run_block(LaunchState& launch, std::uint32_t block);

}  // namespace opexplore::kernel
