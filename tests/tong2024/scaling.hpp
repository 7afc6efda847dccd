// Figure 15 of Tong et al. (ASPLOS 2024): MP, SB, LB and IRIW with more and more threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::tong2024 {

/// One of the families with so many threads.
struct ScaledVerdict {
  std::size_t threads = 0;
  bool allowed = false;      ///< whether the outcome that it asks for can be reached
  std::uint64_t states = 0;  ///< that were visited
  double milliseconds = 0;   ///< the least of three, without making the test
};

struct ScaledFamily {
  std::string_view family;  ///< "MP"
  Language language = Language::ptx;
  std::vector<ScaledVerdict> verdicts;
};

/// The family with relaxed accesses of gpu (device) scope, each thread in a CTA (workgroup) of its
/// own: MP is a chain, SB and LB are rings, IRIW has as many writers as readers. Throws InputError
/// or std::out_of_range where it cannot have so many threads.
Test scaled_test(std::string_view family, std::size_t threads, Language language);

/// All four in both languages, with as many threads as are listed, as far as there are such tests.
std::vector<ScaledFamily> measure_scaling(const std::vector<std::size_t>& threads);

/// How states grow: "2n + 1" where that is exact, else "n^1.0" fitted to the logarithms.
std::string law_of(const std::vector<ScaledVerdict>& verdicts);

/// The families as a table in Markdown.
std::string in_markdown(const std::vector<ScaledFamily>& families);

}  // namespace opexplore::tong2024
