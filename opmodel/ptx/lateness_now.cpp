#include "opmodel/ptx/lateness_now.hpp"

#include <mutex>
#include <utility>

namespace opexplore::ptx_model {

ThreadMask LatenessNow::late_threads(std::span<const InstructionId> pcs, ThreadMask waiting) const {
  std::vector<InstructionId> standing(pcs.begin(), pcs.end());
  bool any = false;
  for (std::size_t t = 0; t < pcs.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if ((waiting & thread_bit(thread)) != 0) {
      --standing[t];
    } else {
      any = any || may_be_late({thread, standing[t]});
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

bool LatenessNow::may_be_late(Node node) const {
  const Semantics& semantics = facts_.semantics;
  return semantics.may_begin_cycle(node.thread, node.at) ||
         semantics.may_lead_unordered(node.thread, node.at);
}

ThreadMask LatenessNow::work_out(std::span<const InstructionId> standing) const {
  ThreadMask result = 0;
  for (std::size_t t = 0; t < standing.size(); ++t) {
    const Node node{static_cast<ThreadId>(t), standing[t]};
    if (!may_be_late(node)) continue;
    const bool reads = facts_.semantics.access(node.thread, node.at).reads;
    const bool late = reads ? may_begin_cycle(facts_, node, standing)
                            : may_lead_unordered(facts_, node, standing);
    if (late) result |= thread_bit(node.thread);
  }
  return result;
}

}  // namespace opexplore::ptx_model
