// Amounts as users write them: 2G, 500k, 90s, 1h.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace opexplore {

/// A number with an optional suffix K, M, G or T, in either case: powers of 1000
/// for counts, of 1024 for bytes (`unit`). Nothing for anything else, overflow included.
std::optional<std::uint64_t> parse_amount(std::string_view text, std::uint64_t unit);

/// A number with an optional suffix ms, s (the default), m or h; may have a decimal
/// point. Nothing for anything else, and for more than a century.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// As "85 s", "12 min" or "30 h".
std::string rough_duration(double seconds);

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

/// "1 byte", "8 bytes"; of addresses also fewer than none.
std::string bytes_text(std::int64_t bytes);

}  // namespace opexplore
