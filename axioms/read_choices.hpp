// What each read of a candidate execution reads, while it is being chosen.
#pragma once

#include <optional>
#include <vector>

#include "axioms/evaluation.hpp"
#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

/// Keeps the bounds of rf in the evaluation at what has been chosen.
class ReadChoices {
 public:
  ReadChoices(const Skeleton& skeleton, Evaluation& evaluation);

  /// The read can have these sources alone. To be called before start().
  void restrict_to(EventIndex read, EventSet sources) { sources_[read] &= sources; }
  /// Nothing is chosen: every read can have any source. To be called after Evaluation::start().
  void start();
  /// The writes that the read can read from: those of its location but that of its own atomic.
  EventSet sources(EventIndex read) const { return sources_[read]; }
  void choose(EventIndex read, EventIndex write);
  /// It reads from none of these writes.
  void choose_none(EventIndex read);
  /// Takes the choice back.
  void forget(EventIndex read);

  /// A read of which nothing is chosen yet; nothing if there is none. One that decides the value of
  /// another comes first, so that wrong values are noticed soon.
  std::optional<EventIndex> next(const Values& values) const;
  const ReadsFrom& chosen() const { return chosen_; }

 private:
  void close(EventIndex read);

  const Skeleton& skeleton_;
  Evaluation& evaluation_;
  EventSet open_ = 0;  // reads of which nothing is chosen
  ReadsFrom chosen_;
  std::vector<EventSet> sources_;
};

}  // namespace opexplore::axioms
