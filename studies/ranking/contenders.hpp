// The machines of a ranking: each machine, and each chip of a machine that knows chips.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/machine_choice.hpp"
#include "studies/ranking/ranking.hpp"

namespace opexplore {

/// The machines of a comma list; without one, all but those that look for data races: these
/// describe programs, not chips, and must be asked for. Throws UsageError.
std::vector<ChosenMachine> ranked_machines(const std::optional<std::string>& names,
                                           const MachineOptions& common);

/// A machine with all settings, and the columns that it is judged on.
struct ChosenContender {
  ChosenMachine machine;
  std::vector<std::size_t> columns;
};

struct Contenders {
  std::vector<ChosenContender> chosen;  ///< at least one
  std::vector<std::string> notes;       ///< one sentence each: who was left out
};

/// One for each machine; where a machine offers a setting `chip` and none is chosen, one for each
/// of its chips. A chip without observations is left out. Throws UsageError when nobody is left.
Contenders contenders_of(const std::vector<ChosenMachine>& machines,
                         const Observations& observations);

/// What a ranking says of it, without answers.
Contender description(const ChosenContender& contender);

}  // namespace opexplore
