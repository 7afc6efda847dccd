#include "opmodel/parts/barrier.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "opmodel/parts/ahead.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {

namespace {

bool before(const Generation& left, const Generation& right) {
  return std::tie(left.cta, left.resource) < std::tie(right.cta, right.resource);
}

bool same_cta(const Thread& left, const Thread& right) {
  return left.cta == right.cta && left.gpu == right.gpu;
}

bool complete(const Generation& generation, const BarrierPlan& plan,
              std::span<const InstructionId> pcs) {
  if (generation.quorum) {
    return std::popcount(generation.arrived) >= *generation.quorum;
  }
  for (ThreadMask left = generation.cta & ~generation.arrived; left != 0; left &= left - 1) {
    const auto thread = static_cast<ThreadId>(std::countr_zero(left));
    if (plan.may_reach(thread, pcs[thread], generation.resource)) return false;
  }
  return true;
}

std::string names(ThreadMask threads) {
  std::string text;
  for (; threads != 0; threads &= threads - 1) {
    text += " " + thread_name(static_cast<std::size_t>(std::countr_zero(threads)));
  }
  return text;
}

}  // namespace

BarrierPlan::BarrierPlan(const Program& program) {
  for (const Thread& thread : program.threads) {
    threads_.push_back(reach(thread));
    for (const Reach& point : threads_.back()) has_barriers_ = has_barriers_ || !point.none();
    for (const Instruction& instruction : thread.instructions) {
      const Barrier* const barrier = barrier_of(instruction.action);
      has_quorum_ = has_quorum_ || (barrier != nullptr && barrier->quorum);
    }
    ThreadMask mask = 0;
    for (std::size_t other = 0; other < program.threads.size(); ++other) {
      if (same_cta(thread, program.threads[other]))
        mask |= thread_bit(static_cast<ThreadId>(other));
    }
    ctas_.push_back(mask);
  }
}

std::vector<BarrierPlan::Reach> BarrierPlan::reach(const Thread& thread) {
  const auto is_barrier = [](const Instruction& instruction) {
    return barrier_of(instruction.action) != nullptr;
  };
  if (std::ranges::none_of(thread.instructions, is_barrier)) {
    return std::vector<Reach>(thread.instructions.size() + 1);
  }
  const auto of = [&](InstructionId pc) {
    Reach named;
    const Barrier* const barrier = barrier_of(thread.instructions[pc].action);
    if (barrier == nullptr) return named;
    named.any = barrier->id && std::holds_alternative<RegisterOperand>(*barrier->id);
    if (!named.any) named.constants.push_back(arrival_of(*barrier, {}).resource);
    return named;
  };
  const auto join = [](Reach& now, const Reach& then) {
    now.any = now.any || then.any;
    now.constants.insert(now.constants.end(), then.constants.begin(), then.constants.end());
    std::ranges::sort(now.constants);
    now.constants.erase(std::unique(now.constants.begin(), now.constants.end()),
                        now.constants.end());
  };
  return facts_ahead(thread, Reach{}, of, join);
}

bool BarrierPlan::may_reach(ThreadId thread, InstructionId pc, Value resource) const {
  const Reach& point = threads_[thread][pc];
  return point.any || std::ranges::binary_search(point.constants, resource);
}

Arrival arrival_of(const Barrier& barrier, std::span<const Value> registers) {
  Arrival arrival;
  arrival.resource = barrier.id ? value_of(*barrier.id, registers) : barrier.instance;
  arrival.sync = !barrier.arrive;
  if (barrier.quorum) arrival.quorum = value_of(*barrier.quorum, registers);
  return arrival;
}

ThreadMask Barriers::waiting() const {
  ThreadMask mask = 0;
  for (const Generation& generation : generations_) mask |= generation.waiting;
  return mask;
}

bool Barriers::may_arrive(const BarrierPlan& plan, ThreadId thread, Value resource) const {
  return std::ranges::none_of(generations_, [&](const Generation& generation) {
    return generation.cta == plan.cta(thread) && generation.resource == resource &&
           (generation.arrived & thread_bit(thread)) != 0;
  });
}

void Barriers::arrive(const BarrierPlan& plan, ThreadId thread, const Arrival& arrival) {
  Generation wanted;
  wanted.cta = plan.cta(thread);
  wanted.resource = arrival.resource;
  auto place = std::ranges::lower_bound(generations_, wanted, before);
  if (place == generations_.end() || before(wanted, *place)) {
    place = generations_.insert(place, wanted);
  }
  place->arrived |= thread_bit(thread);
  if (arrival.sync) place->waiting |= thread_bit(thread);
  if (arrival.quorum) {
    place->quorum = std::max(place->quorum.value_or(*arrival.quorum), *arrival.quorum);
  }
}

std::optional<Generation> Barriers::take_completed(const BarrierPlan& plan,
                                                   std::span<const InstructionId> pcs) {
  for (auto place = generations_.begin(); place != generations_.end(); ++place) {
    if (!complete(*place, plan, pcs)) continue;
    const Generation done = *place;
    generations_.erase(place);
    return done;
  }
  return std::nullopt;
}

ThreadMask moved(ThreadMask threads, std::span<const ThreadId> places) {
  ThreadMask result = 0;
  for (; threads != 0; threads &= threads - 1) {
    result |= thread_bit(places[static_cast<std::size_t>(std::countr_zero(threads))]);
  }
  return result;
}

void Barriers::move_threads(std::span<const ThreadId> places) {
  for (Generation& generation : generations_) {
    generation.cta = moved(generation.cta, places);
    generation.arrived = moved(generation.arrived, places);
    generation.waiting = moved(generation.waiting, places);
  }
  std::ranges::sort(generations_, before);
}

void Barriers::encode(std::string& bytes) const {
  put_unsigned(bytes, generations_.size());
  for (const Generation& generation : generations_) {
    put_unsigned(bytes, generation.cta);
    put_value(bytes, generation.resource);
    put_unsigned(bytes, generation.arrived);
    put_unsigned(bytes, generation.waiting);
    put_unsigned(bytes, generation.quorum ? 1 : 0);
    if (generation.quorum) put_value(bytes, *generation.quorum);
  }
}

void Barriers::decode(ByteReader& reader) {
  generations_.resize(reader.get_unsigned());
  for (Generation& generation : generations_) {
    generation.cta = reader.get_unsigned();
    generation.resource = reader.get_value();
    generation.arrived = reader.get_unsigned();
    generation.waiting = reader.get_unsigned();
    generation.quorum.reset();
    if (reader.get_unsigned() != 0) generation.quorum = reader.get_value();
  }
}

std::string to_string(const Generation& generation, const Program& program) {
  const Thread& thread =
      program.threads[static_cast<std::size_t>(std::countr_zero(generation.cta))];
  std::string text = "barrier " + std::to_string(generation.resource) + " of cta " +
                     std::to_string(thread.cta) + ",gpu " + std::to_string(thread.gpu) +
                     ": arrived" + names(generation.arrived);
  if (generation.waiting != 0) text += ", waiting" + names(generation.waiting);
  if (generation.quorum) text += ", quorum " + std::to_string(*generation.quorum);
  return text;
}

}  // namespace opexplore
