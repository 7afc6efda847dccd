#include "tests/random/program_generator.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace opexplore::random_programs {

namespace {

enum class Sort : std::uint8_t {
  load,
  store,
  atomic,
  fence,
  barrier,
  proxy_fence,
  arithmetic,
  branch
};

class Generator {
 public:
  Generator(const Profile& profile, std::uint64_t seed) : profile_(profile), random_(seed) {
    // Neighbouring seeds shall not give related programs.
    for (int i = 0; i < 4; ++i) random_.next();
  }

  Program run() {
    make_addresses();
    make_threads();
    const unsigned spread = profile_.most_instructions - profile_.least_instructions + 1;
    unsigned left = profile_.least_instructions + random_.below(spread);
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const auto rest = static_cast<unsigned>(program_.threads.size() - t);
      const unsigned share = left / rest;
      unsigned count = rest == 1 ? share : share + random_.below(3);
      count = std::clamp(count, count == 0 ? 0U : 1U, std::min(left, 8U));
      left -= count;
      fill(program_.threads[t], count);
    }
    return std::move(program_);
  }

 private:
  void add_address(std::string name, std::size_t location, AddressId generic, Proxy proxy) {
    program_.addresses.push_back(
        {std::move(name), static_cast<LocationId>(location), generic, proxy});
  }

  void make_addresses() {
    constexpr std::array names{"x", "y", "z"};
    const unsigned locations = 1 + random_.below(profile_.most_locations);
    for (unsigned l = 0; l < locations; ++l) {
      const std::string name = names.at(l);
      const bool initialised = random_.chance(10);
      program_.locations.push_back({name, initialised ? Value{3} : Value{0}});
      const auto own = static_cast<AddressId>(program_.addresses.size());
      add_address(name, l, own, Proxy::generic);
      std::vector<AddressId> generic{own};
      if (random_.chance(profile_.aliases)) {
        generic.push_back(static_cast<AddressId>(program_.addresses.size()));
        add_address(name + "a", l, generic.back(), Proxy::generic);
      }
      if (!random_.chance(profile_.proxies)) continue;
      const AddressId bound = random_.pick(generic);
      add_address(name + "t", l, bound, Proxy::texture);
      add_address(name + "s", l, bound, Proxy::surface);
      add_address(name + "c", l, random_.pick(generic), Proxy::constant);
    }
  }

  void make_threads() {
    const unsigned spread = profile_.most_threads - profile_.least_threads + 1;
    const unsigned count = profile_.least_threads + random_.below(spread);
    std::uint32_t cta = 0;
    for (unsigned t = 0; t < count; ++t) {
      Thread thread;
      if (t != 0 && !random_.chance(profile_.same_cta)) ++cta;
      thread.cta = cta;
      thread.gpu = random_.chance(profile_.second_gpu) ? 1 : 0;
      program_.threads.push_back(std::move(thread));
    }
  }

  void fill(Thread& thread, unsigned count) {
    thread_ = &thread;
    skipped_until_ = 0;
    std::vector<Action> actions;
    for (unsigned i = 0; i < count; ++i) {
      Action action = make(i, count);
      actions.push_back(std::move(action));
    }
    if (profile_.loads_first) {
      std::stable_partition(actions.begin(), actions.end(), [](const Action& action) {
        return std::holds_alternative<Load>(action);
      });
    }
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (auto* branch = std::get_if<Branch>(&actions[i])) {
        const std::size_t target = i + 1 + random_.below(3);
        branch->target = static_cast<InstructionId>(std::min(target, actions.size()));
      }
      thread.instructions.push_back({std::move(actions[i]), {}, {}});
    }
  }

  Sort choose_sort() {
    const std::array<std::pair<Sort, unsigned>, 8> weights{{
        {Sort::load, profile_.load},
        {Sort::store, profile_.store},
        {Sort::atomic, profile_.atomic},
        {Sort::fence, profile_.fence},
        // Whether a barrier is executed must not depend on a branch.
        {Sort::barrier, skipped_until_ == 0 ? profile_.barrier : 0},
        {Sort::proxy_fence, profile_.proxy_fence},
        {Sort::arithmetic, loaded() ? profile_.arithmetic : 0},
        {Sort::branch, loaded() ? profile_.branch : 0},
    }};
    unsigned total = 0;
    for (const auto& [sort, weight] : weights) total += weight;
    unsigned at = random_.below(total);
    for (const auto& [sort, weight] : weights) {
      if (at < weight) return sort;
      at -= weight;
    }
    return Sort::load;
  }

  Action make(unsigned index, unsigned count) {
    if (skipped_until_ != 0 && index >= skipped_until_) skipped_until_ = 0;
    switch (choose_sort()) {
      case Sort::load:
        return make_load();
      case Sort::store:
        return make_store();
      case Sort::atomic:
        return make_atomic();
      case Sort::fence:
        return make_fence();
      case Sort::barrier:
        return make_barrier();
      case Sort::proxy_fence:
        return make_proxy_fence();
      case Sort::arithmetic:
        return make_arithmetic();
      case Sort::branch:
        break;
    }
    skipped_until_ = std::min(count, index + 4);
    return make_branch();
  }

  bool loaded() const { return !thread_->registers.empty(); }
  RegisterId fresh_register() {
    const auto id = static_cast<RegisterId>(thread_->registers.size());
    thread_->registers.push_back({"r" + std::to_string(id), 0});
    return id;
  }
  RegisterOperand some_register() {
    return {
        static_cast<RegisterId>(random_.below(static_cast<unsigned>(thread_->registers.size())))};
  }
  Value some_value() { return Value{1} + random_.below(3); }
  Operand some_operand() {
    if (loaded() && random_.chance(profile_.data)) return some_register();
    return some_value();
  }
  AddressId some_address() {
    return static_cast<AddressId>(random_.below(static_cast<unsigned>(program_.addresses.size())));
  }
  // An address that can be written: textures and constants are read only.
  AddressId writable_address() {
    for (;;) {
      const AddressId address = some_address();
      const Proxy proxy = program_.addresses[address].proxy;
      if (proxy == Proxy::generic || proxy == Proxy::surface) return address;
    }
  }
  Scope some_scope() {
    if (random_.chance(profile_.gpu_scope)) return Scope::gpu;
    return random_.chance(60) ? Scope::cta : Scope::sys;
  }
  Order order_of_access(Order synchronising) {
    if (!random_.chance(profile_.strong)) return Order::weak;
    return random_.chance(profile_.synchronising) ? synchronising : Order::relaxed;
  }

  Action make_load() {
    Load load;
    load.address = some_address();
    load.proxy = program_.addresses[load.address].proxy;
    load.order = order_of_access(Order::acquire);
    load.scope = load.order == Order::weak ? Scope::sys : some_scope();
    load.destination = fresh_register();
    return load;
  }

  Action make_store() {
    Store store;
    store.address = writable_address();
    store.proxy = program_.addresses[store.address].proxy;
    store.order = order_of_access(Order::release);
    store.scope = store.order == Order::weak ? Scope::sys : some_scope();
    store.value = some_operand();
    return store;
  }

  Action make_atomic() {
    constexpr std::array operations{AtomicOp::add,    AtomicOp::add, AtomicOp::exch,
                                    AtomicOp::exch,   AtomicOp::cas, AtomicOp::cas,
                                    AtomicOp::bit_or, AtomicOp::max, AtomicOp::inc};
    constexpr std::array orders{Order::acquire, Order::release, Order::acq_rel};
    Atomic atomic;
    atomic.op = random_.pick(operations);
    atomic.address = writable_address();
    atomic.proxy = program_.addresses[atomic.address].proxy;
    atomic.operand = some_operand();
    if (atomic.op == AtomicOp::cas) {
      atomic.expected = random_.chance(50) ? Operand{Value{0}} : some_operand();
    }
    const bool synchronises = random_.chance(profile_.synchronising);
    atomic.order = synchronises ? random_.pick(orders) : Order::relaxed;
    atomic.scope = some_scope();
    const bool reduction =
        atomic.op != AtomicOp::exch && atomic.op != AtomicOp::cas && random_.chance(25);
    if (!reduction) atomic.destination = fresh_register();
    return atomic;
  }

  // The one-sided fences came with PTX ISA 8.6; the machines here model 6.0 and 7.5.
  Action make_fence() {
    return Fence{random_.chance(profile_.sc) ? Order::sc : Order::acq_rel, some_scope()};
  }

  Action make_barrier() {
    Barrier barrier;
    barrier.arrive = random_.chance(20);
    barrier.instance = random_.chance(80) ? 0 : 1;
    // Participants of one resource agree on its quorum: resource 2 has one, the others none.
    // A resource can be named by an instance or by an id.
    if (random_.chance(20)) {
      const bool with_quorum = random_.chance(60);
      barrier.id = Operand{with_quorum ? Value{2} : Value{0}};
      if (with_quorum) barrier.quorum = Operand{Value{2}};
    }
    return barrier;
  }

  Action make_proxy_fence() {
    constexpr std::array kinds{ProxyFenceKind::texture, ProxyFenceKind::surface,
                               ProxyFenceKind::constant, ProxyFenceKind::generic};
    if (profile_.proxies == 0 || random_.chance(35)) return ProxyFence{ProxyFenceKind::alias};
    return ProxyFence{random_.pick(kinds)};
  }

  Action make_arithmetic() {
    constexpr std::array operations{ArithmeticOp::add, ArithmeticOp::sub, ArithmeticOp::mul,
                                    ArithmeticOp::bit_xor, ArithmeticOp::move};
    Arithmetic result;
    result.op = random_.pick(operations);
    result.left = some_register();
    result.right = result.op == ArithmeticOp::move ? Operand{Value{0}} : some_operand();
    result.destination = fresh_register();
    return result;
  }

  Action make_branch() {
    constexpr std::array comparisons{Comparison::equal, Comparison::not_equal, Comparison::less,
                                     Comparison::greater_equal};
    Branch branch;
    branch.comparison = random_.pick(comparisons);
    branch.left = some_register();
    branch.right = random_.chance(70) ? Operand{Value{0} + random_.below(3)} : some_operand();
    return branch;
  }

  const Profile& profile_;
  Random random_;
  Program program_;
  Thread* thread_ = nullptr;
  unsigned skipped_until_ = 0;  // a branch may skip instructions before this index
};

}  // namespace

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31U);
}

Test generate(const Profile& profile, std::uint64_t seed) {
  return completed(Generator(profile, seed).run(),
                   std::string(profile.name) + "-" + std::to_string(seed));
}

}  // namespace opexplore::random_programs
