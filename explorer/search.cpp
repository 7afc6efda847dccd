#include "explorer/search.hpp"

#include "explorer/orders.hpp"

namespace opexplore {

Searched searched(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                  const SearchPlan& plan) {
  switch (plan.order) {
    case SearchOrder::levels:
      return by_levels(make, test, options, plan);
    case SearchOrder::stored_levels:
      return by_stored_levels(make, test, options, plan);
    case SearchOrder::depth_first:
      return depth_first(make, test, options, plan);
    case SearchOrder::changes:
      return by_changes(make, test, options, plan);
  }
  return {};
}

}  // namespace opexplore
