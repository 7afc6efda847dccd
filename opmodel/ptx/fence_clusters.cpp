#include "opmodel/ptx/fence_clusters.hpp"

#include <map>
#include <utility>

#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

bool has_fence_sc(const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const auto fence = fence_of(instruction.action);
      if (fence && fence->order == Order::sc) return true;
    }
  }
  return false;
}

FenceClusters::FenceClusters(const Semantics& semantics, bool join)
    : threads_(semantics.threads()) {
  if (semantics.leaves_fences_open() || !has_fence_sc(semantics.program())) return;
  join ? add_joined(semantics) : add_apart(semantics);
}

// A cluster is named by its scope and its first thread.
void FenceClusters::add_joined(const Semantics& semantics) {
  std::map<std::pair<Scope, std::size_t>, std::uint16_t> numbers;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (const Scope cluster : all_scopes) {
      std::size_t first = 0;
      while (semantics.distance(static_cast<ThreadId>(first), thread) > cluster) ++first;
      const auto next = static_cast<std::uint16_t>(numbers.size());
      const std::uint16_t number = numbers.try_emplace({cluster, first}, next).first->second;
      for (const Scope scope : all_scopes) {
        if (scope < cluster) continue;
        threads_[t].written[level(scope)].push_back(number);
        threads_[t].read[level(scope)].push_back(number);
      }
    }
  }
  count_ = numbers.size();
}

void FenceClusters::add_apart(const Semantics& semantics) {
  const auto number = [](std::size_t thread, Scope scope) {
    return static_cast<std::uint16_t>(thread * all_scopes.size() + level(scope));
  };
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    for (const Scope scope : all_scopes) {
      for (const Scope reached : all_scopes) {
        if (reached <= scope) threads_[t].written[level(scope)].push_back(number(t, reached));
      }
      for (std::size_t u = 0; u < threads_.size(); ++u) {
        const Scope needed = semantics.distance(static_cast<ThreadId>(u), static_cast<ThreadId>(t));
        if (u != t && needed <= scope) {
          threads_[t].read[level(scope)].push_back(number(u, needed));
        }
      }
    }
  }
  count_ = threads_.size() * all_scopes.size();
}

}  // namespace opexplore::ptx_model
