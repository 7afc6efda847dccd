#include "explorer/search/search_run.hpp"

namespace opexplore {

void SearchRun::insert_initial() {
  Candidates initial;
  initial.bytes() += machine.initial;
  initial.note(0, Step{});
  found.merge(initial);
  if (!machine.leads_on) found.take_next();
}

bool SearchRun::decided() {
  const auto by_races = machine.decided_by_races(found.tally.racy_states != 0);
  if (by_races) return *by_races;
  if (found.tally.outcomes.size() == outcomes_checked_) return false;
  outcomes_checked_ = found.tally.outcomes.size();
  return is_decided(test, found.tally);
}

bool SearchRun::is_over() {
  if (!limits.poll(progress())) return false;
  found.incomplete = limits.reason();
  return true;
}

}  // namespace opexplore
