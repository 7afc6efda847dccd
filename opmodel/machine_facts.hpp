// What there is to say about a machine, without the machine.
#pragma once

#include <span>
#include <string_view>

#include "opmodel/rule.hpp"
#include "opmodel/setting.hpp"

namespace opexplore {

/// Refers to what the machine has for as long as the program runs.
struct MachineFacts {
  std::string_view name;
  std::string_view version;
  std::string_view source;  ///< the paper
  std::span<const Rule> rules;
  std::span<const Setting> settings;
  bool finds_races = false;  ///< HasRaces
};

}  // namespace opexplore
