#include "explorer/search/machine_forms.hpp"

#include <algorithm>

namespace opexplore {

double Inquiry::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

ExploreOptions Inquiry::in_time(ExploreOptions given) const {
  if (!given.timeout) return given;
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - start);
  given.timeout = std::max(*given.timeout - spent, std::chrono::milliseconds{0});
  return given;
}

bool Inquiry::paths_are_traces() const {
  return forms.is_graded == nullptr || forms.is_graded(test, options.machine);
}

MachineOptions Inquiry::graded_options() const {
  return forms.graded == nullptr ? options.machine : forms.graded(options.machine);
}

}  // namespace opexplore
