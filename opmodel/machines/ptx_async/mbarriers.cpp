#include "opmodel/machines/ptx_async/mbarriers.hpp"

namespace opexplore::ptx_async {

namespace {

using Why = Undefined::Why;

// 9.7.15.16.8: when nothing is pending any more the next phase begins. Asked behind arrivals and
// completions.
bool complete_phase(Mbarrier& mbarrier) {
  if (mbarrier.pending != 0 || mbarrier.bytes != 0) return false;
  mbarrier.phase = !mbarrier.phase;
  mbarrier.pending = mbarrier.expected;
  mbarrier.completed |= mbarrier.current;
  mbarrier.current = EventSet();
  return true;
}

}  // namespace

WhyUndefined initialise(Mbarrier& mbarrier, EventId event, Value count) {
  if (mbarrier.valid) return Why::initialised_twice;
  if (count < 1) return Why::counts_none;
  mbarrier = Mbarrier();
  mbarrier.valid = true;
  mbarrier.init = event;
  mbarrier.expected = mbarrier.pending = count;
  return std::nullopt;
}

WhyUndefined invalidate(Mbarrier& mbarrier) {
  if (!mbarrier.valid) return Why::not_initialised;
  mbarrier = Mbarrier();
  return std::nullopt;
}

WhyUndefined expect_bytes(Mbarrier& mbarrier, Value bytes) {
  if (!mbarrier.valid) return Why::not_initialised;
  mbarrier.bytes += bytes;
  return std::nullopt;
}

WhyUndefined complete_bytes(Mbarrier& mbarrier, EventId event, Value bytes) {
  if (!mbarrier.valid) return Why::not_initialised;
  mbarrier.bytes -= bytes;
  mbarrier.current |= EventSet::of(event);
  complete_phase(mbarrier);
  return std::nullopt;
}

WhyUndefined arrive(Mbarrier& mbarrier, EventId event, Value count, bool drops, bool may_complete) {
  if (!mbarrier.valid) return Why::not_initialised;
  if (count < 1) return Why::counts_none;
  if (mbarrier.pending < count) return Why::below_zero;
  mbarrier.pending -= count;
  if (drops) mbarrier.expected -= count;
  mbarrier.current |= EventSet::of(event);
  if (complete_phase(mbarrier) && !may_complete) return Why::completes;
  return std::nullopt;
}

WhyUndefined await_one_more(Mbarrier& mbarrier) {
  if (!mbarrier.valid) return Why::not_initialised;
  ++mbarrier.pending;
  return std::nullopt;
}

// 9.7.15.16.19: the phase of that parity is the one that is being counted, or the one before it.
bool is_over(const Mbarrier& mbarrier, Value parity) {
  return !mbarrier.valid || mbarrier.phase != ((parity & 1) != 0);
}

}  // namespace opexplore::ptx_async
