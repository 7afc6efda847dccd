#include "explorer/notes/tally_bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "explorer/notes/texts.hpp"

namespace opexplore {
namespace {

void put_outcomes(std::string& bytes, const std::map<Outcome, FinalStates>& outcomes) {
  put_unsigned(bytes, outcomes.size());
  put_unsigned(bytes, outcomes.empty() ? 0 : outcomes.begin()->first.size());
  for (const auto& [outcome, states] : outcomes) {
    for (const Value value : outcome) put_value(bytes, value);
    put_unsigned(bytes, states.count);
    put_unsigned(bytes, states.first);
  }
}

std::map<Outcome, FinalStates> get_outcomes(ByteReader& bytes) {
  std::map<Outcome, FinalStates> outcomes;
  const std::uint64_t count = bytes.get_unsigned(), values = bytes.get_unsigned();
  for (std::uint64_t i = 0; i < count; ++i) {
    Outcome outcome(values);
    for (Value& value : outcome) value = bytes.get_value();
    const std::uint64_t states = bytes.get_unsigned();
    const auto first = static_cast<Position>(bytes.get_unsigned());
    outcomes.emplace_hint(outcomes.end(), std::move(outcome), FinalStates{states, first});
  }
  return outcomes;
}

void put_races(std::string& bytes, const std::map<RacingPair, RaceMet>& races) {
  put_unsigned(bytes, races.size());
  for (const auto& [pair, met] : races) {
    for (const std::uint64_t part :
         {std::uint64_t{pair.first_thread}, std::uint64_t{pair.first},
          std::uint64_t{pair.second_thread}, std::uint64_t{pair.second},
          static_cast<std::uint64_t>(pair.kind), std::uint64_t{met.position}}) {
      put_unsigned(bytes, part);
    }
    put_unsigned(bytes, met.step ? 1 : 0);
    const Step step = met.step.value_or(Step{});
    for (const std::uint64_t part :
         {std::uint64_t{step.rule}, std::uint64_t{step.thread}, std::uint64_t{step.argument}}) {
      put_unsigned(bytes, part);
    }
  }
}

template <class Number>
Number get(ByteReader& bytes) {
  return static_cast<Number>(bytes.get_unsigned());
}

std::map<RacingPair, RaceMet> get_races(ByteReader& bytes) {
  std::map<RacingPair, RaceMet> races;
  for (std::uint64_t left = bytes.get_unsigned(); left != 0; --left) {
    RacingPair pair;
    pair.first_thread = get<ThreadId>(bytes);
    pair.first = get<InstructionId>(bytes);
    pair.second_thread = get<ThreadId>(bytes);
    pair.second = get<InstructionId>(bytes);
    pair.kind = static_cast<PairKind>(get<std::uint8_t>(bytes));
    RaceMet met;
    met.position = get<Position>(bytes);
    const bool stepped = bytes.get_unsigned() != 0;
    Step step;
    step.rule = get<std::uint8_t>(bytes);
    step.thread = get<ThreadId>(bytes);
    step.argument = get<std::uint16_t>(bytes);
    if (stepped) met.step = step;
    races.emplace_hint(races.end(), pair, met);
  }
  return races;
}

}  // namespace

void put_tally(std::string& bytes, const Tally& tally) {
  put_unsigned(bytes, tally.transitions);
  put_outcomes(bytes, tally.outcomes);
  put_unsigned(bytes, tally.stuck_states);
  put_unsigned(bytes, tally.first_stuck);
  put_unsigned(bytes, tally.idle.size());
  for (const Position position : tally.idle) put_unsigned(bytes, position);
  put_unsigned(bytes, tally.racy_states);
  put_unsigned(bytes, tally.first_racy);
  put_races(bytes, tally.data_races);
  put_races(bytes, tally.excluded_data_races);
  put_unsigned(bytes, tally.outgrown ? 1 : 0);
  put_text(bytes, tally.exceeded);
}

Tally get_tally(ByteReader& bytes) {
  Tally tally;
  tally.transitions = bytes.get_unsigned();
  tally.outcomes = get_outcomes(bytes);
  tally.stuck_states = bytes.get_unsigned();
  tally.first_stuck = get<Position>(bytes);
  tally.idle.resize(bytes.get_unsigned());
  for (Position& position : tally.idle) position = get<Position>(bytes);
  tally.racy_states = bytes.get_unsigned();
  tally.first_racy = get<Position>(bytes);
  tally.data_races = get_races(bytes);
  tally.excluded_data_races = get_races(bytes);
  tally.outgrown = bytes.get_unsigned() != 0;
  tally.exceeded = get_text(bytes);
  return tally;
}

}  // namespace opexplore
