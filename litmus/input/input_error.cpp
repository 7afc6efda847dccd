#include "litmus/input/input_error.hpp"

#include <utility>

#include "opmodel/located_message.hpp"

namespace opexplore {

InputError::InputError(std::string file, SourcePlace place, std::string what_is_wrong,
                       std::string advice)
    : std::runtime_error(located_message(file, place, what_is_wrong, advice)),
      path(std::move(file)),
      line(place.line),
      column(place.column),
      message(std::move(what_is_wrong)),
      suggestion(std::move(advice)) {}

}  // namespace opexplore
