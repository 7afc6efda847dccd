#include "explorer/search/levels/named_tally.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "explorer/notes/tally_bytes.hpp"

namespace opexplore {

Position NamedTally::name(const View& state) {
  states.push_back({state.level, std::string(state.bytes)});
  return static_cast<Position>(states.size() - 1);
}

// Each place in the tally has an index of its own.
void NamedTally::keep_least(Position& mine, Position other, ViewOf view_of) {
  if (other == no_position) return;
  const View state = view_of(other);
  if (mine == no_position) {
    mine = name(state);
  } else if (state < view(mine)) {
    states[mine] = {state.level, std::string(state.bytes)};
  }
}

void NamedTally::add_races(std::map<RacingPair, RaceMet>& mine,
                           const std::map<RacingPair, RaceMet>& other, ViewOf view_of) {
  for (const auto& [pair, met] : other) {
    const View state = view_of(met.position);
    const auto [place, is_new] = mine.try_emplace(pair);
    RaceMet& known = place->second;
    if (!is_new && std::tuple(view(known.position), known.step) <= std::tuple(state, met.step)) {
      continue;
    }
    known = {name(state), met.step};
  }
}

void NamedTally::combine(Tally&& found, ViewOf view_of) {
  tally.transitions += found.transitions;
  for (const auto& [outcome, finals] : found.outcomes) {
    FinalStates& mine = tally.outcomes[outcome];
    mine.count += finals.count;
    keep_least(mine.first, finals.first, view_of);
  }
  tally.stuck_states += found.stuck_states;
  keep_least(tally.first_stuck, found.first_stuck, view_of);
  tally.racy_states += found.racy_states;
  keep_least(tally.first_racy, found.first_racy, view_of);
  add_races(tally.data_races, found.data_races, view_of);
  add_races(tally.excluded_data_races, found.excluded_data_races, view_of);
  tally.outgrown = tally.outgrown || found.outgrown;
}

// Keeps the least ones. Most that come are greater.
void NamedTally::add_idle(const View& state) {
  std::vector<Position>& idle = tally.idle;
  const auto is_less = [&](const View& left, Position right) { return left < view(right); };
  if (idle.size() == Tally::most_idle) {
    if (!is_less(state, idle.back())) return;
    idle.pop_back();
  }
  const auto place = std::upper_bound(idle.begin(), idle.end(), state, is_less);
  idle.insert(place, name(state));
}

void NamedTally::add(Tally&& found, std::uint32_t level, BytesOf bytes_of) {
  const auto view_of = [&](Position position) { return View{level, bytes_of(position)}; };
  for (const Position position : found.idle) add_idle(view_of(position));
  if (tally.exceeded.empty() && !found.exceeded.empty()) {
    tally.exceeded = found.exceeded;
    exceeded_level = level;
  }
  combine(std::move(found), view_of);
}

void NamedTally::add(const NamedTally& other) {
  const auto view_of = [&](Position index) { return other.view(index); };
  for (const Position index : other.tally.idle) add_idle(view_of(index));
  const auto words = [](const NamedTally& named) {
    return std::tuple(named.tally.exceeded.empty(), named.exceeded_level, named.tally.exceeded);
  };
  if (words(other) < words(*this)) {
    tally.exceeded = other.tally.exceeded;
    exceeded_level = other.exceeded_level;
  }
  combine(Tally(other.tally), view_of);
}

Tally NamedTally::with_positions(FunctionRef<Position(const NamedState&)> position_of) const {
  const auto translate = [&](Position& position) {
    if (position != no_position) position = position_of(states[position]);
  };
  Tally result = tally;
  for (auto& [outcome, finals] : result.outcomes) translate(finals.first);
  for (Position& position : result.idle) translate(position);
  for (auto* const races : {&result.data_races, &result.excluded_data_races}) {
    for (auto& [pair, met] : *races) translate(met.position);
  }
  translate(result.first_stuck);
  translate(result.first_racy);
  return result;
}

void put_named(std::string& bytes, const NamedTally& named) {
  put_tally(bytes, named.tally);
  put_unsigned(bytes, named.exceeded_level);
  put_unsigned(bytes, named.states.size());
  for (const NamedState& state : named.states) {
    put_unsigned(bytes, state.level);
    put_unsigned(bytes, state.bytes.size());
    bytes += state.bytes;
  }
}

NamedTally get_named(ByteReader& bytes) {
  NamedTally named;
  named.tally = get_tally(bytes);
  named.exceeded_level = static_cast<std::uint32_t>(bytes.get_unsigned());
  named.states.resize(bytes.get_unsigned());
  for (NamedState& state : named.states) {
    state.level = static_cast<std::uint32_t>(bytes.get_unsigned());
    const std::uint64_t length = bytes.get_unsigned();
    state.bytes.assign(bytes.take(length), length);
  }
  return named;
}

}  // namespace opexplore
