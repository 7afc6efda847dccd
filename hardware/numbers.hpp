// Counts and rates as all texts print them.
#pragma once

#include <cstdint>
#include <string>

namespace opexplore::hardware {

/// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);

/// Three digits: "3.00e-09", "0.00123", "5.3e+03".
std::string short_number(double number);

}  // namespace opexplore::hardware
