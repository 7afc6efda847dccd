#include "litmus/kernels/whole/mbarriers.hpp"

#include <algorithm>
#include <array>

#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

void Mbarriers::initialise(const MbarrierUse& use, Value count) {
  const auto [found, added] = mbarriers_.try_emplace(use.mbarrier);
  if (!added) throw LeftOpen{"an mbarrier is initialised again", use.statement};
  if (count < 1) throw LeftOpen{"an mbarrier counts no arrivals", use.statement};
  Mbarrier& mbarrier = found->second;
  mbarrier.number = static_cast<std::uint32_t>(mbarriers_.size() - 1);
  mbarrier.initialised = clocks_.now(use.thread);
  mbarrier.expected = mbarrier.pending = count;
}

// The one that is meant, which everybody who uses it knows.
Mbarriers::Mbarrier& Mbarriers::used(const MbarrierUse& use) {
  const auto found = mbarriers_.find(use.mbarrier);
  if (found == mbarriers_.end() || !clocks_.is_before(found->second.initialised, use.thread)) {
    throw LeftOpen{"an mbarrier may be used before it is initialised", use.statement};
  }
  return found->second;
}

// What is counted in this phase could not have been in an earlier one: these are known to be over.
Mbarriers::Mbarrier& Mbarriers::counted(const MbarrierUse& use) {
  Mbarrier& mbarrier = used(use);
  if (!clocks_.is_before(clocks_.phase(mbarrier.number, mbarrier.phases), use.thread)) {
    throw LeftOpen{"it may be counted in another phase of the mbarrier", use.statement};
  }
  return mbarrier;
}

void Mbarriers::expect(const MbarrierUse& use, Value bytes) {
  Mbarrier& mbarrier = counted(use);
  mbarrier.bytes += bytes;
  mbarrier.increased.push_back(clocks_.now(use.thread));
  count(mbarrier, use, 0);
}

Value Mbarriers::arrive(const MbarrierUse& use, Value count, Value bytes) {
  Mbarrier& mbarrier = counted(use);
  const Value parity = mbarrier.phases % 2;
  mbarrier.bytes += bytes;
  mbarrier.given.push_back(clocks_.give(use.thread));
  this->count(mbarrier, use, count);
  return parity;
}

void Mbarriers::arrive_with(const MbarrierUse& use, const Moment& copies, bool increments) {
  Mbarrier& mbarrier = counted(use);
  if (increments) {
    ++mbarrier.pending;
    mbarrier.increased.push_back(clocks_.now(use.thread));
  }
  mbarrier.given.push_back({copies});
  count(mbarrier, use, 1);
}

Moment Mbarriers::moment_of_copy(const MbarrierUse& use) {
  const Mbarrier& mbarrier = counted(use);
  return clocks_.phase(mbarrier.number, mbarrier.phases + 1);
}

void Mbarriers::complete(const MbarrierUse& use, Value bytes) {
  Mbarrier& mbarrier = counted(use);
  mbarrier.bytes -= bytes;
  count(mbarrier, use, 0);
}

void Mbarriers::count(Mbarrier& mbarrier, const MbarrierUse& use, Value arrivals) {
  if (arrivals < 0 || arrivals > mbarrier.pending) {
    throw LeftOpen{"more arrive at an mbarrier than it waits for", use.statement};
  }
  mbarrier.pending -= arrivals;
  if (mbarrier.pending == 0 && mbarrier.bytes == 0) close(mbarrier, use);
}

// The phase is complete. It could not have been without what increased it, and nobody misses the
// one before.
void Mbarriers::close(Mbarrier& mbarrier, const MbarrierUse& use) {
  mbarrier.given.push_back({clocks_.phase(mbarrier.number, ++mbarrier.phases)});
  mbarrier.known = Clocks::join(mbarrier.given);
  const auto is_known = [&](const Moment& moment) {
    return Clocks::contains(mbarrier.known.times, moment);
  };
  if (!std::ranges::all_of(mbarrier.increased, is_known)) {
    throw LeftOpen{"a phase of the mbarrier may be complete before all is expected that is",
                   use.statement};
  }
  if (!std::ranges::all_of(mbarrier.seen, is_known)) {
    throw LeftOpen{"a thread that waits for a phase of the mbarrier may miss it", use.statement};
  }
  mbarrier.pending = mbarrier.expected;
  mbarrier.given.clear();
  mbarrier.increased.clear();
  mbarrier.seen.clear();
}

bool Mbarriers::wait(const MbarrierUse& use, Value parity) {
  Mbarrier& mbarrier = used(use);
  if (parity != 0 && parity != 1) throw LeftOpen{"a parity is 0 or 1", use.statement};
  if (static_cast<Value>(mbarrier.phases % 2) == parity) return false;
  // It could not have seen the last phase but one of that parity.
  const std::uint32_t before = mbarrier.phases == 0 ? 0 : mbarrier.phases - 1;
  if (!clocks_.is_before(clocks_.phase(mbarrier.number, before), use.thread)) {
    throw LeftOpen{"a thread may find an earlier phase of the mbarrier complete", use.statement};
  }
  mbarrier.seen.push_back(clocks_.now(use.thread));
  clocks_.learn(use.thread, mbarrier.known);
  return true;
}

}  // namespace opexplore::kernel
