#include "opmodel/ptx/lateness_now.hpp"

#include <mutex>
#include <utility>

namespace opexplore::ptx_model {

ThreadMask LatenessNow::late_loads(std::span<const InstructionId> pcs, ThreadMask waiting) const {
  const Semantics& semantics = facts_.semantics;
  std::vector<InstructionId> standing(pcs.begin(), pcs.end());
  bool any = false;
  for (std::size_t t = 0; t < pcs.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if ((waiting & thread_bit(thread)) != 0) {
      --standing[t];
    } else {
      any = any || semantics.may_begin_cycle(thread, standing[t]);
    }
  }
  if (!any) return 0;
  {
    const std::shared_lock reading(mutex_);
    const auto found = known_.find(standing);
    if (found != known_.end()) return found->second;
  }
  const ThreadMask result = work_out(standing);
  const std::unique_lock writing(mutex_);
  known_.emplace(std::move(standing), result);
  return result;
}

ThreadMask LatenessNow::work_out(std::span<const InstructionId> standing) const {
  ThreadMask result = 0;
  for (std::size_t t = 0; t < standing.size(); ++t) {
    const Node load{static_cast<ThreadId>(t), standing[t]};
    if (!facts_.semantics.may_begin_cycle(load.thread, load.at)) continue;
    if (may_begin_cycle(facts_, load, standing)) result |= thread_bit(load.thread);
  }
  return result;
}

}  // namespace opexplore::ptx_model
