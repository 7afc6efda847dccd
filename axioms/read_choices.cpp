#include "axioms/read_choices.hpp"

#include <bit>

namespace opexplore::axioms {

ReadChoices::ReadChoices(const Skeleton& skeleton, Evaluation& evaluation)
    : skeleton_(skeleton),
      evaluation_(evaluation),
      open_(skeleton.reads),
      chosen_(skeleton.size()),
      sources_(skeleton.size()) {
  for_each_event(skeleton.reads, [&](EventIndex read) {
    sources_[read] = skeleton.same_location.row(read) & skeleton.writes & ~skeleton.rmw.row(read);
    for_each_event(skeleton.undef_sources, [&](EventIndex source) {
      const bool here = skeleton.events[source].location == skeleton.events[read].location;
      if (here) sources_[read] |= event_bit(source);
    });
  });
}

void ReadChoices::start() {
  const auto upper = evaluation_.bound(Variable::reads_from, Bound::upper);
  for_each_event(skeleton_.reads, [&](EventIndex read) {
    for_each_event(sources(read), [&](EventIndex write) { upper[write] |= event_bit(read); });
  });
}

std::optional<EventIndex> ReadChoices::next(const Values& values) const {
  if (open_ == 0) return std::nullopt;
  for (const std::optional<EventIndex>& write : chosen_) {
    if (!write || values.written(*write)) continue;
    const GraphEvent& event = skeleton_.events[*write];
    const EventSet needed = (event.what.data_from << skeleton_.first_event[event.thread]) & open_;
    if (needed != 0) return static_cast<EventIndex>(std::countr_zero(needed));
  }
  return static_cast<EventIndex>(std::countr_zero(open_));
}

void ReadChoices::choose(EventIndex read, EventIndex write) {
  chosen_[read] = write;
  close(read);
  evaluation_.bound(Variable::reads_from, Bound::lower)[write] |= event_bit(read);
  evaluation_.bound(Variable::reads_from, Bound::upper)[write] |= event_bit(read);
}

void ReadChoices::choose_none(EventIndex read) { close(read); }

void ReadChoices::close(EventIndex read) {
  open_ &= ~event_bit(read);
  const auto upper = evaluation_.bound(Variable::reads_from, Bound::upper);
  for_each_event(sources(read), [&](EventIndex write) { upper[write] &= ~event_bit(read); });
}

void ReadChoices::forget(EventIndex read) {
  const auto lower = evaluation_.bound(Variable::reads_from, Bound::lower);
  const auto upper = evaluation_.bound(Variable::reads_from, Bound::upper);
  if (chosen_[read]) lower[*chosen_[read]] &= ~event_bit(read);
  chosen_[read].reset();
  open_ |= event_bit(read);
  for_each_event(sources(read), [&](EventIndex write) { upper[write] |= event_bit(read); });
}

}  // namespace opexplore::axioms
