// What studies of many searches have in common.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>

#include "answers/unexpected.hpp"
#include "explorer/explore.hpp"

namespace opexplore {

/// Gets how many searches are done, before each and in increasing order; may be empty.
using CountSearches = std::function<void(std::size_t done, std::size_t all)>;

/// What `search()` finds, or `broken(reason, code)`: after an interruption, and where the search
/// throws, for what goes wrong with one must not end the others.
template <class Search, class Broken>
auto guarded(const ExploreOptions& explore, const Search& search, const Broken& broken) {
  if (explore.interrupted && explore.interrupted()) {
    return broken("interrupted", ExitCode::cancelled);
  }
  try {
    return search();
  } catch (const std::exception& error) {
    const Failure failure = unexpected_failure(error);
    return broken(failure.message, failure.exit_code);
  }
}

}  // namespace opexplore
