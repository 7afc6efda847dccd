#include "litmus/kernels/whole/clocks.hpp"

#include <optional>

namespace opexplore::kernel {

namespace {

using Times = Clocks::Times;
using Shared = std::shared_ptr<const Times>;

// The latest of all that is added.
class Latest {
 public:
  void add(const Moment& moment) {
    if (moment.time == 0) return;
    if (times_.size() <= moment.who) times_.resize(moment.who + std::size_t{1}, 0);
    times_[moment.who] = std::max(times_[moment.who], moment.time);
  }
  void add(const Shared& times) {
    if (times == nullptr || times == last_) return;
    if (times_.size() < times->size()) times_.resize(times->size(), 0);
    std::transform(times->begin(), times->end(), times_.begin(), times_.begin(),
                   [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
    last_ = times;
  }
  Shared take() && {
    return times_.empty() ? nullptr : std::make_shared<const Times>(std::move(times_));
  }

 private:
  Times times_;
  Shared last_;  // what was added last; neighbours often know the same
};

}  // namespace

bool Clocks::is_before(const Moment& moment, std::uint32_t thread) const {
  if (moment.who == thread) return true;
  if (moment.who >= count()) {
    const std::uint32_t kind = moment.who / count() - 1;
    const bool own =
        kind < groups && moment.who % count() == owner(thread, static_cast<Group>(kind));
    if (own && moment.time <= completed_[thread][kind]) return true;
  }
  return contains(known_[thread].times, moment);
}

std::array<Moment, Clocks::groups> Clocks::completed(std::uint32_t thread) const {
  std::array<Moment, groups> result;
  for (std::size_t kind = 0; kind < result.size(); ++kind) {
    result[kind] = group(thread, static_cast<Group>(kind), completed_[thread][kind]);
  }
  return result;
}

Clocks::Given Clocks::give(std::uint32_t thread) {
  return {{thread, times_[thread]++}, completed(thread), known_[thread]};
}

Clocks::Known Clocks::join(std::span<const Given> given) {
  Latest all;
  std::array<Latest, 2> fenced;
  for (const Given& one : given) {
    all.add(one.known.times);
    for (std::size_t space = 0; space < fenced.size(); ++space) {
      fenced[space].add(one.known.fenced[space]);
    }
    all.add(one.moment);
    for (const Moment& completed : one.completed) all.add(completed);
  }
  return {std::move(all).take(), {std::move(fenced[0]).take(), std::move(fenced[1]).take()}};
}

Clocks::Known Clocks::meet(std::span<const Given> given) {
  std::optional<std::array<Times, 3>> all;
  const auto times_of = [](const Shared& times) { return times == nullptr ? Times{} : *times; };
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Known one = join(given.subspan(i, 1));
    const std::array<Times, 3> times = {times_of(one.times), times_of(one.fenced[0]),
                                        times_of(one.fenced[1])};
    if (!all) {
      all = times;
      continue;
    }
    for (std::size_t k = 0; k < times.size(); ++k) {
      Times& least = (*all)[k];
      least.resize(std::min(least.size(), times[k].size()));
      std::transform(least.begin(), least.end(), times[k].begin(), least.begin(),
                     [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); });
    }
  }
  const auto shared = [](Times& times) { return std::make_shared<const Times>(std::move(times)); };
  if (!all) return {};
  return {shared((*all)[0]), {shared((*all)[1]), shared((*all)[2])}};
}

void Clocks::take(std::span<const Given> given, std::span<const std::uint32_t> threads) {
  const Known all = join(given);
  for (const std::uint32_t thread : threads) known_[thread] = all;
}

void Clocks::learn(std::uint32_t thread, const Known& known) {
  const std::array<Given, 2> both{Given{{}, {}, known_[thread]}, Given{{}, {}, known}};
  known_[thread] = join(both);
}

void Clocks::complete(std::uint32_t thread, Group kind, std::uint32_t number) {
  std::uint32_t& completed = completed_[thread][static_cast<std::size_t>(kind)];
  completed = std::max(completed, number);
}

void Clocks::fence(std::uint32_t thread, opexplore::Space space) {
  const Given own = give(thread);
  const Known known = join(std::span(&own, 1));
  const bool global = space == opexplore::Space::all || space == opexplore::Space::global;
  const bool shared = space != opexplore::Space::global;
  if (global) known_[thread].fenced[0] = known.times;
  if (shared) known_[thread].fenced[1] = known.times;
}

}  // namespace opexplore::kernel
