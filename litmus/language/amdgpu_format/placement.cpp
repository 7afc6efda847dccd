#include "litmus/language/amdgpu_format/placement.hpp"

#include <array>
#include <cstdint>
#include <optional>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/amdgpu_format/dialect.hpp"
#include "litmus/language/placement.hpp"
#include "litmus/language/ptx_code/thread_table_reader.hpp"

namespace opexplore::detail {

namespace {

constexpr std::array<std::string_view, 4> amdgpu_levels{"wavefront", "workgroup", "cluster",
                                                        "agent"};

constexpr std::string_view amdgpu_form = "write 'P0@workgroup 0, agent 0'";

/// By level the number of the thread's instance.
using AmdgpuPlacement = std::array<std::optional<std::uint32_t>, amdgpu_levels.size()>;

void read_amdgpu_level(Tokens& tokens, AmdgpuPlacement& placement) {
  const Token word = tokens.expect_word("'workgroup' or 'agent'", std::string(amdgpu_form));
  for (std::size_t i = 0; i < amdgpu_levels.size(); ++i) {
    if (!word.is(amdgpu_levels.at(i))) continue;
    if (placement.at(i)) tokens.fail(word, quote(word) + " is given twice");
    placement.at(i) = tokens.expect_index("the number of the " + std::string(word.text));
    return;
  }
  tokens.fail(word, "expected 'workgroup' or 'agent', found " + quote(word),
              did_you_mean(word.text, {amdgpu_levels.begin(), amdgpu_levels.end()},
                           std::string(amdgpu_form)));
}

}  // namespace

void read_amdgpu_heading(Tokens& tokens, ProgramBuilder& builder) {
  const std::size_t number = builder.program().threads.size();
  const Token name = tokens.expect_word("a thread such as " + builder.thread_name(0));
  expect_thread(tokens, builder, name);
  tokens.expect(
      "@", "'@' and the place of the thread",
      "scopes need to know who shares a workgroup: write " +
          quote(std::string(name.text) + "@workgroup " + std::to_string(number) + ", agent 0") +
          " for one of its own");
  builder.add_thread(name);
  AmdgpuPlacement placement;
  read_amdgpu_level(tokens, placement);
  while (!placement[1] || !placement[3]) {
    tokens.expect(",", "','", "a thread has a workgroup and an agent");
    read_amdgpu_level(tokens, placement);
  }
  while (tokens.accept(",")) read_amdgpu_level(tokens, placement);
  builder.place_thread(static_cast<ThreadId>(number),
                       {*placement[1], *placement[3], placement[0], placement[2]}, name);
}

std::string amdgpu_heading(const Program& program, std::size_t thread) {
  const Thread& placed = program.threads[thread];
  const bool own = placed.warp == default_warp(program, static_cast<ThreadId>(thread));
  std::string text = thread_name(amdgpu_dialect, thread) + "@";
  if (!own) text += "wavefront " + std::to_string(placed.warp) + ", ";
  text += "workgroup " + std::to_string(placed.cta);
  if (placed.cluster) text += ", cluster " + std::to_string(*placed.cluster);
  return text + ", agent " + std::to_string(placed.gpu);
}

}  // namespace opexplore::detail
