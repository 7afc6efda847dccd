#include "opmodel/ptx/commuting.hpp"

#include <optional>
#include <vector>

#include "opmodel/instruction.hpp"

namespace opexplore::ptx_model {

namespace {

// What changes a location; two of these that are equal, or that only add, commute.
struct Change {
  AtomicOp op = AtomicOp::add;
  std::optional<Value> bound;  // of inc and dec
  bool operator==(const Change&) const = default;
};

std::optional<Change> commuting_change(const Atomic& atomic) {
  switch (atomic.op) {
    case AtomicOp::add:
    case AtomicOp::sub:
      return Change{AtomicOp::add, {}};
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
    case AtomicOp::min:
    case AtomicOp::max:
      return Change{atomic.op, {}};
    case AtomicOp::inc:
    case AtomicOp::dec:
      if (const Value* const bound = std::get_if<Value>(&atomic.operand)) {
        return Change{atomic.op, *bound};
      }
      return std::nullopt;
    case AtomicOp::mul:
    case AtomicOp::div:
    case AtomicOp::exch:
    case AtomicOp::cas:
      return std::nullopt;
  }
  return std::nullopt;
}

struct AccessPlace {
  ThreadId thread = 0;
  InstructionId at = 0;
};

class Commuting {
 public:
  Commuting(const Semantics& semantics, const Liveness& liveness,
            const std::vector<std::vector<Future>>& futures)
      : semantics_(semantics), liveness_(liveness), futures_(futures) {}

  InstructionMarks marks() const {
    std::vector<std::vector<AccessPlace>> accesses(semantics_.locations());
    for (std::size_t t = 0; t < semantics_.threads(); ++t) {
      const std::size_t count = semantics_.program().threads[t].instructions.size();
      for (std::size_t i = 0; i < count; ++i) {
        const AccessPlace place{static_cast<ThreadId>(t), static_cast<InstructionId>(i)};
        if (access(place).reads || access(place).writes) {
          accesses[access(place).location].push_back(place);
        }
      }
    }
    InstructionMarks result = no_instructions(semantics_);
    for (const std::vector<AccessPlace>& here : accesses) {
      if (!commute(here)) continue;
      for (const AccessPlace& place : here) result[place.thread][place.at] = 1;
    }
    return result;
  }

 private:
  const Access& access(const AccessPlace& place) const {
    return semantics_.access(place.thread, place.at);
  }

  bool commute(const std::vector<AccessPlace>& here) const {
    std::optional<Change> all;
    for (const AccessPlace& place : here) {
      const std::optional<Change> change = unnoticed_change(place);
      if (!change || (all && all != change)) return false;
      all = change;
      if (access(place).address != access(here.front()).address) return false;
      for (const AccessPlace& other : here) {
        const bool apart = place.thread != other.thread;
        if (apart && !semantics_.morally_strong(access(place), access(other))) return false;
      }
    }
    return true;
  }

  std::optional<Change> unnoticed_change(const AccessPlace& place) const {
    const Action& action = semantics_.instruction(place.thread, place.at).action;
    const Atomic* const atomic = read_modify_write(action);
    const Access& made = access(place);
    if (atomic == nullptr || !made.strong || made.acquires || made.releases) return std::nullopt;
    if (made.proxy != Proxy::generic) return std::nullopt;
    const auto next = static_cast<InstructionId>(place.at + 1);
    if (futures_[place.thread][next].acquire_fence) return std::nullopt;
    const auto& to = atomic->destination;
    if (to && liveness_.is_live(place.thread, next, *to)) return std::nullopt;
    return commuting_change(*atomic);
  }

  const Semantics& semantics_;
  const Liveness& liveness_;
  const std::vector<std::vector<Future>>& futures_;
};

}  // namespace

InstructionMarks commuting_atomics(const Semantics& semantics, const Liveness& liveness,
                                   const std::vector<std::vector<Future>>& futures) {
  return Commuting(semantics, liveness, futures).marks();
}

}  // namespace opexplore::ptx_model
