// One choice of path per thread as an event graph: everything about the execution
// that holds whatever the reads read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tests/oracle/axiomatic.hpp"
#include "tests/oracle/relation.hpp"
#include "tests/oracle/thread_paths.hpp"

namespace opexplore::oracle {

inline constexpr ThreadId no_thread = 0xff;  ///< the thread of initial writes

struct Event {
  PathEvent what;
  ThreadId thread = no_thread;
  LocationId location = 0;        ///< reads and writes alone
  AddressId virtual_address = 0;  ///< generic virtual address; under 6.0 of the location
};

/// The source of every read; nothing for reads not decided yet.
using ReadsFrom = std::vector<std::optional<EventIndex>>;

/// Events and fixed relations. Initial writes come first, one per location, then the
/// threads' events in program order.
struct Candidate {
  Candidate(const Program& test_program, const Model& chosen_model,
            std::vector<const Path*> chosen_paths);

  std::size_t size() const { return events.size(); }
  bool is_memory(EventIndex e) const { return ((reads | writes) & event_bit(e)) != 0; }

  /// Whether executing threads of both events are in one CTA.
  bool same_cta(EventIndex a, EventIndex b) const { return cta.has(a, b); }

  /// The value of an expression of that thread; nothing if it needs an undecided read.
  /// Precondition: reads-from and dependencies together are acyclic.
  std::optional<Value> evaluate(ThreadId thread, ExpressionIndex index,
                                const ReadsFrom& reads_from) const;
  /// The value that this write stores.
  std::optional<Value> written(EventIndex write, const ReadsFrom& reads_from) const;
  /// Whether some constraint of a path is known to fail.
  bool contradicts(const ReadsFrom& reads_from) const;

  const Program& program;
  const Model& model;
  std::vector<const Path*> paths;
  std::vector<EventIndex> first_event;  ///< per thread
  std::vector<Event> events;
  EventSet reads = 0, writes = 0, fences_sc = 0, barriers = 0, proxy_fences = 0;
  EventSet generic = 0;  ///< memory events through the generic proxy
  Relation program_order, same_location, same_virtual, same_proxy, cta;
  Relation morally_strong;
  Relation location_order;  ///< program order of accesses to one virtual address
  Relation dependency;      ///< data, control
  Relation rmw;
  Relation release;            ///< release patterns: from the first event to the write
  Relation acquire;            ///< acquire patterns: from the read to the last event
  bool needs_proxies = false;  ///< some access is not generic or some location has two addresses

 private:
  void add_events();
  void relate();
  void relate_strength();
  void relate_patterns();
  bool strong_pair(EventIndex a, EventIndex b) const;
};

}  // namespace opexplore::oracle
