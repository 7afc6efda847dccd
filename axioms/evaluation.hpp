// The values of a plan over one skeleton.
#pragma once

#include <span>
#include <vector>

#include "axioms/plan.hpp"
#include "axioms/relation.hpp"
#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

class Evaluation {
 public:
  Evaluation(const CompiledModel& model, const Plan& plan, const Skeleton& skeleton);

  /// A relation, one row per event.
  std::span<EventSet> rows(Slot slot) { return {&values_[slot * size_], size_}; }
  std::span<const EventSet> rows(Slot slot) const { return {&values_[slot * size_], size_}; }
  /// The bounds of a choice, to be written.
  std::span<EventSet> bound(Variable variable, Bound bound);

  /// Computes what the program's structure alone determines. False if a check is broken.
  bool start();
  /// Computes anew what depends on these choices. Stops and gives false at the first check that is
  /// broken.
  bool update(Variables changed) { return run(plan_.search, changed, false); }
  /// Both bounds of all choices being equal: computes what Plan::final has.
  void finish() { run(plan_.final, 0, true); }
  /// Whether the check holds of the lower bound; finish() must have come before for those that
  /// are negated or flags.
  bool holds(std::size_t check) const;
  /// Computes what Plan::races has; finish() must have come before.
  void find_races() { run(plan_.races, 0, true); }
  /// Computes what Plan::shown has.
  void show() {
    find_races();
    run(plan_.shown, 0, true);
  }
  /// What the check speaks of, one row per event; a set takes the first row.
  std::span<const EventSet> checked(std::size_t check) const { return rows(slot_of_check_[check]); }

 private:
  bool run(const std::vector<Step>& steps, Variables changed, bool everything);
  void perform(const Step& step);
  void perform_on_sets(const Step& step);
  void perform_on_relations(const Step& step);
  void close(std::span<EventSet> relation) const;
  void loop(const Loop& loop);
  bool holds(CheckKind kind, bool of_sets, Slot slot) const;
  EventSet& set(Slot slot) { return values_[slot * size_]; }

  const CompiledModel& model_;
  const Plan& plan_;
  const Skeleton& skeleton_;
  std::size_t size_;
  EventSet all_;
  std::vector<EventSet> values_;  // slot by slot; a set takes the first row of its slot
  std::vector<Slot> slot_of_check_;
  std::vector<bool> check_of_sets_;
};

}  // namespace opexplore::axioms
