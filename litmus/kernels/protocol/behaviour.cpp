#include "litmus/kernels/protocol/behaviour.hpp"

#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

PositionId Behaviour::next(const ThreadPosition& place, Value by) {
  const auto found = at(place).next.find(by);
  if (found != at(place).next.end()) return found->second;
  constexpr std::size_t most_positions = 4096;
  std::vector<Position>& positions = threads_[place.thread];
  if (positions.size() == most_positions) {
    throw LeftOpen{"a thread does too many different things", at(place).statement};
  }
  Position position;
  const Position& from = at(place);
  position.before = place.position;
  position.by = by;
  position.depth = from.depth + 1;
  const bool meets = from.turn == Turn::meet;
  position.met = meets ? static_cast<std::uint32_t>(by) : from.met;
  position.meetings = from.meetings + (meets ? 1 : 0);
  const auto number = static_cast<PositionId>(positions.size());
  positions.push_back(std::move(position));
  at(place).next.emplace(by, number);
  return number;
}

std::uint32_t Behaviour::meet(const std::vector<ThreadPosition>& came) {
  const auto [known, added] = numbers_.emplace(came, static_cast<std::uint32_t>(meetings_.size()));
  if (!added) return known->second;
  MetThreads met{came, std::vector<std::optional<PositionId>>(threads_.size())};
  const auto learn = [&](std::uint32_t thread, std::optional<PositionId> position) {
    if (!position) return;
    std::optional<PositionId>& last = met.known[thread];
    if (!last || threads_[thread][*last].depth < threads_[thread][*position].depth) {
      last = position;
    }
  };
  for (const ThreadPosition& place : came) {
    learn(place.thread, place.position);
    const auto before = at(place).met;
    if (!before) continue;
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
      learn(thread, meetings_[*before].known[thread]);
    }
  }
  meetings_.push_back(std::move(met));
  return known->second;
}

bool Behaviour::leads(std::uint32_t thread, PositionId first, PositionId second) const {
  const std::vector<Position>& positions = threads_[thread];
  while (positions[second].depth > positions[first].depth) second = positions[second].before;
  return first == second;
}

std::optional<PositionId> Behaviour::known(const ThreadPosition& place, std::uint32_t other) const {
  if (place.thread == other) return place.position;
  const auto met = at(place).met;
  return met ? meetings_[*met].known[other] : std::nullopt;
}

bool Behaviour::exclude(const ThreadPosition& a, const ThreadPosition& b) const {
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    const auto one = known(a, thread), other = known(b, thread);
    if (!one || !other) continue;
    if (!leads(thread, *one, *other) && !leads(thread, *other, *one)) return true;
  }
  return false;
}

void Behaviour::add_own_choices(const ThreadPosition& place, Choices& choices) const {
  const std::vector<Position>& positions = threads_[place.thread];
  PositionId now = place.position;
  while (positions[now].depth > 0) {
    const PositionId before = positions[now].before;
    if (positions[before].turn == Turn::choose) {
      choices[{place.thread, before}] = positions[now].by;
    }
    now = before;
  }
}

void Behaviour::add_choices(const ThreadPosition& place, Choices& choices) const {
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    if (const auto position = known(place, thread)) add_own_choices({thread, *position}, choices);
  }
}

}  // namespace opexplore::kernel
