// What PTX 8 and 9 let stand between two instructions beside what 7.5 has: fences between more
// proxies, for initialisations and for tensor memory, commits and waits.
#pragma once

#include <set>
#include <vector>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/program.hpp"
#include "studies/repair/levels.hpp"
#include "studies/repair/site.hpp"

namespace opexplore::repair {

/// Of one program, as its text says. It offers what may order something there: of fences that do
/// the same in this program the one for the smallest space.
class AsynchronousMoves {
 public:
  /// The program outlives it.
  explicit AsynchronousMoves(const Program& program);

  /// By kinds that do not exclude each other: what of each may be put in front of the instruction.
  /// None in a program that has nothing asynchronous. `telling` are the scopes that tell threads
  /// apart there; `again`: those alone of which it matters whether a fence between threads stands
  /// before them or behind.
  std::vector<std::vector<Level>> fences(Site site, const std::vector<Scope>& telling,
                                         bool again) const;
  /// Likewise, for what the thread may have issued before: commits of bulk operations and of matrix
  /// operations, then waits. (`cp.async.wait_all` has its commit in it.)
  std::vector<std::vector<Level>> waits(Site site) const;

  /// What may stand in the place of such a fence or wait, and that itself.
  std::vector<Level> in_place_of(const AsynchronousAction& standing, ThreadId thread,
                                 const std::vector<Scope>& telling) const;

 private:
  void note(const AsynchronousOperation& operation);
  bool comes_before(Site site, FunctionRef<bool(const AsynchronousAction&)> is) const;
  std::set<OperationGroup> groups_before(Site site) const;
  std::uint32_t commits_of(ThreadId thread, OperationGroup group) const;

  const Program& program_;
  std::vector<Space> spaces_;       // that tell apart what the asynchronous proxy accesses
  std::set<AddressId> tensormaps_;  // that operations use
  bool has_peers_ = false;          // some cluster has threads in several CTAs
  bool reaches_shared_ = false, reaches_global_ = false;  // the asynchronous proxy does
};

}  // namespace opexplore::repair
