// One path per thread of a Vulkan program as events with their static relations, section by section
// as in Dat3M's cat/vulkan.cat and Khronos' alloy/spirv.als.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tests/oracle/vulkan_paths.hpp"
#include "tests/oracle/vulkan_relations.hpp"

namespace opexplore::oracle::vulkan {

inline constexpr std::size_t scope_levels = 4;

/// Events are numbered: the initial writes by location, then the threads in their order.
struct Graph {
  /// Throws Unsupported if there are more than most_events.
  Graph(const Program& test_program, std::vector<const Path*> chosen_paths);

  std::size_t size() const { return events.size(); }
  std::size_t number_of(ThreadId thread, std::size_t event) const { return first[thread] + event; }
  /// The events of which `is` holds.
  template <class Predicate>
  Events all(Predicate is) const {
    Events result;
    for (std::size_t e = 0; e < events.size(); ++e) result[e] = is(events[e]);
    return result;
  }

  const Program& program;
  std::vector<const Path*> paths;
  std::vector<Event> events;
  std::vector<std::size_t> first;  ///< by thread

  Events reads, writes;  ///< writes with the initial ones
  Events initial, non_private, atomics;
  Rows po, internal;
  Rows loc, vloc;
  std::array<Rows, scope_levels> same;  ///< ssg, swg, sqf, and all
  Rows ssw;
  Rows rmw;      ///< from read to write half
  Rows inscope;  ///< each is in the scope instance of the other
  Rows moa;      ///< mutually ordered atomics
  Rows inc;      ///< what an availability or visibility operation includes
  Rows po_to_sem, po_from_sem;
  Rows depends;  ///< from a read to what needs its value, by data or to be reached at all

 private:
  void relate_threads();
  void relate_scopes();
  void relate_locations();
  void relate_classes();
  void relate_values();
  void add_dependencies(ThreadId thread, std::size_t expression, const Events& on);
};

/// The levels of a scope: 0 for a subgroup up to 3 for the device.
inline std::size_t level(VulkanScope scope) { return static_cast<std::size_t>(scope); }

}  // namespace opexplore::oracle::vulkan
