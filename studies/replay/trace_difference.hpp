// Where a document first differs from what it has to be.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "litmus/input/documents/document.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

/// The first value, in the order of the document's schema, that is not what it has to be.
struct JsonDifference {
  std::string pointer;  ///< JSON pointer (RFC 6901)
  SourcePlace place;    ///< where it stands in the document
  std::string found;    ///< in a few words, as JSON
  std::string expected;
};

/// Compares the value and all that is in it with `expected`, members in the order of `expected`; a
/// whole number is never equal to one with a fraction. A member that is missing, unknown or of
/// another type (null and lists of any length are answers, not types) is complained about: throws
/// InputError.
std::optional<JsonDifference> first_difference(const documents::Node& found,
                                               const nlohmann::ordered_json& expected);

}  // namespace opexplore
