// The sets and relations that every model starts from.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "axioms/relation.hpp"
#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

/// What a base set or relation is; docs/axioms.md lists them with their meaning.
enum class Base : std::uint8_t {
  // Sets.
  everything,
  reads,
  writes,
  memory,
  fences,
  barriers,
  initial_writes,
  atomics,
  acquire,
  release,
  acq_rel,
  sc,
  relaxed,
  weak,
  scope_cta,
  scope_gpu,
  scope_sys,
  generic,
  texture,
  surface,
  constant,
  alias,
  cache_ca,
  cache_cg,
  cache_wb,
  is_volatile,
  in_global,
  in_shared,
  // Sets of Vulkan: vulkan_sets.hpp.
  vulkan_atomic,
  non_private,
  subgroup,
  workgroup,
  queue_family,
  device,
  class_0,
  class_1,
  class_2,
  class_3,
  semantics_0,
  semantics_1,
  semantics_2,
  semantics_3,
  available,
  visible,
  make_available,
  make_visible,
  device_available,
  device_visible,
  // Sets of AMDGPU, beside those of Vulkan that it has, too.
  singlethread,
  wavefront,
  undef_sources,
  // Sets of asynchronous operations: asynchronous_sets.hpp.
  apart,
  async_proxy,
  tensormap_proxy,
  readonly_proxy,
  async_store,
  bulk_operation,
  matrix_operation,
  scope_cluster,
  async_fence,
  async_release,
  async_acquire,
  async_read_release,
  tensormap_release,
  tensormap_acquire,
  alias_release,
  alias_acquire,
  init_fence,
  restricted,
  on_mbarrier,
  mbarrier_init,
  mbarrier_arrival,
  mbarrier_completion,
  mbarrier_wait,
  undefined_operation,
  cluster_arrive,
  cluster_wait,
  launch,
  grid_wait,
  tensor_memory,
  tensor_before,
  tensor_after,
  region_0,
  region_1,
  region_2,
  region_3,
  admits_0,
  admits_1,
  admits_2,
  admits_3,
  // Relations of the program's structure.
  identity,
  program_order,
  location,
  virtual_location,
  internal,
  external,
  rmw,
  address,
  data,
  control,
  scope_inclusion,
  same_warp,
  same_cta,
  same_gpu,
  system_synchronised,
  // The same of asynchronous operations; what happens at mbarriers is chosen before the rest.
  same_cluster,
  issue,
  anchor,
  operation_order,
  same_operation,
  awaited,
  same_mbarrier,
  mbarrier_order,
  mbarrier_observed,
  initialised,
  cluster_round,
  cluster_exit,
  earlier_grid,
  dependent_grid,
  grid_start,
  covers,
  includes,
  pipelined,
  // Relations that are chosen.
  reads_from,
  coherence,
  sync_fence,
  sync_barrier
};

struct BaseName {
  std::string_view name;
  Base base;
  bool is_set;
  std::string_view meaning;
};

/// All of them; several names can mean one thing.
std::span<const BaseName> base_names();

/// The events of a base set.
EventSet base_set(Base base, const Skeleton& skeleton);

/// A base relation that the structure alone determines.
Relation base_relation(Base base, const Skeleton& skeleton);

}  // namespace opexplore::axioms
