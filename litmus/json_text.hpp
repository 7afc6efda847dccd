// JSON files of every kind, read with one way to complain about what is no JSON.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore {

/// The document in `text`; members keep their order. Throws InputError, with the place, for what
/// is no JSON, for lists nested more deeply than any file of ours, and for a number that no double
/// holds. `advice` is its suggestion where there is no better one.
nlohmann::ordered_json parse_json(std::string_view text, const std::string& path,
                                  const std::string& advice = "");

/// Line and column, in characters, of the byte with that index; one past the end is allowed.
SourcePlace place_of_byte(std::string_view text, std::size_t byte);

}  // namespace opexplore
