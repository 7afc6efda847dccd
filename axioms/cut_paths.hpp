// Whether an execution goes on where its paths were cut.
//
// Loops that change something are followed up to a bound. Often there is nothing behind it: a
// compare-and-swap loop fails as often as others succeed. Suppose a consistent execution has
// threads that go on behind the cut. Take away all that these threads do there. What is left is
// consistent, too, if the model lets events be left out (forgotten_events.hpp), with one exception:
// a read may have read what was taken away. Of such a read nothing is known here but that the
// thread that wrote it can write there. It has no source and no value, and contradicts nothing. So
// if nothing like this is consistent, no execution goes on, and none was missed.
//
// A model that forbids cycles of rf with control dependencies, or with program order, says more
// about such a read: what a thread writes behind the cut depends by a branch on what it read
// before. Two threads that each fail because of what the other does later are such a cycle.
#pragma once

#include <functional>
#include <vector>

#include "axioms/axioms.hpp"
#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

/// One choice of paths, of which some are cut.
struct Prefixes {
  std::vector<const Path*> paths;   ///< of all threads
  std::vector<const CutPath*> cut;  ///< of each thread; null if its path has an end
};

/// Whether something like an execution is consistent that has these paths as its beginnings, or
/// `go_on`, which is called for each candidate, said that it is enough. Preconditions: the model
/// lets events be left out, and there are no barriers. Throws Unsupported.
bool may_go_on(const Model& model, const Program& program, const Prefixes& prefixes,
               const std::function<bool()>& go_on);

}  // namespace opexplore::axioms
