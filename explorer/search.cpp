#include "explorer/search.hpp"

#include "explorer/orders.hpp"

namespace opexplore {

Searched searched(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                  const SearchPlan& plan) {
  return search_in(plan.order)(make, test, options, plan);
}

}  // namespace opexplore
