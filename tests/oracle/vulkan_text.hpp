// Short spellings of Vulkan litmus tests, for tables of them.
#pragma once

#include <string>
#include <string_view>

namespace opexplore::oracle::vulkan {

/// The test in the litmus dialect. Threads are separated by "||", and each is a letter for where it
/// runs, ": " and instructions separated by ";". A and its fellows are of workgroup 0: A and a of
/// subgroup 0, W of subgroup 1. B and C are of workgroups 1 and 2, and Q is of queue family 1.
/// Declarations are those of the initial state; what is behind " ssw " in them are pairs of
/// threads.
std::string vulkan_text(std::string_view name, std::string_view declarations,
                        std::string_view threads, std::string_view condition);

}  // namespace opexplore::oracle::vulkan
