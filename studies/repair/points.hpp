// The places of a program text that may be changed, and what may stand at each.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "opmodel/condition.hpp"
#include "studies/repair/levels.hpp"
#include "studies/repair/site.hpp"

namespace opexplore::repair {

/// A place of the text that may be changed: an instruction, or a gap in front of one. What threads
/// of a kernel execute from one line of PTX, and turns of loops that were unrolled, share it.
struct Point {
  PointKind kind = PointKind::access;
  ThreadId thread = 0;  ///< of the first site, which stands for all
  InstructionId instruction = 0;
  /// Nothing stands there yet: the place is in front of the instruction, and behind that of the
  /// points before this one.
  bool gap = false;
  std::vector<Level> levels;  ///< none is followed by one that is within it
  std::uint8_t now = 0;       ///< of the program as it is
  /// [a][b]: whether level a is within level b.
  std::vector<std::vector<bool>> within = {};
  std::vector<Site> others = {};  ///< where else its text is executed

  /// All of them, the first one first.
  std::vector<Site> sites() const;
};

/// By point, which of its levels stands there.
using Assignment = std::vector<std::uint8_t>;

/// Which way levels may go from what stands there.
enum class Direction : std::uint8_t { stronger, weaker, both };

/// A place as users name it: a line of the file, a thread of it, or a line of one thread.
struct NamedPlace {
  std::optional<ThreadId> thread;
  std::optional<std::uint32_t> line;
  std::optional<std::uint32_t> column = {};  ///< nobody names it
};

/// What may be changed.
struct Moves {
  bool accesses = true;
  bool fences = true;
  bool proxy_fences = true;           ///< and the other fences of PTX 8 and 9
  bool waits = true;                  ///< for what a thread has issued, and commits
  bool one_sided = false;             ///< fence.acquire and fence.release, of PTX 8.6
  std::set<Scope> scopes = {};        ///< that changes may write; empty: all
  std::vector<NamedPlace> keep = {};  ///< what is in one of them stays as it is
  std::vector<NamedPlace> only = {};  ///< what is in none of them stays; empty: nothing does
  /// Strong accesses to what several threads use may become weak, or too narrow.
  bool allow_weak = false;
  /// Weak accesses stay weak. If not, a kernel that is good ends as an interleaving of its threads
  /// does, for strong accesses in the place of two that race end the race, and order nothing.
  bool plain_stays = false;
  /// Lines are those of the source that the program was compiled from, of this name.
  std::string source = {};
  /// Accesses that are weak whatever they say, since others make them in other sizes (PTX ISA 8.6
  /// "Morally strong operations"): as they stand in the text. They stay as they are.
  std::vector<SourcePlace> in_other_sizes = {};
};

/// The points of the test, by the first thread that comes there, and place. A gap is in front of
/// each access and barrier that another one can come before: it takes one fence where none is
/// beside it, and, where the program uses several proxies or aliases, a proxy fence in front of
/// that and one behind it; in front of all these a commit and a wait, where the thread may have
/// issued what these are for.
///
/// Of the scopes that include the same threads of this program a change writes the narrowest, and
/// none that includes the thread alone, but for the CTA in the place of a wider one. Weaker levels
/// end at relaxed and all users of the location for strong accesses that several threads use or a
/// loop waits for, whatever `allow_weak` says of the latter: PTX promises nobody that a weak load
/// in a loop ever sees a new value.
///
/// Of an instruction that several threads execute each of them counts: what may change is what may
/// change for all.
///
/// Precondition: the program is in PTX.
std::vector<Point> points_of(const Test& test, const Moves& moves, Direction direction,
                             LevelOrder order);

/// What stands there now, at all points.
Assignment assignment_now(const std::vector<Point>& points);

/// Whether each point has a level in `lower` that is within that in `upper`.
bool within(const std::vector<Point>& points, const Assignment& lower, const Assignment& upper);

/// The test with what the assignment says, and where its instructions come from.
struct Changed {
  Test test;
  /// By thread and instruction: that of the original; nothing for what was inserted.
  std::vector<std::vector<std::optional<InstructionId>>> origins;
};
Changed changed(const Test& test, const std::vector<Point>& points, const Assignment& levels);

/// The same with all of the strongest levels of each point together, one behind the other. At least
/// as strong as each assignment: each has one of them at each point, in the order of the points.
Changed strongest(const Test& test, const std::vector<Point>& points);

}  // namespace opexplore::repair
