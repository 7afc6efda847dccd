#include "opmodel/asynchronous_accesses.hpp"

namespace opexplore {

bool combines(const AsynchronousOperation& operation) {
  using Kind = AsynchronousOperation::Kind;
  return operation.kind == Kind::reduce || operation.kind == Kind::bulk_reduce ||
         operation.kind == Kind::tensor_shift || operation.accumulates;
}

bool is_of_tensors(AsynchronousOperation::Kind kind) {
  return kind >= AsynchronousOperation::Kind::tensor_load;
}

std::vector<AddressId> addresses_read(const AsynchronousAction& action) {
  std::vector<AddressId> found;
  if (const auto* const operation = std::get_if<AsynchronousOperation>(&action)) {
    if (operation->descriptor) found.push_back(*operation->descriptor);
    for (const CopiedElement& element : operation->elements) {
      if (element.source) found.push_back(*element.source);
    }
  } else if (const auto* const copy = std::get_if<FencedCopy>(&action)) {
    found.push_back(copy->source);
  }
  return found;
}

std::vector<AddressId> addresses_written(const AsynchronousAction& action) {
  if (const auto* const operation = std::get_if<AsynchronousOperation>(&action)) {
    std::vector<AddressId> found;
    for (const CopiedElement& element : operation->elements) {
      found.insert(found.end(), element.destinations.begin(), element.destinations.end());
    }
    return found;
  }
  if (const auto* const copy = std::get_if<FencedCopy>(&action)) return {copy->destination};
  return {};
}

bool arrives(const AsynchronousAction& action) {
  using Kind = MbarrierOperation::Kind;
  if (const auto* const mbarrier = std::get_if<MbarrierOperation>(&action)) {
    return mbarrier->kind == Kind::arrive || mbarrier->kind == Kind::arrive_drop;
  }
  const auto* const barrier = std::get_if<ClusterBarrier>(&action);
  return barrier != nullptr && barrier->arrives;
}

bool waits(const AsynchronousAction& action) {
  if (const auto* const mbarrier = std::get_if<MbarrierOperation>(&action)) {
    return mbarrier->kind == MbarrierOperation::Kind::wait;
  }
  if (const auto* const barrier = std::get_if<ClusterBarrier>(&action)) return !barrier->arrives;
  if (const auto* const control = std::get_if<GridControl>(&action)) return !control->launches;
  return std::holds_alternative<WaitGroup>(action);
}

}  // namespace opexplore
