#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "hardware/generate/refusals.hpp"
#include "hardware/generate/role_text.hpp"
#include "hardware/generate/thread_facts.hpp"
#include "hardware/generate/word_size.hpp"
#include "hardware/prepared.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::hardware {

namespace {

// WART: shared-lanes. A warp plays other roles before and after.
/// By thread; CTAs and the warps of each are numbered as they come.
std::vector<RolePlace> places(const Program& program) {
  std::map<std::uint32_t, std::uint32_t> ctas;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> warps;
  std::map<std::uint32_t, std::uint32_t> warps_of;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> lanes;
  std::vector<RolePlace> result;
  for (const Thread& thread : program.threads) {
    RolePlace place;
    place.cta = ctas.emplace(thread.cta, static_cast<std::uint32_t>(ctas.size())).first->second;
    const std::pair<std::uint32_t, std::uint32_t> warp = {thread.cta, thread.warp};
    const auto [known, is_new] = warps.emplace(warp, warps_of[thread.cta]);
    if (is_new) ++warps_of[thread.cta];
    place.warp = known->second;
    place.lane = lanes[warp]++;
    result.push_back(place);
  }
  return result;
}

/// Registers of the thread that are loaded or observed, in increasing order.
std::vector<RegisterId> returned(const Test& test, ThreadId thread) {
  std::set<RegisterId> result;
  for (const Instruction& instruction : test.program.threads[thread].instructions) {
    if (!reads_memory(instruction.action)) continue;
    if (const auto loaded = register_written(instruction.action)) result.insert(*loaded);
  }
  for (const Observable& observable : test.observables) {
    const auto* const term = std::get_if<RegisterTerm>(&observable);
    if (term != nullptr && term->thread == thread) result.insert(term->reg);
  }
  return {result.begin(), result.end()};
}

}  // namespace

Prepared prepare(const Test& test, const Target& target) {
  Prepared prepared{test, target, word_bytes(test.program), {}, {}, {}};
  require_supported(test, target, prepared.word_bytes);
  const std::vector<RolePlace> where = places(test.program);
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) {
    prepared.roles.push_back(
        {where[i], returned(test, static_cast<ThreadId>(i)), has_loops(test.program.threads[i])});
  }
  prepared.roles_text = roles_text(prepared);
  prepared.kernel_text = kernel_text(prepared);
  return prepared;
}

}  // namespace opexplore::hardware
