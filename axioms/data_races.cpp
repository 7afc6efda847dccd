#include "axioms/data_races.hpp"

#include "axioms/axioms.hpp"

namespace opexplore::axioms {

namespace {

void add_pairs(const Skeleton& skeleton, const Relation& racing, std::set<RacingPair>& pairs) {
  for (EventIndex a = 0; a < racing.size(); ++a) {
    const GraphEvent& first = skeleton.events[a];
    for_each_event(racing.row(a), [&](EventIndex b) {
      const GraphEvent& second = skeleton.events[b];
      if (first.thread == no_thread || second.thread == no_thread) return;
      pairs.insert(racing_pair(first.thread, first.what.instruction, second.thread,
                               second.what.instruction));
    });
  }
}

}  // namespace

std::vector<std::size_t> data_race_checks(const CompiledModel& model) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    const Check& check = model.checks[i];
    const bool named = check.name == data_race_flag || check.name == racing_accesses_flag;
    const bool lists = check.kind == CheckKind::empty && !model.formula.is_set(check.node);
    if (check.flag && named && lists) found.push_back(i);
  }
  return found;
}

RacingEvents::RacingEvents(const Skeleton& skeleton)
    : skeleton_(skeleton), counted_(skeleton.size()), excluded_(skeleton.size()) {}

void RacingEvents::add(std::span<const EventSet> races, bool passes_filter) {
  Relation& into = passes_filter ? counted_ : excluded_;
  for (EventIndex a = 0; a < into.size(); ++a) into.row(a) |= races[a];
}

void RacingEvents::add_to(DataRaces& races) const {
  add_pairs(skeleton_, counted_, races.counted);
  add_pairs(skeleton_, excluded_, races.excluded);
}

}  // namespace opexplore::axioms
