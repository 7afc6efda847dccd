#include "litmus/generate/minimise/simplify.hpp"

#include <cstddef>
#include <utility>

#include "litmus/generate/minimise/places.hpp"
#include "litmus/generate/minimise/question.hpp"

namespace opexplore::minimise {

namespace {

void without_unused(const Draft& draft, std::vector<Draft>& out) {
  Draft simpler = draft;
  if (draft.keep == Keep::condition && trim_question(simpler.test)) out.push_back(simpler);
  simpler = draft;
  if (drop_unused_registers(simpler)) out.push_back(std::move(simpler));
  for (std::size_t t = 0; t < draft.origins.size(); ++t) {
    simpler = draft;
    if (drop_thread(simpler, t)) out.push_back(std::move(simpler));
  }
  for (std::size_t a = draft.test.program.addresses.size(); a-- > 0;) {
    simpler = draft;
    if (drop_address(simpler, static_cast<AddressId>(a))) out.push_back(std::move(simpler));
  }
}

// WART: minimised-types. Registers keep their types.
void with_simpler_memory(const Draft& draft, std::vector<Draft>& out) {
  for (std::size_t l = 0; l < draft.test.program.locations.size(); ++l) {
    Draft simpler = draft;
    Location& location = simpler.test.program.locations[l];
    if (std::exchange(location.region, Region::global) != Region::global) out.push_back(simpler);
    simpler = draft;
    if (std::exchange(simpler.test.program.locations[l].initial, 0) != 0) out.push_back(simpler);
  }
  for (std::size_t t = 0; t < draft.test.program.threads.size(); ++t) {
    for (std::size_t r = 0; r < draft.test.program.threads[t].registers.size(); ++r) {
      Draft simpler = draft;
      Register& reg = simpler.test.program.threads[t].registers[r];
      if (std::exchange(reg.initial, 0) != 0) out.push_back(std::move(simpler));
    }
  }
}

}  // namespace

std::vector<Draft> simpler_surroundings(const Draft& draft) {
  std::vector<Draft> result;
  without_unused(draft, result);
  for (Program& program : simpler_places(draft.test.program)) {
    result.push_back(draft);
    result.back().test.program = std::move(program);
  }
  with_simpler_memory(draft, result);
  return result;
}

}  // namespace opexplore::minimise
