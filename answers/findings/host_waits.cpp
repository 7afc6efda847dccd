#include "answers/findings/host_waits.hpp"

#include <algorithm>

#include "answers/places.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {

void leave_to_host(const AnsweredTest& answered, std::vector<Bug>& ends) {
  if (answered.asked.kernel == nullptr) return;
  const kernel::Facts& facts = *answered.asked.kernel;
  for (Bug& bug : ends) {
    const auto is_of_host = [&](const BugPlace& place) {
      const Action& action =
          instruction_of(answered.asked.test.program, place.thread, place.instruction).action;
      if (!reads_memory(action)) return false;
      const AddressId address = *address_of(action);
      return address < facts.location_host.size() && facts.location_host[address];
    };
    const auto place = std::ranges::find_if(bug.places, is_of_host);
    if (place == bug.places.end()) continue;
    const Action& action =
        instruction_of(answered.asked.test.program, place->thread, place->instruction).action;
    bug.undecided = true;
    bug.title = "whether it ends is not decided: it waits here for `" +
                facts.locations[*address_of(action)] +
                "`, which the host writes after it launches the kernel";
    std::rotate(bug.places.begin(), place, place + 1);
  }
}

}  // namespace opexplore
