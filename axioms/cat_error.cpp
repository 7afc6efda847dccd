#include "axioms/cat_error.hpp"

#include <utility>

#include "opmodel/located_message.hpp"

namespace opexplore::axioms {

CatError::CatError(std::string file, SourcePlace where, std::string what_is_wrong,
                   std::string advice)
    : std::runtime_error(located_message(file, where, what_is_wrong, advice)),
      path(std::move(file)),
      place(where),
      message(std::move(what_is_wrong)),
      suggestion(std::move(advice)) {}

}  // namespace opexplore::axioms
