// CTAs of a cluster, and the shared memory that they have of each other (PTX ISA 2.2.2, 5.1.7).
#pragma once

#include <cstdint>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// How many CTAs are in the thread's cluster; 1 if the kernel asks for none.
std::uint32_t cluster_size(const Executor& executor);

/// The rank of the thread's CTA in its cluster, x running fastest.
std::uint32_t rank_in_cluster(const Executor& executor);

/// The index of the cluster in the grid, and of the CTA in the cluster.
/// @{
Triple cluster_index(const Executor& executor);
Triple index_in_cluster(const Executor& executor);
/// @}

/// The number of the cluster's first CTA, which tells the clusters of a GPU apart.
std::uint32_t first_cta(const Executor& executor);

/// The same place in the shared memory of the CTA of that rank (`mapa`). Refuses what lies in no
/// CTA of the cluster.
Abstract in_cluster(Step& step, const Abstract& place, std::uint32_t rank);

/// The rank of the CTA whose shared memory it is in (`getctarank`). Refuses the same.
std::uint32_t rank_of(Step& step, const Abstract& place);

/// Executes `mapa` or `getctarank`.
void execute_cluster_address(Step& step, const code::ClusterAddress& what);

}  // namespace opexplore::kernel
