// One choice of path per thread as an event graph: everything about the execution
// that holds whatever the reads read, and under every model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "axioms/relation.hpp"
#include "axioms/thread_paths.hpp"

namespace opexplore::axioms {

inline constexpr ThreadId no_thread = 0xff;  ///< the thread of initial writes

struct GraphEvent {
  PathEvent what;
  ThreadId thread = no_thread;
  LocationId location = 0;        ///< of reads and writes, and of what is on an mbarrier
  AddressId virtual_address = 0;  ///< generic virtual address; accesses of threads alone
  bool gives_undef = false;       ///< no write: what reads of AMDGPU that get `undef` read from
};

/// The source of every read; nothing for reads not decided yet.
using ReadsFrom = std::vector<std::optional<EventIndex>>;

struct MbarrierOrder;

/// Events and fixed relations. Initial writes come first, one per location, in AMDGPU then one that
/// gives `undef` for each, then the threads' events in program order.
struct Skeleton {
  /// Throws Unsupported if there are too many events.
  Skeleton(const Program& test_program, std::vector<const Path*> chosen_paths);

  std::size_t size() const { return events.size(); }
  bool is_memory(EventIndex e) const { return ((reads | writes) & event_bit(e)) != 0; }

  const Program& program;
  std::vector<const Path*> paths;
  std::vector<EventIndex> first_event;  ///< per thread
  std::vector<GraphEvent> events;
  EventSet initial = 0, reads = 0, writes = 0, proxy_fences = 0, barriers = 0;
  EventSet undef_sources = 0;  ///< neither writes nor initial
  EventSet fences = 0;         ///< in Vulkan also the barriers that order something
  Relation program_order;
  Relation same_location;  ///< accesses, initial writes included
  Relation same_virtual;   ///< accesses of threads to one generic virtual address
  Relation same_thread, same_warp, same_cta, same_gpu;  ///< events of threads
  /// Operations with scopes that include each other's thread (PTX ISA 8.5, 8.7; Vulkan's
  /// "inscope").
  Relation mutual_scope;
  Relation system_synchronised;  ///< all of one thread with all of another that waits for its end
  Relation address_dependency, data_dependency, control_dependency;
  Relation rmw;
  /// Where there are asynchronous operations: what happens at the mbarriers, and when.
  std::shared_ptr<const MbarrierOrder> mbarriers;

 private:
  void add_events();
  void relate_dependencies(EventIndex e);
  void relate(EventIndex a, EventIndex b);
};

/// The values of one execution as far as its reads are decided. What depends on itself
/// through reads-from has none.
class Values {
 public:
  explicit Values(const Skeleton& skeleton);

  /// Computes everything anew.
  void update(const ReadsFrom& reads_from);
  /// Computes what has become known since; `reads_from` has only grown.
  void extend(const ReadsFrom& reads_from);

  /// What is known, to come back to it later.
  struct Known {
    std::vector<std::optional<Value>> expressions;
    std::vector<std::pair<ThreadId, ExpressionIndex>> open;  ///< not known, in order
  };
  const Known& known() const { return known_; }
  void restore(const Known& known) { known_ = known; }

  /// The value of an expression of that thread, if known.
  std::optional<Value> of(ThreadId thread, ExpressionIndex index) const {
    return known_.expressions[first_expression_[thread] + index];
  }
  /// The value that this write stores, if known.
  std::optional<Value> written(EventIndex write) const;
  /// Whether some constraint of a path is known to fail.
  bool contradict_paths() const;
  /// Whether a branch that some path takes compares `undef`.
  bool branch_on_undef() const;

 private:
  std::optional<Value> computed(ThreadId thread, const Expression& expression,
                                const ReadsFrom& reads_from) const;

  const Skeleton& skeleton_;
  std::vector<std::size_t> first_expression_;  // per thread
  Known known_;
};

}  // namespace opexplore::axioms
