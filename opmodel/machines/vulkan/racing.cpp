#include "opmodel/machines/vulkan/racing.hpp"

#include <utility>

#include "opmodel/machines/vulkan/machine.hpp"

namespace opexplore::vulkan {

std::optional<RaceAtEnd> race_at_end(const Test& test, const MachineOptions& options,
                                     std::span<const Step> steps) {
  const Machine machine(test, options);
  State state = machine.initial();
  for (const Step step : steps) {
    std::optional<State> next;
    machine.for_each_step(state, [&](Step other, State&& after) {
      if (other == step) next = std::move(after);
    });
    if (!next) return std::nullopt;
    state = *std::move(next);
  }
  if (!state.race) return std::nullopt;
  const Plan plan(test.program);
  const Operation& first = plan[state.race->first];
  const Operation& second = plan[state.race->second];
  return RaceAtEnd{first.thread, first.at, second.thread, second.at, state.race->missing};
}

}  // namespace opexplore::vulkan
