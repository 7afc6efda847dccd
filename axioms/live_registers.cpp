#include "axioms/live_registers.hpp"

#include <cstddef>

namespace opexplore::axioms {

namespace {

RegisterSet live_behind(const Thread& thread, std::size_t at,
                        const std::vector<RegisterSet>& live) {
  const Branch* const branch = branch_of(thread.instructions[at].action);
  if (branch == nullptr) return live[at + 1];
  return branch->comparison ? live[branch->target] | live[at + 1] : live[branch->target];
}

RegisterSet live_before(const Action& action, RegisterSet behind) {
  const auto written = register_written(action);
  const bool matters = !is_local(action) || !written || behind.test(*written);
  if (written) behind.reset(*written);
  return matters ? behind | registers_read(action) : behind;
}

}  // namespace

std::vector<RegisterSet> live_registers(const Thread& thread, const RegisterSet& observed) {
  const std::size_t end = thread.instructions.size();
  std::vector<RegisterSet> live(end + 1);
  live[end] = observed;
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t at = end; at-- > 0;) {
      const RegisterSet before =
          live_before(thread.instructions[at].action, live_behind(thread, at, live));
      grew = grew || before != live[at];
      live[at] = before;
    }
  }
  return live;
}

}  // namespace opexplore::axioms
