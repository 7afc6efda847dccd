#include "litmus/kernels/liveness.hpp"

#include <algorithm>
#include <utility>

#include "code/uses.hpp"
#include "litmus/kernels/branch_facts.hpp"

namespace opexplore::kernel {

using code::Uses;

std::vector<std::vector<bool>> live_registers(const Entry& entry,
                                              const std::set<std::uint16_t>& observed) {
  const std::vector<code::Instruction>& all = entry.code.instructions;
  const std::size_t end = all.size();
  std::vector<std::vector<bool>> live(end + 1, std::vector<bool>(entry.registers.size()));
  for (const std::uint16_t reg : observed) live[end][reg] = true;
  std::vector<Uses> uses;
  for (std::size_t i = 0; i < end; ++i) {
    Uses use = uses_of(all[i]);
    if (const auto comparison = comparison_of(entry.code, i)) {
      const Uses compared = uses_of(all[*comparison]);
      use.read.insert(use.read.end(), compared.read.begin(), compared.read.end());
    }
    uses.push_back(std::move(use));
  }
  const auto join = [](std::vector<bool>& into, const std::vector<bool>& from) {
    for (std::size_t i = 0; i < into.size(); ++i) {
      if (from[i]) into[i] = true;
    }
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = end; i-- > 0;) {
      const code::Instruction& here = all[i];
      std::vector<bool> now(entry.registers.size());
      const std::optional<std::size_t> target = jump_target(here);
      if (target) join(now, live[*target]);
      // A function that is called can end the thread.
      const bool may_end = leaves_function(here) || code::is<code::Call>(here);
      if (may_end) join(now, live[end]);
      if (here.guard || (!target && !leaves_function(here))) join(now, live[i + 1]);
      for (const std::uint16_t reg : uses[i].written) now[reg] = false;
      for (const std::uint16_t reg : uses[i].read) now[reg] = true;
      if (now == live[i]) continue;
      live[i] = std::move(now);
      changed = true;
    }
  }
  return live;
}

namespace {

/// By register, those that are needed at a statement where it is needed, too.
std::vector<std::set<std::uint16_t>> needed_together(const Entry& entry,
                                                     const std::vector<std::vector<bool>>& live) {
  std::vector<std::set<std::uint16_t>> result(entry.registers.size());
  for (std::size_t i = 0; i < entry.code.instructions.size(); ++i) {
    // An instruction may become several, so that what it writes is not put where it reads.
    const Uses use = uses_of(entry.code.instructions[i]);
    std::set<std::uint16_t> here(use.read.begin(), use.read.end());
    here.insert(use.written.begin(), use.written.end());
    here.insert(use.perhaps_written.begin(), use.perhaps_written.end());
    std::vector<std::size_t> points = successors(entry.code, i);
    points.push_back(i);
    for (const std::size_t point : points) {
      for (std::size_t reg = 0; reg < entry.registers.size(); ++reg) {
        if (live[point][reg]) here.insert(static_cast<std::uint16_t>(reg));
      }
    }
    for (const std::uint16_t reg : here) result[reg].insert(here.begin(), here.end());
  }
  return result;
}

}  // namespace

std::vector<std::uint16_t> shared_registers(const Entry& entry,
                                            const std::vector<std::vector<bool>>& live,
                                            const std::set<std::uint16_t>& observed) {
  std::vector<std::uint16_t> result;
  const std::vector<std::set<std::uint16_t>> together = needed_together(entry, live);
  struct Place {
    std::uint16_t first = 0;   // the register whose it was
    std::vector<bool> others;  // that cannot take it
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < entry.registers.size(); ++i) {
    const auto reg = static_cast<std::uint16_t>(i);
    result.push_back(reg);
    if (observed.contains(reg) || together[reg].empty()) continue;
    auto place = std::ranges::find_if(places, [&](const Place& one) {
      return entry.registers[one.first].type == entry.registers[reg].type && !one.others[reg];
    });
    if (place == places.end()) {
      place = places.insert(place, {reg, std::vector<bool>(entry.registers.size())});
    }
    for (const std::uint16_t other : together[reg]) place->others[other] = true;
    result.back() = place->first;
  }
  return result;
}

}  // namespace opexplore::kernel
