#include "explorer/transitions.hpp"

#include <stdexcept>

namespace opexplore {

std::uint32_t StateNumbers::number_of(std::string_view state) const {
  const auto position = visited_.find(state, hash_bytes(state));
  if (!position) throw std::logic_error("a successor is missing from a completed search");
  return *position;
}

bool Transitions::expand(std::size_t number, FunctionRef<void(std::uint32_t)> visit) const {
  machine_.go_to(numbers_.state(number));
  if (!machine_.goes_on_after_race && machine_.has_raced()) return false;
  if (machine_.is_final()) return true;
  machine_.for_each_step([&](Step, std::string_view next) { visit(numbers_.number_of(next)); });
  return false;
}

}  // namespace opexplore
