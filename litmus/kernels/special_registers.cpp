// What special registers hold (PTX ISA 10 "Special Registers").
#include "litmus/kernels/special_registers.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

namespace {

std::uint32_t component(const Triple& triple, char name) {
  return name == 'x' ? triple.x : name == 'y' ? triple.y : triple.z;
}

Value product_of(const Triple& triple) { return Value{triple.x} * triple.y * triple.z; }

/// `%tid.x` and the like. A launch without clusters makes each CTA a cluster of its own.
std::optional<Abstract> component_register(const Executor& executor, std::string_view name) {
  const std::array<std::pair<std::string_view, Triple>, 8> triples = {
      {{"%tid.", executor.thread},
       {"%ntid.", executor.threads_per_block},
       {"%ctaid.", executor.block},
       {"%nctaid.", executor.blocks},
       {"%clusterid.", executor.block},
       {"%nclusterid.", executor.blocks},
       {"%cluster_ctaid.", Triple{0, 0, 0}},
       {"%cluster_nctaid.", Triple{1, 1, 1}}}};
  for (const auto& [prefix, triple] : triples) {
    const bool has_component = name.size() == prefix.size() + 1 && name.back() >= 'x';
    if (name.starts_with(prefix) && has_component && name.back() <= 'z') {
      return constant(component(triple, name.back()));
    }
  }
  return std::nullopt;
}

/// Which lanes of a warp are meant: those at, below or above this one.
std::optional<Abstract> lane_mask(const Executor& executor, std::string_view name) {
  const auto here = std::uint32_t{1} << executor.lane;
  const std::array<std::pair<std::string_view, std::uint32_t>, 5> masks = {
      {{"%lanemask_eq", here},
       {"%lanemask_lt", here - 1},
       {"%lanemask_le", here | (here - 1)},
       {"%lanemask_gt", ~(here | (here - 1))},
       {"%lanemask_ge", ~(here - 1)}}};
  for (const auto& [mask, lanes] : masks) {
    if (name == mask) return constant(wide_value(32, Value{lanes}));
  }
  return std::nullopt;
}

/// Where a block and its warps run is for the GPU to choose, and PTX says that it may change.
std::optional<Abstract> place_register(Surroundings& around, const Executor& executor,
                                       std::string_view name) {
  const Value warps = (product_of(executor.threads_per_block) + warp_size - 1) / warp_size;
  const std::array<std::pair<std::string_view, Value>, 4> places = {
      {{"%smid", executor.cta},
       {"%nsmid", product_of(executor.blocks)},
       {"%warpid", executor.warp},
       {"%nwarpid", warps}}};
  for (const auto& [place, number] : places) {
    if (name != place) continue;
    around.assumptions.insert(
        "each block is taken to run on the multiprocessor of its number, "
        "and each warp to have its number in the block");
    return constant(number);
  }
  return std::nullopt;
}

/// The words that a cooperative launch leaves for grid.sync() of cooperative groups; the driver
/// passes their address in halves.
std::optional<Abstract> environment_register(Surroundings& around, const Executor& executor,
                                             std::string_view name) {
  if (!name.starts_with("%envreg")) return std::nullopt;
  const bool lower = name == "%envreg2";
  if (!lower && name != "%envreg1") return std::nullopt;
  around.cooperative = true;
  const std::string grid = executor.grid == 0 ? "" : std::to_string(executor.grid);
  Object workspace;
  workspace.name = "grid_sync" + grid;
  workspace.hidden = true;
  const std::uint16_t object = around.memory.object("workspace of grid" + grid, workspace);
  const Value number = around.memory.number_of(object, 0);
  return constant(wide_value(32, lower ? number : number >> 32));
}

}  // namespace

bool is_clock(std::string_view name) {
  return name == "%clock" || name == "%clock_hi" || name == "%clock64" || name == "%globaltimer" ||
         name == "%globaltimer_lo" || name == "%globaltimer_hi";
}

std::optional<Abstract> special_register(Surroundings& around, const Executor& executor,
                                         std::string_view name) {
  if (is_clock(name)) {
    around.reads_clock = true;
    return Abstract{Abstract::Kind::time, 0, 0};
  }
  if (executor.in_cluster && name.find("cluster") != std::string_view::npos) return std::nullopt;
  const std::array<std::pair<std::string_view, Value>, 5> numbers = {
      {{"%laneid", executor.lane},
       {"%gridid", static_cast<Value>(executor.grid)},
       {"%cluster_ctarank", 0},
       {"%cluster_nctarank", 1},
       {"%is_explicit_cluster", 0}}};
  for (const auto& [known, number] : numbers) {
    if (name == known) return constant(number);
  }
  if (const auto known = component_register(executor, name)) return known;
  if (const auto known = lane_mask(executor, name)) return known;
  if (const auto known = place_register(around, executor, name)) return known;
  return environment_register(around, executor, name);
}

}  // namespace opexplore::kernel
