// The parts of the type-aware design that can be taken out, one by one, to show what each is for.
#pragma once

#include <array>
#include <string_view>

#include "opmodel/setting.hpp"

namespace opexplore::sc_typed {

/// What is in place. All of it is the design of Singh 2015, section 4.
struct Mechanisms {
  bool synchronization_table = true;  ///< SM-safe accesses wait for conflicting entries
  bool shared_memory_table = true;    ///< so do accesses to shared memory
  bool table_hold = true;           ///< while one waits for an entry, its warp issues nothing else
  bool markers = true;              ///< who bypasses unsafe accesses leaves a marker behind them
  bool drain = true;                ///< acknowledged when unsafe queues with markers are drained
  bool safe_drain = true;           ///< acknowledged when SM-safe accesses have completed
  bool invalidation = true;         ///< SMs are told that a sector becomes unsafe
  bool acknowledgement = true;      ///< and the classifier waits for their acknowledgements
  bool transition_wait = true;      ///< requests for a sector in transition wait
  bool type_update = true;          ///< an invalidation reaches accesses in type-wait queues
  bool write_privilege = true;      ///< the type cache knows whether the SM may write
  bool type_wait_order = true;      ///< type-wait queues are first in, first out
  bool unsafe_order = true;         ///< unsafe queues are first in, first out
  bool safe_queue_order = true;     ///< the safe queue keeps accesses to one location in order
  bool recall = true;               ///< an entry evicted from the classifier is recalled
  bool recall_drain = true;         ///< acknowledged when drained as for an invalidation
  bool recall_unsafe_drain = true;  ///< and when unsafe accesses to the sector have completed
};

/// The name of a mechanism on the command line, and the part of Mechanisms that it is.
struct MechanismName {
  std::string_view name;
  bool Mechanisms::*part;
};

inline constexpr std::array<MechanismName, 17> mechanism_names{{
    {"synchronization-table", &Mechanisms::synchronization_table},
    {"shared-memory-table", &Mechanisms::shared_memory_table},
    {"table-hold", &Mechanisms::table_hold},
    {"markers", &Mechanisms::markers},
    {"drain", &Mechanisms::drain},
    {"safe-drain", &Mechanisms::safe_drain},
    {"invalidation", &Mechanisms::invalidation},
    {"acknowledgement", &Mechanisms::acknowledgement},
    {"transition-wait", &Mechanisms::transition_wait},
    {"type-update", &Mechanisms::type_update},
    {"write-privilege", &Mechanisms::write_privilege},
    {"type-wait-order", &Mechanisms::type_wait_order},
    {"unsafe-order", &Mechanisms::unsafe_order},
    {"safe-queue-order", &Mechanisms::safe_queue_order},
    {"recall", &Mechanisms::recall},
    {"recall-drain", &Mechanisms::recall_drain},
    {"recall-unsafe-drain", &Mechanisms::recall_unsafe_drain},
}};

/// The values of the setting `without`: nothing, then the names.
inline constexpr auto without_values = [] {
  std::array<std::string_view, mechanism_names.size() + 1> values{"nothing"};
  for (std::size_t i = 0; i < mechanism_names.size(); ++i) values[i + 1] = mechanism_names[i].name;
  return values;
}();

/// What is in place when `without` has the value that the options say.
inline Mechanisms mechanisms_of(const Setting& without, const MachineOptions& options) {
  Mechanisms present;
  for (const MechanismName& mechanism : mechanism_names) {
    present.*mechanism.part = !has_value(without, mechanism.name, options);
  }
  return present;
}

}  // namespace opexplore::sc_typed
