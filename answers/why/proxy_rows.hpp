// Whether knowledge of an access gets to another name or proxy of its location (Lustig 2022,
// section 6.2; docs/machines-ptx.md): out of the first one's proxy, past an alias fence, into the
// second one's proxy, in this order.
#pragma once

#include <vector>

#include "answers/why/chains.hpp"
#include "answers/why/strength.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// The way from an access to a later one of its location.
struct Route {
  EventNumber from = no_event;
  EventNumber to = no_event;
  std::vector<Segment> segments;
};

/// Adds the rows: each proxy fence that the two need, or that they need none.
void proxy_rows(const Happening& happening, const Rules& rules, const Route& route,
                std::vector<WhyRow>& rows);

}  // namespace opexplore::why_parts
