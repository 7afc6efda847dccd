// Where the values of a JSON text stand: the JSON library does not say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::mappings::detail {

/// Where values begin, by the JSON pointers (RFC 6901) to them. Kept by a hash of the pointer
/// alone: a large file has millions of values.
class JsonPlaces {
 public:
  /// 0:0 for a pointer to nothing.
  SourcePlace of(std::string_view pointer) const;
  /// After the last of these, sort() is called once.
  void add(std::string_view pointer, SourcePlace place);
  void sort();

 private:
  std::vector<std::pair<std::size_t, SourcePlace>> places_;
};

/// The second of two members of one object with one name.
struct DuplicateMember {
  std::string name;
  SourcePlace place;
};

/// \pre `text` is one JSON document. Throws DuplicateMember.
JsonPlaces places_of_values(std::string_view text);

}  // namespace opexplore::mappings::detail
