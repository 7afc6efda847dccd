// One execution of a launch of any size: block after block, in each of them thread after thread
// from barrier to barrier, with what memory holds and who has accessed it. docs/whole-launches.md
// says when it stands for all executions, and why.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "code/instruction.hpp"
#include "litmus/kernels/calls.hpp"
#include "litmus/kernels/step.hpp"
#include "litmus/kernels/whole/contents.hpp"
#include "litmus/kernels/whole/footprints.hpp"
#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

/// Two accesses that race, and what memory holds where they do.
struct WholeRace {
  Touch earlier;
  Touch later;
  std::uint16_t object = 0;
  Value initial = 0;  ///< before both
};

/// Threads that come to a barrier apart: at different instructions, or one has ended.
struct WholeDivergence {
  std::uint32_t block = 0;
  std::uint32_t first = 0;   ///< number in the block of a thread that waits
  std::uint32_t second = 0;  ///< of one that waits elsewhere, or has ended
  const Statement* at = nullptr;
  const Statement* elsewhere = nullptr;  ///< null: it has ended
  Barrier barrier;
  Barrier other = {};  ///< where the second one waits
};

/// Threads of a block that wait for ever: of each barrier one.
struct WholeDeadlock {
  struct Waiting {
    std::uint32_t thread = 0;
    const Statement* at = nullptr;
    Barrier barrier;
  };
  std::uint32_t block = 0;
  std::vector<Waiting> waiting;
};

/// A thread that stops because of an error.
struct WholeStop {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  ThreadCode code;
};

/// What comes of it.
struct LaunchRun {
  std::vector<WholeRace> races;  ///< of each pair of statements the first
  std::optional<WholeDivergence> divergence;
  std::optional<WholeDeadlock> deadlock;
  std::optional<WholeStop> stop;
  std::optional<LeftOpen> open;  ///< why others may come to something else
  std::uint64_t instructions = 0;
  bool prints = false;        ///< calls of printf are left out
  bool asynchronous = false;  ///< something goes on by itself, is waited for, or fenced
  Contents contents;
  std::map<std::uint16_t, std::uint32_t> float_bytes;  ///< by object, of accesses as such numbers

  bool shows_a_bug() const { return !races.empty() || divergence || deadlock || stop; }
};

/// Runs the launch, which has one grid. `first` is its first thread, with its parameters. Throws
/// InputError for what is not modelled, and GivenUp at the deadline of the launch.
LaunchRun run_launch(Surroundings& around, const Executor& first, const Entry& entry);

/// The thread of that number in a block, where its grid has one GPU.
Executor executor_in(const Executor& first, std::uint32_t block, std::uint32_t thread);

}  // namespace opexplore::kernel
