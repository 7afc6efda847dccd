// Benchmark of the Vulkan machine on its conformance tests.
#pragma once

namespace opexplore {

/// The questions of the conformance tests beside the source tree, or that there are none: what a
/// test takes from its file to its verdict, on average, and the ten that take longest.
void bench_vulkan(bool smoke);

}  // namespace opexplore
