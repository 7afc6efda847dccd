#include "opmodel/parts/reconvergence.hpp"

#include <algorithm>
#include <cstddef>

#include "opmodel/parts/flow.hpp"

namespace opexplore {
namespace {

// Per pc, whether some way leads from there to the end.
std::vector<bool> leads_to_end(const Thread& thread) {
  const std::size_t end = thread.instructions.size();
  std::vector<bool> leads(end + 1);
  leads[end] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = end; pc-- > 0;) {
      if (leads[pc]) continue;
      leads[pc] = std::ranges::any_of(successors_of(thread, static_cast<InstructionId>(pc)),
                                      [&](InstructionId next) { return leads[next]; });
      changed = changed || leads[pc];
    }
  }
  return leads;
}

// Per pc, the places that every way from there to the end comes to, itself included: the greatest
// solution of the usual equations.
std::vector<std::vector<bool>> postdominators(const Thread& thread,
                                              const std::vector<bool>& leads) {
  const std::size_t end = thread.instructions.size();
  std::vector<std::vector<bool>> places(end + 1, std::vector<bool>(end + 1, true));
  std::fill(places[end].begin(), places[end].end() - 1, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = end; pc-- > 0;) {
      if (!leads[pc]) continue;
      std::vector<bool> now(end + 1, true);
      for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(pc))) {
        if (!leads[next]) continue;
        for (std::size_t place = 0; place <= end; ++place) {
          now[place] = now[place] && places[next][place];
        }
      }
      now[pc] = true;
      changed = changed || now != places[pc];
      places[pc] = std::move(now);
    }
  }
  return places;
}

}  // namespace

std::vector<InstructionId> reconvergence_points(const Thread& thread) {
  const std::size_t end = thread.instructions.size();
  const std::vector<bool> leads = leads_to_end(thread);
  const std::vector<std::vector<bool>> places = postdominators(thread, leads);
  std::vector<InstructionId> points(end + 1, static_cast<InstructionId>(end));
  for (std::size_t pc = 0; pc < end; ++pc) {
    if (!leads[pc]) continue;
    // They come one after the other on every way: the first has all others behind it.
    std::ptrdiff_t most = 0;
    for (std::size_t place = 0; place <= end; ++place) {
      if (place == pc || !places[pc][place]) continue;
      const std::ptrdiff_t behind = std::ranges::count(places[place], true);
      if (behind > most) points[pc] = static_cast<InstructionId>(place);
      most = std::max(most, behind);
    }
  }
  return points;
}

}  // namespace opexplore
