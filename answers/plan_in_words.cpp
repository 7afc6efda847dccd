#include "answers/plan_in_words.hpp"

#include "explorer/exploration.hpp"

namespace opexplore {

std::vector<std::string> plan_in_words(const Semantics& semantics, const Test& test,
                                       const ExploreOptions& explore, const HuntOptions& hunt) {
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  if (machine == nullptr) return {};
  ExploreOptions options = explore;
  options.machine = machine->options;
  const Plan plan = hunt.hunt == Hunt::alone ? hunt_plan(options)
                                             : plan_for(machine->entry->forms(), test, options);
  std::vector<std::string> words;
  for (const Stage& stage : plan) words.push_back(to_string(stage));
  return words;
}

}  // namespace opexplore
