#include <map>
#include <set>
#include <string>
#include <vector>

#include "litmus/language/khronos_format/program.hpp"

namespace opexplore::detail {

namespace {

bool are_alike(const VulkanModifiers& a, const VulkanModifiers& b) {
  return a.scope == b.scope && a.order == b.order && a.semantics == b.semantics;
}

struct Arriving {
  const KhronosThread* thread = nullptr;
  const KhronosInstruction* barrier = nullptr;
};

bool share_workgroup(const KhronosThread& a, const KhronosThread& b) {
  return a.queue_family == b.queue_family && a.workgroup == b.workgroup;
}

/// Whether both are in one instance of the scope.
bool share(VulkanScope scope, const KhronosThread& a, const KhronosThread& b) {
  switch (scope) {
    case VulkanScope::subgroup:
      return share_workgroup(a, b) && a.subgroup == b.subgroup;
    case VulkanScope::workgroup:
      return share_workgroup(a, b);
    case VulkanScope::queue_family:
      return a.queue_family == b.queue_family;
    case VulkanScope::device:
      return true;
  }
  return true;
}

template <class Use>
void for_each_barrier(const KhronosTest& test, const Use& use) {
  for (const KhronosThread& thread : test.threads) {
    for (const KhronosInstruction& instruction : thread.instructions) {
      if (instruction.kind == KhronosKind::barrier) use(Arriving{&thread, &instruction});
    }
  }
}

}  // namespace

std::optional<InputError> barrier_of_another_reach(const Source& source, const KhronosTest& test) {
  std::map<Value, std::vector<Arriving>> instances;
  std::optional<InputError> result;
  for_each_barrier(test, [&](const Arriving& arriving) {
    const KhronosInstruction& barrier = *arriving.barrier;
    std::vector<Arriving>& others = instances[barrier.instance];
    for (const Arriving& other : others) {
      const bool meet = share(*barrier.modifiers.scope, *arriving.thread, *other.thread);
      if (result || meet == share_workgroup(*arriving.thread, *other.thread)) continue;
      result.emplace(source.path, barrier.first.place,
                     "barrier " + std::to_string(barrier.instance) +
                         (meet ? " joins two workgroups" : " is for a part of a workgroup") +
                         ", and the barriers of the VULKAN dialect are of a workgroup",
                     "opexplore runs the test as it is");
    }
    others.push_back(arriving);
  });
  return result;
}

void check_barriers(const Source& source, const KhronosTest& test) {
  std::map<Value, const KhronosInstruction*> first;
  for (const KhronosThread& thread : test.threads) {
    std::set<Value> passed;
    for (const KhronosInstruction& instruction : thread.instructions) {
      if (instruction.kind != KhronosKind::barrier) continue;
      const std::string name = "barrier " + std::to_string(instruction.instance);
      const auto [other, is_new] = first.emplace(instruction.instance, &instruction);
      if (!is_new && !are_alike(other->second->modifiers, instruction.modifiers)) {
        source.fail(instruction.first.place,
                    "two kinds of " + name + ": " + quote(other->second->first) + " in line " +
                        std::to_string(other->second->first.place.line),
                    "one barrier has one scope, order and set of classes; write another number");
      }
      if (!passed.insert(instruction.instance).second) {
        source.fail(instruction.first.place, "the thread comes to " + name + " twice",
                    "a barrier is used once; write another number");
      }
    }
  }
}

}  // namespace opexplore::detail
