#include "explorer/plan/question.hpp"

#include <array>
#include <utility>

namespace opexplore {

std::string question_of(const ExploreOptions& options, std::string_view machine,
                        std::string_view version, std::span<const Setting> settings) {
  std::string text = options.large.question;
  text += "machine: " + std::string(machine) + ' ' + std::string(version) + '\n';
  for (const Setting& setting : settings) {
    text +=
        std::string(setting.name) + ": " + std::string(value_of(setting, options.machine)) + '\n';
  }
  return text;
}

std::string search_of(const ExploreOptions& options) {
  const MachineOptions& machine = options.machine;
  std::string text = "search:";
  const auto add = [&](std::string_view name, bool on) {
    if (on) text += ' ' + std::string(name);
  };
  for (const Reduction& reduction : all_reductions) {
    add(reduction.name, machine.*reduction.enabled);
  }
  for (const auto& [name, on] : {std::pair{"look_ahead", machine.look_ahead},
                                 {"goal", machine.goal},
                                 {"races", machine.races},
                                 {"liveness", machine.liveness},
                                 {"verdict_only", options.verdict_only}}) {
    add(name, on);
  }
  return text;
}

}  // namespace opexplore
