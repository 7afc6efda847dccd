// What a JSON document is, before it is read.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace opexplore::documents {

/// What the outermost object says, as far as its text goes.
struct Outline {
  std::set<std::string, std::less<>> members;  ///< their names
  std::string schema;                          ///< the member `schema`, if that is a text
};

/// Any bytes may be given: the text may be cut anywhere, or be no JSON behind its beginning.
Outline outline_of(std::string_view text);

}  // namespace opexplore::documents
