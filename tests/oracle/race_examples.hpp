// Small programs and what races in them by PTX ISA 8.7.1, written down before anything was run.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"

namespace opexplore::oracle {

struct RaceExample {
  std::string_view id;
  std::string_view threads;  ///< as litmus_text() takes them
  std::string_view races;    ///< the locations that race, in order: "d x"; empty: none
  std::string_view declarations = "x=0; y=0;";
  std::string_view condition = "exists ([x]=0)";
};

std::span<const RaceExample> race_examples();

/// The example as a test.
Test race_test(const RaceExample& example);

/// The pairs as thread.instruction: "0.0-1.2 0.1-1.0".
std::string to_string(const std::set<RacingPair>& pairs);

/// The names of the locations that they race on, in order.
std::string racing_locations(const Test& test, const std::set<RacingPair>& pairs);

}  // namespace opexplore::oracle
