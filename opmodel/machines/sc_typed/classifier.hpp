// The memory access classifier, MAC: who has accessed a sector, and how (Singh 2015, section 4.2,
// "Memory access classification", and figure 5).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "opmodel/pipeline/plan.hpp"

namespace opexplore::sc_typed {

using pipeline::SmId;
using SectorId = std::uint8_t;
using SmMask = std::uint16_t;

/// Figure 5; `untouched` is a sector without an entry. Only <shared, rw> is unsafe.
enum class Sharing : std::uint8_t { untouched, private_ro, private_rw, shared_ro, shared_rw };

inline constexpr std::array<std::string_view, 5> sharing_names{
    "no entry", "<private, ro>", "<private, rw>", "<shared, ro>", "<shared, rw>"};

/// An entry of the classifier.
struct MacEntry {
  Sharing sharing = Sharing::untouched;
  SmId accessor = 0;      ///< previous accessor, of private sectors
  SmMask awaited = 0;     ///< SMs that have yet to acknowledge; the sector is in transition
  bool recalled = false;  ///< in transition out of the classifier; otherwise to <shared, rw>
  bool operator==(const MacEntry&) const = default;
};

/// What a type cache knows of a sector. `safe_ro`: no write privilege.
enum class Type : std::uint8_t { unknown, safe_ro, safe_rw, unsafe };

/// How the classifier answers a request.
struct Answer {
  Sharing sharing;          ///< of the sector from now on, or after the transition
  bool transition = false;  ///< from safe to unsafe: invalidations and acknowledgements come first
  bool broadcast = false;   ///< all SMs are told, for sharers are not tracked
  Type type = Type::unknown;  ///< for the type cache, when there is no transition
};

/// Figure 5: the sector of `entry` is accessed by the SM. Precondition: it is not in transition.
constexpr Answer classify(const MacEntry& entry, SmId sm, bool write) {
  const bool own = entry.accessor == sm;
  switch (entry.sharing) {
    case Sharing::untouched:
      return write ? Answer{Sharing::private_rw, false, false, Type::safe_rw}
                   : Answer{Sharing::private_ro, false, false, Type::safe_ro};
    case Sharing::private_ro:
      if (own && write) return {Sharing::private_rw, false, false, Type::safe_rw};
      if (own) return {Sharing::private_ro, false, false, Type::safe_ro};
      if (!write) return {Sharing::shared_ro, false, false, Type::safe_ro};
      return {Sharing::shared_rw, true, false, Type::unknown};
    case Sharing::private_rw:
      if (own) return {Sharing::private_rw, false, false, Type::safe_rw};
      return {Sharing::shared_rw, true, false, Type::unknown};
    case Sharing::shared_ro:
      if (!write) return {Sharing::shared_ro, false, false, Type::safe_ro};
      return {Sharing::shared_rw, true, true, Type::unknown};
    case Sharing::shared_rw:
      break;
  }
  return {Sharing::shared_rw, false, false, Type::unsafe};
}

}  // namespace opexplore::sc_typed
