#include "litmus/language/vulkan_format/placement.hpp"

#include <array>
#include <cstdint>
#include <optional>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/ptx_code/thread_table_reader.hpp"
#include "litmus/language/vulkan_format/dialect.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

/// By VulkanScope: the number of the thread's subgroup, workgroup and queue family.
using VulkanPlacement = std::array<std::optional<std::uint32_t>, 3>;

constexpr std::string_view vulkan_placement_form = "write 'P0@sg 0, wg 0, qf 0'";

/// `sg 0`, `wg 0` or `qf 0`.
void read_vulkan_level(Tokens& tokens, VulkanPlacement& placement) {
  const Token level = tokens.expect_word("'sg', 'wg' or 'qf'", std::string(vulkan_placement_form));
  const std::optional<VulkanScope> scope = find_word<VulkanScope>(level.text);
  if (!scope || *scope == VulkanScope::device) {
    const bool of_ptx = level.is("cta") || level.is("gpu") || level.is("warp");
    tokens.fail(level, "expected 'sg', 'wg' or 'qf', found " + quote(level),
                of_ptx ? "a warp is a subgroup (sg), a CTA a workgroup (wg); a test with CTAs and "
                         "GPUs begins with 'PTX name'"
                       : std::string(vulkan_placement_form));
  }
  std::optional<std::uint32_t>& target = placement.at(static_cast<std::size_t>(*scope));
  if (target) tokens.fail(level, quote(level) + " is given twice");
  const std::string_view what = *scope == VulkanScope::subgroup    ? "subgroup"
                                : *scope == VulkanScope::workgroup ? "workgroup"
                                                                   : "queue family";
  target = tokens.expect_index("the number of the " + std::string(what));
}

}  // namespace

void read_vulkan_heading(Tokens& tokens, ProgramBuilder& builder) {
  const std::size_t number = builder.program().threads.size();
  const Token name = tokens.expect_word("a thread such as " + builder.thread_name(0));
  expect_thread(tokens, builder, name);
  tokens.expect(
      "@", "'@' and the place of the thread",
      "scopes need to know who shares a subgroup and a workgroup: write " +
          quote(std::string(name.text) + "@sg 0, wg " + std::to_string(number) + ", qf 0") +
          " for a workgroup of its own");
  builder.add_thread(name);
  VulkanPlacement placement;
  read_vulkan_level(tokens, placement);
  for (int others = 0; others < 2; ++others) {
    tokens.expect(",", "','", "a thread has a subgroup, a workgroup and a queue family");
    read_vulkan_level(tokens, placement);
  }
  builder.place_thread(static_cast<ThreadId>(number), {*placement[1], *placement[2], placement[0]},
                       name);
}

std::string vulkan_heading(const Program& program, std::size_t thread) {
  const Thread& placed_thread = program.threads[thread];
  return thread_name(vulkan_dialect, thread) + "@sg " + std::to_string(placed_thread.warp) +
         ",wg " + std::to_string(placed_thread.cta) + ",qf " + std::to_string(placed_thread.gpu);
}

}  // namespace opexplore::detail
