// The operations on an mbarrier (PTX ISA 9.4, 9.7.15.16).
#pragma once

#include <optional>

#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// Why an operation has no meaning; nothing: it has.
using WhyUndefined = std::optional<Undefined::Why>;

/// \name Each changes the mbarrier as the operation of that event does.
/// @{
WhyUndefined initialise(Mbarrier& mbarrier, EventId event, Value count);
WhyUndefined invalidate(Mbarrier& mbarrier);
WhyUndefined expect_bytes(Mbarrier& mbarrier, Value bytes);
WhyUndefined complete_bytes(Mbarrier& mbarrier, EventId event, Value bytes);
/// `drops`: later phases expect so many fewer.
WhyUndefined arrive(Mbarrier& mbarrier, EventId event, Value count, bool drops, bool may_complete);
/// `cp.async.mbarrier.arrive` without `.noinc`: one arrival more is pending.
WhyUndefined await_one_more(Mbarrier& mbarrier);
/// @}

/// Whether a wait for that parity is over: the phase is complete. What is not initialised may say
/// anything.
bool is_over(const Mbarrier& mbarrier, Value parity);

}  // namespace opexplore::ptx_async
