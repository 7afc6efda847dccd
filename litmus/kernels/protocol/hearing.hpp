// What threads have to hear of each other where they meet.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "litmus/kernels/protocol/classes.hpp"

namespace opexplore::kernel {

/// Of a meeting, one whose telling matters, and what it may tell; 0: it has not come.
struct Teller {
  std::uint32_t speaker = 0;
  std::uint32_t meetings = 0;  ///< of its own, before
  std::vector<std::uint32_t> tells;
};

struct Hearing {
  /// Meetings, by a speaker and what it tells there.
  std::map<std::pair<std::uint32_t, std::uint32_t>, ClassId> by_tells;
  std::map<ClassId, std::vector<Teller>> heard;  ///< of meetings
  /// Speakers and meetings of theirs where somebody hears what they tell.
  std::set<std::pair<std::uint32_t, std::uint32_t>> telling;
};

/// All that may be told, whoever has met so far, or else what makes a difference to what comes
/// next. Throws LeftOpen.
Hearing hearing_of(const Extract& extract, const Classes& classes, bool all);

}  // namespace opexplore::kernel
