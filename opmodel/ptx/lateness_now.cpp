#include "opmodel/ptx/lateness_now.hpp"

#include <mutex>
#include <utility>

namespace opexplore::ptx_model {

bool LatenessNow::late(std::span<const InstructionId> pcs, ThreadMask waiting) const {
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
  if (!any) return false;
  {
    const std::shared_lock reading(mutex_);
    const auto found = known_.find(standing);
    if (found != known_.end()) return found->second;
  }
  const bool result = work_out(standing);
  const std::unique_lock writing(mutex_);
  known_.emplace(std::move(standing), result);
  return result;
}

bool LatenessNow::work_out(std::span<const InstructionId> standing) const {
  for (std::size_t t = 0; t < standing.size(); ++t) {
    const Node load{static_cast<ThreadId>(t), standing[t]};
    if (!facts_.semantics.may_begin_cycle(load.thread, load.at)) continue;
    if (may_begin_cycle(facts_, load, standing)) return true;
  }
  return false;
}

}  // namespace opexplore::ptx_model
