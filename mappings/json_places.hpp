// Where the values of a JSON text stand: the JSON library does not say.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::mappings::detail {

/// A JSON pointer (RFC 6901) to a value, and where the value begins.
using JsonPlaces = std::map<std::string, SourcePlace, std::less<>>;

/// The second of two members of one object with one name.
struct DuplicateMember {
  std::string name;
  SourcePlace place;
};

/// \pre `text` is one JSON document. Throws DuplicateMember.
JsonPlaces places_of_values(std::string_view text);

}  // namespace opexplore::mappings::detail
