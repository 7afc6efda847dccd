// What observables may still be at the end, on machines with address queues (HasGoal in
// opmodel/machine.hpp). What a load may find is the machine's to say.
#pragma once

#include <span>

#include "opmodel/parts/values_ahead.hpp"
#include "opmodel/queues/queues.hpp"

namespace opexplore::queue_model {

/// A load, or an atomic, of a thread: a pending entry, or one that is issued later.
struct Reader {
  ThreadId thread = 0;
  LocationId location = 0;
  std::size_t entry = 0;  ///< the number of pending entries if it is not issued
};

class OpenValues {
 public:
  using Threads = std::span<const ThreadState>;
  /// The values that the reader may find, never too few.
  using Found = FunctionRef<PossibleValues(const Reader&)>;

  /// Keeps references to both.
  OpenValues(const Test& test, const Queues& queues)
      : test_(test), queues_(queues), ahead_(test), goal_(test) {}

  /// What the observable of this number may be in the end; `in_memory` says it of a location.
  PossibleValues possible(Threads threads, std::size_t observable, Found found,
                          FunctionRef<PossibleValues(LocationId)> in_memory) const;

  /// The values that instructions may still store to the location, pending or later.
  PossibleValues stored(Threads threads, LocationId location) const;
  /// Whether a store to the location is pending; with `before`, an older one of that reader.
  bool store_pending(Threads threads, LocationId location) const;
  bool store_pending(Threads threads, const Reader& before) const;

  /// Whether the load has to take this value, of all that it may find, if a final state is to be
  /// reached that decides the verdict. Then it may as well be performed where it finds the value.
  bool has_to_find(Threads threads, const Reader& load, Value value, const PossibleValues& all,
                   Goal::Possible possible) const;

 private:
  PossibleValues of_register(Threads threads, RegisterTerm term, Found found) const;
  bool is_last_in_register(const ThreadState& state, const Reader& load) const;

  const Test& test_;
  const Queues& queues_;
  ValuesAhead ahead_;
  Goal goal_;
};

}  // namespace opexplore::queue_model
