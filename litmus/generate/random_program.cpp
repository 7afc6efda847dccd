#include "litmus/generate/random_program.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "litmus/generate/whole_threads.hpp"
#include "opmodel/instruction.hpp"

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
    if (profile_.several != 0) add_table();
    make_threads();
    share_locations();
    const unsigned spread = profile_.most_instructions - profile_.least_instructions + 1;
    unsigned left = profile_.least_instructions + random_.below(spread);
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const auto rest = static_cast<unsigned>(program_.threads.size() - t);
      const unsigned share = left / rest;
      unsigned count = rest == 1 ? share : share + random_.below(3);
      const unsigned most = profile_.no_idle_threads ? left - std::min(left, rest - 1) : left;
      count = std::min({count, most, 8U});
      left -= count;
      fill(program_.threads[t], count);
      if (t != 0 && chance(profile_.identical))
        repeat_code(program_.threads[t - 1], program_.threads[t]);
    }
    if (chance(profile_.repeated)) {
      for (Thread& thread : program_.threads) run_twice(thread);
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

  // A location that holds the address of another.
  void add_table() {
    held_ = some_known_address();
    table_ = static_cast<AddressId>(program_.addresses.size());
    const std::size_t location = program_.locations.size();
    program_.locations.push_back({"p", usual_number(held_)});
    add_address("p", location, table_, Proxy::generic);
  }

  AddressId some_known_address() {
    return static_cast<AddressId>(random_.below(static_cast<unsigned>(program_.addresses.size())));
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
      place_in_warp(thread);
      program_.threads.push_back(std::move(thread));
    }
  }

  // A new warp, or that of the thread before if it is in the same CTA.
  void place_in_warp(Thread& thread) {
    std::uint32_t next = 0;
    for (const Thread& other : program_.threads) {
      if (other.gpu == thread.gpu && other.cta == thread.cta) next = std::max(next, other.warp + 1);
    }
    thread.warp = next;
    if (next != 0 && chance(profile_.same_warp)) thread.warp = next - 1;
    if (profile_.everything_readable && random_.chance(10)) thread.warp = random_.below(6);
  }

  // Every thread needs a location that it may access: the first one stays global.
  void share_locations() {
    owners_.resize(program_.locations.size());
    for (std::size_t l = 1; l < program_.locations.size(); ++l) {
      if (!chance(profile_.shared)) continue;
      program_.locations[l].region = Region::shared;
      owners_[l] = random_.pick(program_.threads);
    }
  }

  void fill(Thread& thread, unsigned count) {
    thread_ = &thread;
    skipped_until_ = 0;
    spins_.clear();
    std::vector<Action> actions;
    for (unsigned i = 0; i < count; ++i) {
      Action action = make(i, count);
      for (Action& before : before_) actions.push_back(std::move(before));
      before_.clear();
      const std::optional<RegisterId> read =
          reads_memory(action) ? register_written(action) : std::nullopt;
      actions.push_back(std::move(action));
      if (read && chance(profile_.guarded)) {
        const bool spins = chance(profile_.spinning);
        if (spins) spins_.insert(actions.size());
        // A loop may wait for what it read before something else.
        actions.push_back(make_guard(spins && chance(50) ? some_register().id : *read));
        skipped_until_ = std::max(skipped_until_, std::min(count, i + 4));
      }
    }
    if (profile_.loads_first) {
      std::stable_partition(actions.begin(), actions.end(), [](const Action& action) {
        return reads_memory(action) && !writes_memory(action);
      });
    }
    for (std::size_t i = 0; i < actions.size(); ++i) {
      Branch* const branch = branch_of(actions[i]);
      if (branch != nullptr && spins_.contains(i)) {
        branch->target = static_cast<InstructionId>(loop_start(actions, i));
      } else if (branch != nullptr) {
        std::size_t target = i + 1 + random_.below(3);
        if (profile_.everything_readable && random_.chance(30)) {
          target = random_.below(static_cast<unsigned>(actions.size() + 1));
        }
        branch->target = static_cast<InstructionId>(std::min(target, actions.size()));
      }
      thread.instructions.push_back({std::move(actions[i]), {}, {}});
    }
  }

  // Where the loop that ends with a jump behind a read begins: there, or at loads before it.
  std::size_t loop_start(const std::vector<Action>& actions, std::size_t jump) {
    std::size_t start = jump - 1;
    for (unsigned more = random_.below(3); more > 0 && start > 0; --more) {
      const Action& before = actions[start - 1];
      if (!reads_memory(before) || writes_memory(before)) break;
      --start;
    }
    return start;
  }

  Sort choose_sort() {
    const std::array<std::pair<Sort, unsigned>, 8> weights{{
        {Sort::load, profile_.load},
        {Sort::store, profile_.store},
        {Sort::atomic, profile_.atomic},
        {Sort::fence, profile_.fence},
        // Models refuse barriers whose execution depends on a branch.
        {Sort::barrier, skipped_until_ == 0 || profile_.left_out ? profile_.barrier : 0},
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
  // Features that a profile does without draw no number: its programs stay what they were.
  bool chance(unsigned percent) { return percent != 0 && random_.chance(percent); }
  RegisterId fresh_register(NumberType type, Value initial = 0) {
    const auto id = static_cast<RegisterId>(thread_->registers.size());
    const char* const letter = type == NumberType::pred && id % 2 == 0 ? "p" : "r";
    thread_->registers.push_back({letter + std::to_string(id), initial, type});
    return id;
  }
  RegisterId fresh_register() { return fresh_register(some_type()); }
  NumberType some_type() {
    constexpr std::array types{NumberType::s32, NumberType::s32, NumberType::u32, NumberType::b32,
                               NumberType::s64, NumberType::u64, NumberType::b64};
    return chance(profile_.typed) ? random_.pick(types) : NumberType::s64;
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
    for (;;) {
      const auto address =
          static_cast<AddressId>(random_.below(static_cast<unsigned>(program_.addresses.size())));
      const std::optional<Thread>& owner = owners_[program_.addresses[address].location];
      if (!owner || common_scope(*owner, *thread_) == Scope::cta) return address;
    }
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

  // A register with that address, perhaps made to depend on another register.
  RegisterId pointer_to(AddressId address) {
    constexpr std::array zeroes{ArithmeticOp::bit_xor, ArithmeticOp::sub};
    const std::optional<RegisterOperand> other =
        loaded() ? std::optional(some_register()) : std::nullopt;
    const RegisterId pointer = fresh_register(NumberType::b64, usual_number(address));
    if (other && chance(profile_.dependent)) {
      const RegisterId zero = fresh_register(NumberType::b32);
      before_.emplace_back(Arithmetic{random_.pick(zeroes), zero, *other, *other, NumberType::b32});
      before_.emplace_back(Arithmetic{ArithmeticOp::add, pointer, RegisterOperand{pointer},
                                      RegisterOperand{zero}, NumberType::s64});
    }
    return pointer;
  }

  // A register with an address that was in memory: perhaps the one that is there at first. A jump
  // may leave the load out.
  RegisterId pointer_from_table() {
    Load load;
    load.address = table_;
    load.order = order_of_access(Order::acquire);
    load.scope = load.order == Order::weak ? Scope::sys : some_scope();
    load.destination = fresh_register(NumberType::b64, usual_number(held_));
    before_.emplace_back(load);
    return load.destination;
  }

  // A register with that address, or the next one if an odd number was read before.
  RegisterId indexed_pointer(AddressId address) {
    const RegisterOperand index = some_register();
    const RegisterId bit = fresh_register(NumberType::b64);
    const RegisterId offset = fresh_register(NumberType::b64);
    const RegisterId pointer = fresh_register(NumberType::b64, usual_number(address));
    const auto compute = [&](RegisterId to, ArithmeticOp op, RegisterOperand from, Value number) {
      before_.emplace_back(Arithmetic{op, to, from, number, NumberType::s64});
    };
    compute(bit, ArithmeticOp::bit_and, index, 1);
    compute(offset, ArithmeticOp::mul, RegisterOperand{bit}, usual_number(1) - usual_number(0));
    compute(pointer, ArithmeticOp::add, RegisterOperand{offset}, usual_number(address));
    return pointer;
  }

  template <class Access>
  void choose_pointer(Access& access) {
    if (!chance(profile_.pointers)) return;
    if (!chance(profile_.several)) {
      access.pointer = pointer_to(access.address);
    } else if (loaded() && random_.chance(40)) {
      access.address = std::min(access.address, static_cast<AddressId>(table_ - 1));
      access.pointer = indexed_pointer(access.address);
    } else {
      access.address = held_;
      access.pointer = pointer_from_table();
    }
  }

  template <class Access>
  void choose_annotation(Access& access, Annotation other) {
    const bool is_volatile = access.order == Order::relaxed && access.scope == Scope::sys;
    if (access.proxy != Proxy::generic || (access.order != Order::weak && !is_volatile)) return;
    if (!chance(profile_.annotated)) return;
    access.annotation = is_volatile          ? Annotation::volatile_
                        : random_.chance(70) ? Annotation::cg
                                             : other;
  }

  Action make_load() {
    Load load;
    load.address = some_address();
    load.proxy = program_.addresses[load.address].proxy;
    load.order = order_of_access(Order::acquire);
    load.scope = load.order == Order::weak ? Scope::sys : some_scope();
    choose_annotation(load, Annotation::ca);
    choose_pointer(load);
    load.destination = loaded() && chance(profile_.reused) ? some_register().id : fresh_register();
    return load;
  }

  Action make_store() {
    Store store;
    store.address = writable_address();
    store.proxy = program_.addresses[store.address].proxy;
    store.order = order_of_access(Order::release);
    store.scope = store.order == Order::weak ? Scope::sys : some_scope();
    choose_annotation(store, Annotation::wb);
    choose_pointer(store);
    store.value = some_operand();
    if (chance(profile_.several)) {
      if (!store.pointer && random_.chance(50)) store.address = table_;
      store.value = usual_number(some_known_address());
    }
    return store;
  }

  Action make_atomic() {
    constexpr std::array operations{AtomicOp::add,    AtomicOp::add, AtomicOp::exch,
                                    AtomicOp::exch,   AtomicOp::cas, AtomicOp::cas,
                                    AtomicOp::bit_or, AtomicOp::max, AtomicOp::inc};
    constexpr std::array orders{Order::acquire, Order::release, Order::acq_rel};
    Atomic atomic;
    atomic.op = random_.pick(operations);
    if (profile_.everything_readable) atomic.op = static_cast<AtomicOp>(random_.below(13));
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
    choose_pointer(atomic);
    if (!reduction) atomic.destination = fresh_register();
    return atomic;
  }

  // The one-sided fences came with PTX ISA 8.6; the machines here model 6.0 and 7.5.
  Action make_fence() {
    constexpr std::array one_sided{Order::acquire, Order::release};
    if (profile_.everything_readable && random_.chance(30)) {
      return Fence{random_.pick(one_sided), some_scope()};
    }
    return Fence{random_.chance(profile_.sc) ? Order::sc : Order::acq_rel, some_scope()};
  }

  Action make_barrier() {
    Barrier barrier;
    barrier.arrive = random_.chance(20);
    barrier.instance = random_.chance(80) ? 0 : 1;
    if (chance(profile_.quorum)) {
      barrier.id = Operand{Value{3}};
      barrier.quorum = Operand{Value{2}};
      return barrier;
    }
    const auto thread = thread_ - program_.threads.data();
    if (thread < 2 && chance(profile_.members)) {
      barrier.id = Operand{Value{4}};
      barrier.members = Operand{Value{3}};
      return barrier;
    }
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
    if (profile_.everything_readable) result.op = static_cast<ArithmeticOp>(random_.below(14));
    result.left = some_register();
    result.right = result.op == ArithmeticOp::move ? Operand{Value{0}} : some_operand();
    result.type = some_type();
    result.destination = fresh_register();
    if (profile_.everything_readable && random_.chance(20)) {
      const RegisterId overwritten = some_register().id;
      if (thread_->registers[overwritten].initial == 0) result.destination = overwritten;
    }
    return result;
  }

  Action make_branch() {
    constexpr std::array comparisons{Comparison::equal, Comparison::not_equal, Comparison::less,
                                     Comparison::greater_equal};
    Branch branch;
    branch.comparison = random_.pick(comparisons);
    if (chance(profile_.setp)) return predicate_branch(*branch.comparison);
    if (profile_.everything_readable) {
      if (random_.chance(10)) return Branch{};
      branch.comparison = static_cast<Comparison>(random_.below(6));
    }
    branch.left = some_register();
    branch.right = random_.chance(70) ? Operand{Value{0} + random_.below(3)} : some_operand();
    return branch;
  }

  // A jump unless a value was read, or a certain one.
  Action make_guard(RegisterId read) {
    const bool any = random_.chance(50);
    Branch branch;
    branch.comparison = any ? Comparison::equal : Comparison::not_equal;
    branch.left = RegisterOperand{read};
    branch.right = any ? Value{0} : some_value();
    return branch;
  }

  // setp, and a jump if its predicate is false (or true): a guard, if it jumps over one
  // instruction.
  Action predicate_branch(Comparison comparison) {
    constexpr std::array operations{ArithmeticOp::equal,   ArithmeticOp::not_equal,
                                    ArithmeticOp::less,    ArithmeticOp::less_equal,
                                    ArithmeticOp::greater, ArithmeticOp::greater_equal};
    const RegisterOperand tested = some_register();
    const RegisterId predicate = fresh_register(NumberType::pred);
    before_.emplace_back(Arithmetic{random_.pick(operations), predicate, tested,
                                    Value{0} + random_.below(3), some_type()});
    const bool if_true = comparison == Comparison::not_equal;
    Branch branch;
    branch.comparison = if_true ? Comparison::not_equal : Comparison::equal;
    branch.left = RegisterOperand{predicate};
    return branch;
  }

  const Profile& profile_;
  Random random_;
  Program program_;
  std::vector<std::optional<Thread>> owners_;  // by LocationId: a thread of the CTA it belongs to
  std::vector<Action> before_;                 // what the instruction being made needs before it
  std::set<std::size_t> spins_;                // jumps of the thread that go back to a read
  Thread* thread_ = nullptr;
  AddressId table_ = 0;         // a location that holds addresses, where the profile has several
  AddressId held_ = 0;          // the one that it starts with
  unsigned skipped_until_ = 0;  // a branch may skip instructions before this index
};

std::string name_of(const Profile& profile, std::uint64_t seed) {
  return std::string(profile.name) + "-" + std::to_string(seed);
}

}  // namespace

Test generate(const Profile& profile, std::uint64_t seed) {
  return completed(Generator(profile, seed).run(), name_of(profile, seed));
}

Test generate_bare(const Profile& profile, std::uint64_t seed) {
  if (profile.several != 0) return generate(profile, seed);
  return observed(Generator(profile, seed).run(), name_of(profile, seed));
}

}  // namespace opexplore::random_programs
