#include "hardware/generate/refusals.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "hardware/cuda/parameters.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::hardware {

namespace {

/// Looks at the instructions of one thread.
class Check {
 public:
  Check(const Test& test, const Target& target, std::uint32_t word_bytes)
      : test_(test), target_(target), word_bytes_(word_bytes) {}

  void check(const Thread& thread) {
    for (const Instruction& instruction : thread.instructions) {
      place_ = instruction.place;
      std::visit([this](const auto& action) { look(action); }, instruction.action);
      if (const std::optional<AddressId> address = address_of(instruction.action)) {
        name(*address);
        region(*address, thread);
      }
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what, std::string advice) const {
    throw InputError(test_.path, place_, "unsupported: " + what, std::move(advice));
  }

  void look(const Load& load) { path(load.proxy); }
  void look(const Store& store) { path(store.proxy); }

  void look(const Atomic& atomic) {
    path(atomic.proxy);
    const std::string op(to_string(atomic.op));
    if (atomic.op == AtomicOp::mul || atomic.op == AtomicOp::div) {
      refuse("no chip has an atomic " + op, "write a loop around atom.cas");
    }
    if (word_bytes_ == 8 && (atomic.op == AtomicOp::inc || atomic.op == AtomicOp::dec)) {
      refuse("atomic " + op + " has 32 bits, and values of this test need 64",
             "use add, or values that fit 32 bits");
    }
  }

  // ptxas 13.0 takes both below sm_90 too, and emits nothing for them.
  void look(const AnyFence auto& kind) {
    const FenceFacts fence = facts_of(kind);
    if (fence.proxy) return between_proxies(*fence.proxy);
    if (target_.sm >= 90) return;
    if (fence.order != Order::acquire && fence.order != Order::release) return;
    const std::string order(to_string(fence.order));
    refuse("fence." + order + " exists from sm_90 on, and this is for sm_" +
               std::to_string(target_.sm),
           "write fence.acq_rel, or generate for sm_90");
  }

  void between_proxies(ProxyFenceKind kind) {
    if (kind == ProxyFenceKind::alias) return;
    refuse("there is no fence for the " + std::string(to_string(kind)) + " proxy",
           "no such instruction exists; fence.proxy.alias can be run");
  }

  // WART: one-kernel. Every testing thread plays every role.
  void look(const Asynchronous&) {
    refuse("asynchronous operations on devices", "opexplore runs the test on ptx-async");
  }

  void look(const Barrier& barrier) {
    refuse(barrier.arrive ? "an arrival at a barrier needs a CTA that runs no other instance"
                          : "a barrier needs a CTA that runs no other instance of the test",
           "replace it by a flag that is stored and waited for");
  }

  void look(const Arithmetic& arithmetic) {
    if (arithmetic.op != ArithmeticOp::div) return;
    if (std::holds_alternative<Value>(arithmetic.right)) return;
    refuse("division by a register is a subroutine, not an instruction", "divide by a number");
  }
  void look(const Branch&) {}

  void path(Proxy proxy) const {
    if (proxy == Proxy::generic) return;
    refuse("accesses through the " + std::string(to_string(proxy)) +
               " proxy need another kind of kernel",
           "use ld and st; virtual aliases can be run");
  }

  void name(AddressId id) const {
    const Address& address = test_.program.addresses[id];
    if (address.proxy == Proxy::generic && address.generic == id) return;
    refuse("'" + address.name + "' is a name for the " + std::string(to_string(address.proxy)) +
               " proxy",
           "use the name that it stands for");
  }

  void region(AddressId id, const Thread& thread) {
    const LocationId location = test_.program.addresses[id].location;
    if (test_.program.locations[location].region != Region::shared) return;
    const std::string& name = test_.program.locations[location].name;
    for (const Address& other : test_.program.addresses) {
      if (other.location != location || &other == &test_.program.addresses[id]) continue;
      refuse("shared memory has no virtual aliases, '" + name + "' has one", "make it global");
    }
    for (const auto& [known, cta] : owners_) {
      if (known != location || cta == thread.cta) continue;
      refuse("the shared location '" + name + "' is accessed from several CTAs",
             "make it global, or place the threads in one CTA");
    }
    owners_.emplace_back(location, thread.cta);
  }

  const Test& test_;
  const Target& target_;
  std::uint32_t word_bytes_;
  SourcePlace place_;
  std::vector<std::pair<LocationId, std::uint32_t>> owners_;  ///< CTAs that access shared locations
};

SourcePlace first_place(const Thread& thread) {
  return thread.instructions.empty() ? SourcePlace{} : thread.instructions.front().place;
}

/// What the whole test is or has.
void require_shape(const Test& test, const Target& target) {
  const Program& program = test.program;
  const auto refuse = [&](std::size_t thread, const std::string& what, const std::string& advice) {
    const SourcePlace place =
        thread < program.threads.size() ? first_place(program.threads[thread]) : SourcePlace{};
    throw InputError(test.path, place, "unsupported: " + what, advice);
  };
  const auto limit = [&](std::size_t thread, std::size_t number, std::size_t most,
                         const std::string& what) {
    if (number <= most) return;
    refuse(thread, "the test has " + std::to_string(number) + " " + what,
           "at most " + std::to_string(most) + " can be run");
  };
  if (program.language != Language::ptx) {
    refuse(0, "a test in " + std::string(to_string(program.language)),
           program.language == Language::cxx ? "compile it first: opmap compile"
                                             : "only PTX is run on CUDA hardware");
  }
  if (target.sm < 70) {
    refuse(0, "chips before sm_70 have no memory orders", "generate for sm_75 or later");
  }
  limit(most_roles, program.threads.size(), most_roles, "threads");
  limit(0, program.addresses.size(), most_addresses, "addresses");
  limit(0, test.observables.size(), most_observables, "registers and locations to observe");
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    if (program.threads[thread].gpu == program.threads[0].gpu) continue;
    refuse(thread, "threads on several GPUs", "place them on one");
  }
}

}  // namespace

void require_supported(const Test& test, const Target& target, std::uint32_t word_bytes) {
  require_shape(test, target);
  Check check(test, target, word_bytes);
  for (const Thread& thread : test.program.threads) check.check(thread);
}

}  // namespace opexplore::hardware
