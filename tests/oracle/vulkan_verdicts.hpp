// Small Vulkan programs that tell the rules of the memory model apart, with what they show.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opexplore::oracle::vulkan {

struct Verdict {
  std::string_view id;            ///< of the list of distinguishing programs
  std::string_view declarations;  ///< as vulkan_text() takes them
  std::string_view threads;
  std::string_view condition;  ///< a filter, or an exists clause
  bool racy = false;           ///< in executions that satisfy the filter
  bool racy_without_chains = false;
  std::optional<bool> allowed = std::nullopt;  ///< whether the exists clause holds; with chains
                                               ///< and without
};

std::vector<Verdict> distinguishing();

/// The test in the litmus dialect.
std::string text_of(const Verdict& verdict);

}  // namespace opexplore::oracle::vulkan
