#include "explorer/search/search.hpp"

#include "explorer/search/orders.hpp"

namespace opexplore {

Searched searched(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                  const SearchPlan& plan) {
  return search_in(plan.order)(make, test, options, plan);
}

}  // namespace opexplore
