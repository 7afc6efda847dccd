#include "tests/machines/random_cxx.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace opexplore {

namespace {

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  Test make() {
    const unsigned threads = 2 + pick(3);
    const unsigned locations = 1 + pick(3);
    for (unsigned l = 0; l < locations; ++l) {
      const std::string name(1, static_cast<char>('x' + l));
      test_.program.locations.push_back({name, 0, Region::global});
      test_.program.addresses.push_back(
          {name, static_cast<LocationId>(l), static_cast<AddressId>(l), Proxy::generic});
    }
    scopes_ = pick(3);
    non_atomics_ = one_in(4);
    sc_ = pick(3);
    test_.program.language = Language::cxx;
    for (unsigned t = 0; t < threads; ++t) add_thread(t, threads == 2 ? 4 : 3);
    observe();
    return std::move(test_);
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  bool one_in(unsigned count) { return pick(count) == 0; }

  void add_thread(unsigned number, unsigned most) {
    Thread& thread = test_.program.threads.emplace_back();
    thread.cta = pick(2) * number;
    thread.gpu = one_in(8) ? 1 : 0;
    thread.warp = number;
    read_.clear();
    const unsigned count = std::min(1 + pick(most), left_);
    left_ -= count;
    for (unsigned i = 0; i < count; ++i) {
      const bool guarded = !read_.empty() && one_in(8);
      const std::size_t guard = thread.instructions.size();
      if (guarded) {
        add({Branch{Comparison::equal, RegisterOperand{known()}, Value{pick(2)}, 0}});
      }
      add_event();
      if (!guarded) continue;
      auto& branch = std::get<Branch>(thread.instructions[guard].action);
      branch.target = static_cast<InstructionId>(thread.instructions.size());
    }
  }

  void add_event() {
    const unsigned kind = pick(10);
    if (kind < 3) return add_load();
    if (kind < 6) return add_store();
    if (kind < 8) return add_atomic();
    Fence fence;
    fence.order = order({Order::acquire, Order::release, Order::acq_rel, Order::sc});
    fence.scope = scope();
    add({fence});
  }

  void add_load() {
    Load load;
    load.address = address();
    load.order = access_order({Order::relaxed, Order::acquire});
    if (load.order != Order::weak) load.scope = scope();
    load.destination = new_register();
    add({load});
    read_.push_back(load.destination);
  }

  void add_store() {
    Store store;
    store.address = address();
    store.value = value();
    store.order = access_order({Order::relaxed, Order::release});
    if (store.order != Order::weak) store.scope = scope();
    add({store});
  }

  void add_atomic() {
    Atomic atomic;
    const std::vector<AtomicOp> ops{AtomicOp::exch, AtomicOp::add, AtomicOp::cas};
    atomic.op = ops[pick(3)];
    atomic.address = address();
    atomic.operand = value();
    atomic.order = order({Order::relaxed, Order::acquire, Order::release, Order::acq_rel});
    if (atomic.op == AtomicOp::cas) {
      const std::vector<Order> failures{Order::relaxed, Order::acquire, Order::sc};
      atomic.failure = failures[pick(3)];
      const bool known_value = !read_.empty() && one_in(4);
      atomic.expected = known_value ? Operand{RegisterOperand{known()}} : Operand{Value{pick(2)}};
    }
    atomic.scope = scope();
    atomic.destination = new_register();
    add({atomic});
    read_.push_back(*atomic.destination);
  }

  AddressId address() {
    return static_cast<AddressId>(pick(unsigned(test_.program.addresses.size())));
  }
  Scope scope() {
    return scopes_ == 0 ? Scope::sys : static_cast<Scope>(pick(scopes_ == 1 ? 3 : 2));
  }
  Order order(const std::vector<Order>& orders) {
    if (sc_ == 2 ? !one_in(4) : sc_ == 1 && one_in(2)) return Order::sc;
    return orders[pick(unsigned(orders.size()))];
  }
  Order access_order(const std::vector<Order>& orders) {
    return non_atomics_ && one_in(3) ? Order::weak : order(orders);
  }

  // A number, something read before, or what depends on it.
  Operand value() {
    const Value number = 1 + pick(3);
    if (read_.empty() || !one_in(4)) return number;
    const RegisterId from = known();
    if (one_in(2)) return RegisterOperand{from};
    const RegisterId result = new_register();
    const ArithmeticOp op = one_in(2) ? ArithmeticOp::add : ArithmeticOp::bit_xor;
    add({Arithmetic{op, result, RegisterOperand{from}, Value{1}, NumberType::s64}});
    return RegisterOperand{result};
  }

  RegisterId known() { return read_[pick(unsigned(read_.size()))]; }
  RegisterId new_register() {
    auto& registers = test_.program.threads.back().registers;
    registers.push_back({"r" + std::to_string(registers.size()), 0, NumberType::s64});
    return static_cast<RegisterId>(registers.size() - 1);
  }
  void add(Action action) {
    test_.program.threads.back().instructions.push_back({std::move(action), {1, 1}, ""});
  }

  void observe() {
    const Program& program = test_.program;
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      for (std::size_t r = 0; r < program.threads[t].registers.size(); ++r) {
        test_.observables.emplace_back(
            RegisterTerm{static_cast<ThreadId>(t), static_cast<RegisterId>(r)});
      }
    }
    for (std::size_t l = 0; l < program.addresses.size(); ++l) {
      test_.observables.emplace_back(LocationTerm{static_cast<AddressId>(l)});
    }
    test_.shown = test_.observables.size();
  }

  std::mt19937_64 random_;
  Test test_;
  unsigned left_ = 8;    // accesses and fences
  unsigned scopes_ = 0;  // sys alone, all, cta and gpu
  unsigned sc_ = 0;      // never, half, mostly
  bool non_atomics_ = false;
  std::vector<RegisterId> read_;
};

std::string text_of(const Operand& operand) {
  const auto* named = std::get_if<RegisterOperand>(&operand);
  return named != nullptr ? "r" + std::to_string(named->id)
                          : std::to_string(std::get<Value>(operand));
}

template <class Access>
std::string form_of(const Access& access) {
  return "." + std::string(to_string(access.order)) + "." + std::string(to_string(access.scope)) +
         " ";
}

std::string text_of(const Program& program, const Action& action) {
  const auto name = [&](AddressId address) { return program.addresses[address].name; };
  if (const auto* load = std::get_if<Load>(&action)) {
    return "load" + form_of(*load) + "r" + std::to_string(load->destination) + ", " +
           name(load->address);
  }
  if (const auto* store = std::get_if<Store>(&action)) {
    return "store" + form_of(*store) + name(store->address) + ", " + text_of(store->value);
  }
  if (const auto* atomic = std::get_if<Atomic>(&action)) {
    const std::string into =
        atomic->destination ? "r" + std::to_string(*atomic->destination) : "nothing";
    return std::string(to_string(atomic->op)) + form_of(*atomic) + "(" +
           std::string(to_string(atomic->failure)) + ") " + into + ", " + name(atomic->address) +
           ", " + text_of(atomic->expected) + ", " + text_of(atomic->operand);
  }
  if (const auto* fence = std::get_if<Fence>(&action)) return "fence" + form_of(*fence);
  if (const auto* branch = std::get_if<Branch>(&action)) {
    return "if " + text_of(branch->left) + " == " + text_of(branch->right) + " goto " +
           std::to_string(branch->target);
  }
  const auto& arithmetic = std::get<Arithmetic>(action);
  return std::string(to_string(arithmetic.op)) + " r" + std::to_string(arithmetic.destination) +
         ", " + text_of(arithmetic.left) + ", " + text_of(arithmetic.right);
}

}  // namespace

Test random_cxx_test(std::uint64_t seed) { return Maker(seed).make(); }

std::string listing(const Test& test) {
  std::string text;
  for (const Thread& thread : test.program.threads) {
    text += "cta " + std::to_string(thread.cta) + ", gpu " + std::to_string(thread.gpu) + "\n";
    for (const Instruction& instruction : thread.instructions) {
      text += "  " + text_of(test.program, instruction.action) + "\n";
    }
  }
  return text;
}

}  // namespace opexplore
