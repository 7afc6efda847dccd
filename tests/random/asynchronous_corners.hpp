// Small programs that are each about one thing, with their verdicts by ptx-async and its axioms.
#pragma once

#include <span>
#include <string_view>

namespace opexplore::random_programs {

/// A program, and whether its condition is reached.
struct Corner {
  std::string_view about;
  std::string_view declarations;
  std::string_view threads;  ///< each "CTA,cluster,grid: instruction; …", with || in between
  std::string_view condition;
  std::string_view verdicts;     ///< 'A' or 'F' under isa, strict and practice; or under isa alone,
  std::string_view turned = "";  ///< with this reading turned
};

/// Programs on which the two once differed.
std::span<const Corner> once_different();
/// \name What tells the rules apart: one clause less, and some verdict is another one.
/// @{
std::span<const Corner> telling_proxies();    ///< of proxies, descriptors, matrices
std::span<const Corner> telling_patterns();   ///< of grids, fences, releases and acquires
std::span<const Corner> telling_mbarriers();  ///< of mbarriers, and what counts at them
std::span<const Corner> telling_readings();   ///< of readings
/// @}

}  // namespace opexplore::random_programs
