// Changes of a kernel that may mend a bug: what the checklist of a trace lacks, a barrier where all
// threads of a block come, a wider scope.
#pragma once

#include <optional>
#include <vector>

#include "answers/findings/mend.hpp"

namespace opexplore::kernel_changes {

/// The edits that mend the missing rows, fences first, since they change no access. An edit beside
/// the access `next` in place of one behind an earlier access comes before it, for that is where
/// the author would put it. `otherwise` are stronger accesses in place of fences. Nothing if no row
/// is missing, or if bytes are accessed in several sizes.
Changes by_rows(const AnsweredTest& run, const std::vector<WhyRow>& rows,
                std::optional<BugPlace> next);

/// A barrier between the two accesses, of threads of one block, `first` of which comes first in
/// the trace: in front of the later one, behind the earlier one, or as near as possible, at lines
/// to which all threads of the block come; for threads of one warp, to which all of the warp come.
std::vector<Remedy> by_barrier(const AnsweredTest& run, const BugPlace& first,
                               const BugPlace& second);

/// Fences that make each thread see what it has stored before it loads what the other one stores:
/// of two threads that say that they come and then look whether the other one does, both may
/// otherwise see nobody. Behind the last strong store in front of each access that a strong load
/// follows, or behind each such store; nothing if the two do not look at each other.
std::vector<Remedy> by_store_buffering(const AnsweredTest& run, const BugPlace& first,
                                       const BugPlace& second);

/// The change with fences that reach all threads that can see what is accessed there, for one of
/// which is not known that less is enough: others may run the same lines.
Remedy for_all_threads(const AnsweredTest& run, const BugPlace& at, Remedy change);

/// Whether the two accesses are in one block, at a line of a loop that one of the threads comes by
/// more than once.
bool between_turns(const AnsweredTest& run, const BugPlace& first, const BugPlace& second);

/// Both accesses with a scope that includes the other thread, if both are strong and one is not so.
std::optional<Remedy> by_scope(const AnsweredTest& run, const BugPlace& first,
                               const BugPlace& second);

/// Both accesses atomic, relaxed, at such a scope; nothing if they are, or if others access the
/// bytes in another size.
std::optional<Remedy> by_atomics(const AnsweredTest& run, const BugPlace& first,
                                 const BugPlace& second);

}  // namespace opexplore::kernel_changes
