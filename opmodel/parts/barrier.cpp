#include "opmodel/parts/barrier.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "opmodel/parts/ahead.hpp"

namespace opexplore {

namespace {

bool before(const Generation& left, const Generation& right) {
  return std::tie(left.cta, left.resource) < std::tie(right.cta, right.resource);
}

bool same_cta(const Thread& left, const Thread& right) {
  return left.cta == right.cta && left.gpu == right.gpu;
}

// `waiting`: at barriers; such a thread has gone on to its end only when it is let go.
bool complete(const Generation& generation, ThreadMask waiting, const BarrierPlan& plan,
              std::span<const InstructionId> pcs) {
  if (generation.quorum) {
    return std::popcount(generation.arrived) >= *generation.quorum;
  }
  ThreadMask left = generation.counted() & ~generation.arrived;
  for (; left != 0; left &= left - 1) {
    const auto thread = static_cast<ThreadId>(std::countr_zero(left));
    if (plan.waits_for(thread, pcs[thread], generation.resource)) return false;
    const bool waits = (waiting & thread_bit(thread)) != 0;
    if (waits && !plan.is_passable(generation.resource)) return false;
  }
  return true;
}

bool may_name(const Thread& thread, Value resource) {
  return std::ranges::any_of(thread.instructions, [&](const Instruction& instruction) {
    const Barrier* const barrier = barrier_of(instruction.action);
    if (barrier == nullptr) return false;
    if (barrier->id && std::holds_alternative<RegisterOperand>(*barrier->id)) return true;
    return arrival_of(*barrier, {}).resource == resource;
  });
}

// Whether it is open who belongs to a generation: the barrier waits for fewer threads than may
// come.
bool may_choose(const Program& program, const Thread& thread, const Barrier& barrier) {
  if (!barrier.quorum) return false;
  const Value* const wanted = std::get_if<Value>(&*barrier.quorum);
  const bool named = barrier.id && std::holds_alternative<RegisterOperand>(*barrier.id);
  if (wanted == nullptr || named) return true;
  const Value resource = arrival_of(barrier, {}).resource;
  return std::ranges::count_if(program.threads, [&](const Thread& other) {
           return same_cta(thread, other) && may_name(other, resource);
         }) > *wanted;
}

}  // namespace

bool BarrierPlan::Reach::names(Value resource) const {
  return any || std::ranges::binary_search(constants, resource);
}

void BarrierPlan::Reach::add(const Barrier& barrier) {
  Reach named;
  named.any = barrier.id && std::holds_alternative<RegisterOperand>(*barrier.id);
  if (!named.any) named.constants.push_back(arrival_of(barrier, {}).resource);
  add(named);
}

void BarrierPlan::Reach::add(const Reach& other) {
  any = any || other.any;
  constants.insert(constants.end(), other.constants.begin(), other.constants.end());
  std::ranges::sort(constants);
  constants.erase(std::unique(constants.begin(), constants.end()), constants.end());
}

BarrierPlan::BarrierPlan(const Program& program, Ends ends) {
  for (const Thread& thread : program.threads) {
    threads_.push_back(reach(thread));
    ended_.push_back(ended(thread, ends));
    passable_.add(threads_.back().front());
    for (const Instruction& instruction : thread.instructions) {
      const Barrier* const barrier = barrier_of(instruction.action);
      if (barrier == nullptr) continue;
      has_barriers_ = true;
      has_quorum_ = has_quorum_ || may_choose(program, thread, *barrier);
      has_strict_ = has_strict_ || !barrier->passable;
      opens_at_ends_ = opens_at_ends_ || (!barrier->passable && !barrier->quorum);
    }
    ThreadMask mask = 0;
    for (std::size_t other = 0; other < program.threads.size(); ++other) {
      if (same_cta(thread, program.threads[other]))
        mask |= thread_bit(static_cast<ThreadId>(other));
    }
    ctas_.push_back(mask);
    warps_.push_back(thread.warp);
  }
  const auto is_aligned = [](const Instruction& instruction) {
    const Barrier* const barrier = barrier_of(instruction.action);
    return barrier != nullptr && barrier->aligned;
  };
  const bool any_aligned = std::ranges::any_of(program.threads, [&](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, is_aligned);
  });
  if (!any_aligned) return;
  for (const Thread& thread : program.threads) sites_.push_back(sites(thread));
}

std::vector<std::optional<BarrierPlan::Site>> BarrierPlan::sites(const Thread& thread) {
  std::vector<std::optional<Site>> result;
  for (const Instruction& instruction : thread.instructions) {
    auto& site = result.emplace_back();
    const Barrier* const barrier = barrier_of(instruction.action);
    if (barrier == nullptr || barrier->arrive) continue;
    const bool first = barrier->id == Operand{Value{0}} && !barrier->quorum && !barrier->members;
    site = Site{barrier->instance, barrier->aligned,
                barrier->aligned && first && instruction.code.has_value()};
  }
  return result;
}

bool BarrierPlan::comes_apart(ThreadId one, const Site& here, ThreadId other,
                              const Site& there) const {
  if (here.instance == there.instance) return false;
  if (warps_[one] == warps_[other]) return here.aligned || there.aligned;
  return here.syncthreads && there.syncthreads;
}

std::optional<RacingPair> BarrierPlan::divergence(const Generation& generation,
                                                  std::span<const InstructionId> pcs) const {
  if (sites_.empty()) return std::nullopt;
  const auto pair = [](ThreadId one, InstructionId at, ThreadId other, InstructionId there) {
    return racing_pair(one, at, other, there, PairKind::divergence);
  };
  const auto at = [&](ThreadId thread) { return static_cast<InstructionId>(pcs[thread] - 1); };
  const ThreadMask left_out = generation.counted() & ~generation.arrived;
  for (ThreadMask ones = generation.waiting; ones != 0; ones &= ones - 1) {
    const auto one = static_cast<ThreadId>(std::countr_zero(ones));
    const auto& here = sites_[one][at(one)];
    if (!here) continue;
    if (here->aligned && !generation.quorum && left_out != 0) {
      const auto other = static_cast<ThreadId>(std::countr_zero(left_out));
      return pair(one, at(one), other, left_at(other, pcs[other]));
    }
    for (ThreadMask others = ones & (ones - 1); others != 0; others &= others - 1) {
      const auto other = static_cast<ThreadId>(std::countr_zero(others));
      const auto& there = sites_[other][at(other)];
      if (!there || !comes_apart(one, *here, other, *there)) continue;
      return pair(one, at(one), other, at(other));
    }
  }
  return std::nullopt;
}

std::vector<BarrierPlan::Reach> BarrierPlan::reach(const Thread& thread) {
  const auto is_passable = [](const Instruction& instruction) {
    const Barrier* const barrier = barrier_of(instruction.action);
    return barrier != nullptr && barrier->passable;
  };
  if (std::ranges::none_of(thread.instructions, is_passable)) {
    return std::vector<Reach>(thread.instructions.size() + 1);
  }
  const auto of = [&](InstructionId pc) {
    Reach named;
    const Instruction& instruction = thread.instructions[pc];
    if (is_passable(instruction)) named.add(*barrier_of(instruction.action));
    return named;
  };
  return facts_ahead(thread, Reach{}, of, [](Reach& now, const Reach& then) { now.add(then); });
}

std::vector<bool> BarrierPlan::ended(const Thread& thread, Ends ends) {
  const std::size_t end = thread.instructions.size();
  std::vector<bool> result(end + 1, false);
  result[end] = true;
  if (ends == Ends::at_end) return result;
  for (std::size_t at = end; at-- > 0;) {
    if (barrier_of(thread.instructions[at].action) != nullptr) continue;
    const Successors next = successors_of(thread, static_cast<InstructionId>(at));
    result[at] = std::ranges::all_of(next, [&](InstructionId to) { return to > at && result[to]; });
  }
  return result;
}

bool BarrierPlan::waits_for(ThreadId thread, InstructionId pc, Value resource) const {
  return is_passable(resource) ? threads_[thread][pc].names(resource) : !has_ended(thread, pc);
}

bool BarrierPlan::may_wait_for(ThreadId thread, InstructionId pc) const {
  return has_strict_ ? !has_ended(thread, pc) : !threads_[thread][pc].none();
}

bool BarrierPlan::may_pass_by(ThreadId thread, InstructionId pc, InstructionId next) const {
  if (opens_at_ends_ && has_ended(thread, next)) return true;
  return threads_[thread][pc] != threads_[thread][next];
}

Arrival arrival_of(const Barrier& barrier, std::span<const Value> registers) {
  Arrival arrival;
  arrival.resource = barrier.id ? value_of(*barrier.id, registers) : barrier.instance;
  arrival.sync = !barrier.arrive;
  if (barrier.quorum) arrival.quorum = value_of(*barrier.quorum, registers);
  if (barrier.members) {
    arrival.members = static_cast<ThreadMask>(value_of(*barrier.members, registers));
  }
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
  if (arrival.members) place->members |= (*arrival.members & place->cta) | thread_bit(thread);
}

std::optional<Generation> Barriers::take_completed(const BarrierPlan& plan,
                                                   std::span<const InstructionId> pcs) {
  const ThreadMask waiting = this->waiting();
  for (auto place = generations_.begin(); place != generations_.end(); ++place) {
    if (!complete(*place, waiting, plan, pcs)) continue;
    const Generation done = *place;
    generations_.erase(place);
    if (!divergence_) divergence_ = plan.divergence(done, pcs);
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
    generation.members = moved(generation.members, places);
  }
  std::ranges::sort(generations_, before);
  if (!divergence_) return;
  divergence_ =
      racing_pair(places[divergence_->first_thread], divergence_->first,
                  places[divergence_->second_thread], divergence_->second, divergence_->kind);
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
    put_unsigned(bytes, generation.members);
  }
  put_unsigned(bytes, divergence_ ? 1 : 0);
  if (!divergence_) return;
  put_unsigned(bytes, divergence_->first_thread);
  put_unsigned(bytes, divergence_->first);
  put_unsigned(bytes, divergence_->second_thread);
  put_unsigned(bytes, divergence_->second);
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
    generation.members = reader.get_unsigned();
  }
  divergence_.reset();
  if (reader.get_unsigned() == 0) return;
  RacingPair& apart = divergence_.emplace();
  apart.first_thread = static_cast<ThreadId>(reader.get_unsigned());
  apart.first = static_cast<InstructionId>(reader.get_unsigned());
  apart.second_thread = static_cast<ThreadId>(reader.get_unsigned());
  apart.second = static_cast<InstructionId>(reader.get_unsigned());
  apart.kind = PairKind::divergence;
}

}  // namespace opexplore
