#include "litmus/kernels/special_registers.hpp"

#include <cstdint>
#include <string>

#include "litmus/kernels/clusters.hpp"

namespace opexplore::kernel {

namespace {

using code::Special;

Abstract component(const Triple& triple, Value number) {
  return constant(number == 0 ? triple.x : number == 1 ? triple.y : triple.z);
}

Triple clusters_of(const Executor& executor) {
  const Triple& blocks = executor.blocks;
  const Triple& shape = executor.cluster;
  return {blocks.x / shape.x, blocks.y / shape.y, blocks.z / shape.z};
}

Value product_of(const Triple& triple) { return Value{triple.x} * triple.y * triple.z; }

/// Which lanes of a warp are meant: those at, below or above this one.
Abstract lane_mask(Special which, std::uint32_t lane) {
  const auto here = std::uint32_t{1} << lane;
  const std::uint32_t below = here - 1;
  const std::uint32_t mask = which == Special::lane_mask_equal        ? here
                             : which == Special::lane_mask_less       ? below
                             : which == Special::lane_mask_less_equal ? here | below
                             : which == Special::lane_mask_greater    ? ~(here | below)
                                                                      : ~below;
  return constant(wide_value(32, Value{mask}));
}

/// Where a block and its warps run is for the GPU to choose, and PTX says that it may change.
Abstract placed(Surroundings& around, Value number) {
  around.assumptions.insert(
      "each block is taken to run on the multiprocessor of its number, "
      "and each warp to have its number in the block");
  return constant(number);
}

/// The words that a cooperative launch leaves for grid.sync() of cooperative groups; the driver
/// passes their address in halves.
Abstract workspace(Surroundings& around, const Executor& executor, bool lower) {
  around.cooperative = true;
  const std::string grid = executor.grid == 0 ? "" : std::to_string(executor.grid);
  Object words;
  words.name = "grid_sync" + grid;
  words.hidden = true;
  const std::uint16_t object = around.memory.object("workspace of grid" + grid, words);
  const Value number = around.memory.number_of(object, 0);
  return constant(wide_value(32, lower ? number : number >> 32));
}

}  // namespace

// A launch without clusters makes each CTA a cluster of its own (PTX ISA 2.2.2).
std::optional<Abstract> special_value(Surroundings& around, const Executor& executor,
                                      const code::Operand& operand) {
  switch (operand.special) {
    case Special::thread:
      return component(executor.thread, operand.number);
    case Special::block_shape:
      return component(executor.threads_per_block, operand.number);
    case Special::block:
      return component(executor.block, operand.number);
    case Special::cluster:
      return component(cluster_index(executor), operand.number);
    case Special::grid_shape:
      return component(executor.blocks, operand.number);
    case Special::clusters:
      return component(clusters_of(executor), operand.number);
    case Special::block_in_cluster:
      return component(index_in_cluster(executor), operand.number);
    case Special::rank_in_cluster:
      return constant(rank_in_cluster(executor));
    case Special::explicit_cluster:
      return constant(cluster_size(executor) > 1 ? 1 : 0);
    case Special::cluster_shape:
      return component(executor.cluster, operand.number);
    case Special::cluster_size:
      return constant(cluster_size(executor));
    case Special::grid:
      return constant(static_cast<Value>(executor.grid));
    case Special::lane:
      return constant(executor.lane);
    case Special::lane_mask_equal:
    case Special::lane_mask_less:
    case Special::lane_mask_less_equal:
    case Special::lane_mask_greater:
    case Special::lane_mask_greater_equal:
      return lane_mask(operand.special, executor.lane);
    case Special::multiprocessor:
      return placed(around, executor.cta);
    case Special::multiprocessors:
      return placed(around, product_of(executor.blocks));
    case Special::warp:
      return placed(around, executor.warp);
    case Special::warps:
      return placed(around, (product_of(executor.threads_per_block) + warp_size - 1) / warp_size);
    case Special::workspace_high:
    case Special::workspace_low:
      return workspace(around, executor, operand.special == Special::workspace_low);
    case Special::clock:
      around.reads_clock = true;
      return Abstract{Abstract::Kind::time, 0, 0};
    case Special::unknown:
      break;
  }
  return std::nullopt;
}

}  // namespace opexplore::kernel
