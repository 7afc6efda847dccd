// Synchronisation idioms with any number of threads: locks around a counter, and a barrier between
// CTAs. Correct or not, as their accesses are ordered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/generate/alternatives.hpp"

namespace opexplore::generate {

/// A name, and what it is.
struct Idiom {
  std::string_view name;
  std::string_view meaning;
};

/// cas-lock, exch-lock, ttas-lock, ticket-lock: each thread increments a weak counter once in the
/// critical section, and at the end it is the number of threads. fetch-add: the same by one atomic
/// and without a lock. xf-barrier: each thread stores to a location of its own before a barrier
/// between CTAs, and behind it reads that of the next thread (Sorensen et al., "Portable
/// Inter-workgroup Barrier Synchronisation for GPUs", OOPSLA 2016, figure 2, after Xiao and Feng).
const std::vector<Idiom>& idioms();

/// The idiom of that name. Throws InputError, whose path is "idiom".
const Idiom& find_idiom(std::string_view name);

/// How the test of an idiom is written.
struct IdiomForm {
  std::size_t threads = 2;
  /// acq_rel: taking a lock, or seeing a flag, acquires, and giving it back, or setting a flag,
  /// releases. acquire, release: only one of the two. relaxed: neither.
  Order order = Order::acq_rel;
  Scope scope = Scope::gpu;
  /// A fence after taking and before giving back.
  std::vector<Action> fences = {};
  Placement placement = {};  ///< empty: a CTA for each thread
};

/// The test, without a suffix for its placement: `4.cas-lock+acq_rel.gpu`. Loops wait without a
/// bound. Its condition is `forall`, and says that the idiom does what it is for. Throws
/// InputError, whose path is "idiom", for a name that is none, and if the test would be too large.
Test idiom_test(std::string_view name, IdiomForm form);

/// The tests of idioms, by name.
struct IdiomTests {
  std::vector<std::string> idioms;
  std::pair<std::size_t, std::size_t> threads{2, 2};  ///< the least, the most
  Alternatives alternatives;
};

/// Each idiom with each number of threads, order, scope, fence and placement. Returns how many.
std::uint64_t for_each_idiom(const IdiomTests& tests, const UseMake& use);

}  // namespace opexplore::generate
