// Threads that may change places: states that differ by such an exchange become one.
//
// Two units (a thread, or all threads of a CTA or of a GPU) may change places if their threads have
// the same code and registers in the same order, nothing that the test asks for names a register of
// theirs, and the exchange keeps who is how far from whom in the scope tree, in Vulkan subgroups
// included, and whom barriers count, where no threads are said to synchronise as a whole. Then it
// is an automorphism of the program: it takes executions to executions with the same outcome. Units
// with accesses through proxies stay where they are if the exchange would change their CTA: each
// CTA has proxy caches of its own.
//
// Where locations may move (Moves), the code has to be the same but for the locations that it
// names: `x` in the one thread where the other one has `y`, if nobody else names these two and they
// begin with the same value. Then x and y change places together with the threads, and so do their
// values in the outcome. Where only a verdict is asked for that must leave the condition as it is:
// `x = 1 /\ y = 1` is the same about y and x.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/coloured_graph.hpp"
#include "opmodel/parts/small_vector.hpp"

namespace opexplore {

/// Which thread goes to each place; the places are numbered as the threads are.
using Arrangement = SmallVector<ThreadId, 8>;

/// What may change places together with threads.
enum class Moves : std::uint8_t {
  nothing,
  question,  ///< locations, if what the test asks is the same then
  locations  ///< all; outcomes then stand for others (alike)
};

/// The threads of a test that may change places; computed once.
class Symmetry {
 public:
  using Unit = std::vector<ThreadId>;
  using Group = std::vector<Unit>;  ///< two or more, any two of which may change places

  /// No thread may.
  Symmetry() = default;
  explicit Symmetry(const Test& test, Moves moves = Moves::nothing);

  bool none() const { return groups_.empty(); }
  std::size_t threads() const { return first_places_.size(); }

  /// Groups of units that hold others come behind the groups of those.
  std::span<const Group> groups() const { return groups_; }

  /// The lowest thread whose place the thread may take; itself if it may not move.
  ThreadId first_place(ThreadId thread) const { return first_places_[thread]; }

  /// Which observables change places when two units do, for pairs of units that make all exchanges
  /// together: by observable, whose value it gets. None that changes nothing.
  std::span<const std::vector<std::uint16_t>> moved_observables() const {
    return moved_observables_;
  }

 private:
  void add(const Test& test, Moves moves, Group group);

  std::vector<std::vector<std::uint16_t>> moved_observables_;
  std::vector<Group> groups_;
  std::vector<ThreadId> first_places_;
};

/// The pairs of threads that arrangements make of two different threads or of a thread and itself,
/// in order; the pair itself among them.
std::vector<std::pair<ThreadId, ThreadId>> alike(const Symmetry& symmetry, ThreadId first,
                                                 ThreadId second);

/// The outcomes that arrangements make of one, itself first: at most `most`, and one more if there
/// are more.
std::vector<Outcome> alike(const Symmetry& symmetry, Outcome outcome, std::size_t most);

/// \name Arrangements that do not depend on where threads are now, as far as colours tell them
/// apart. Threads of equal colour keep their order.
/// @{
/// By colours of the threads alone; nothing if they leave some order open.
std::optional<Arrangement> arrange(const Symmetry& symmetry,
                                   std::span<const std::uint64_t> threads);

/// By a graph whose first nodes are the threads: it is refined and, where that leaves open which of
/// several comes first, one of them is taken and it is refined again.
Arrangement arrange(const Symmetry& symmetry, ColouredGraph graph);
/// @}

}  // namespace opexplore
