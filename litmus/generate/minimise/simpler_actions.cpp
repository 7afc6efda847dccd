#include "litmus/generate/minimise/simpler_actions.hpp"

#include <algorithm>
#include <utility>

#include "litmus/generate/vulkan_weakenings.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::minimise {

namespace {

bool is_comparison(ArithmeticOp op) { return op >= ArithmeticOp::equal; }

struct Simplify {
  const Program& program;
  Simpler simpler;
  std::vector<Action> forms;

  /// The form that `change` makes, unless it changes nothing.
  template <class What, class Change>
  void with(const What& what, Change&& change) {
    What changed = what;
    change(changed);
    if (!(changed == what)) forms.emplace_back(std::move(changed));
  }

  template <class Access>
  void place(const Access& access) {
    const AddressId generic = program.addresses[access.address].generic;
    if (simpler.keep == Keep::outcomes) {
      with(access, [](Access& it) { it.address = 0, it.proxy = Proxy::generic, it.pointer = {}; });
    }
    with(access,
         [&](Access& it) { it.address = generic, it.proxy = Proxy::generic, it.pointer = {}; });
    with(access, [](Access& it) { it.pointer = {}; });
    with(access, [](Access& it) { it.proxy = Proxy::generic; });
  }

  /// An outcome that a test asks about is usually reached all the more if the test orders less:
  /// weaker forms would lead away from what let it through in spite of the order that there is.
  bool may_weaken() const { return simpler.may_weaken; }

  /// Order, scope and cache operator of a load or store.
  template <class Access>
  void strength(const Access& access) {
    if (access.vulkan) return vulkan_strength(access);
    if (may_weaken()) {
      with(access, [](Access& it) {
        it.order = Order::weak, it.scope = Scope::sys, it.annotation = Annotation::none;
      });
    }
    with(access, [](Access& it) { it.annotation = Annotation::none; });
    if (access.order == Order::weak) return;
    if (may_weaken()) with(access, [](Access& it) { it.order = Order::relaxed; });
    with(access, [](Access& it) { it.scope = Scope::sys; });
  }

  /// What Vulkan says of an access, fence or barrier: nothing, one thing less, or the device.
  void vulkan_strength(const Action& action) {
    if (may_weaken()) {
      const bool plain = memory_access(action) != nullptr && !read_modify_write(action);
      if (plain) with(action, make_private);
      for (generate::VulkanWeakening& weaker : generate::vulkan_weakenings(action)) {
        // The device is the simplest scope: a smaller one that stays is one that matters.
        const VulkanScope scope = vulkan_of(weaker.action)->scope;
        if (scope < vulkan_of(action)->scope) continue;
        forms.push_back(std::move(weaker.action));
      }
    }
    with(action, [](Action& it) { vulkan_of(it)->scope = VulkanScope::device; });
  }

  static void make_private(Action& action) {
    *order_of(action) = Order::weak;
    const StorageClass storage_class = vulkan_of(action)->storage_class;
    *vulkan_of(action) = {};
    vulkan_of(action)->storage_class = storage_class;
  }

  /// A read-modify-write by its halves, and with less order.
  void weaken(const Atomic& atomic) {
    store_instead(atomic, Order::relaxed);
    load_instead(atomic, Order::relaxed);
    if (releases(atomic.order)) store_instead(atomic, Order::release);
    if (acquires(atomic.order)) load_instead(atomic, Order::acquire);
    if (atomic.vulkan) return;
    with(atomic, [](Atomic& it) { it.order = Order::relaxed; });
    if (atomic.order == Order::acq_rel) {
      with(atomic, [](Atomic& it) { it.order = Order::acquire; });
      with(atomic, [](Atomic& it) { it.order = Order::release; });
    }
  }

  void store_instead(const Atomic& atomic, Order order) {
    Store store{atomic, atomic.operand};
    store.order = order;
    add_settled(std::move(store));
  }
  void load_instead(const Atomic& atomic, Order order) {
    if (!atomic.destination) return;
    Load load{atomic, *atomic.destination};
    load.order = order;
    add_settled(load);
  }
  void add_settled(Action action) {
    generate::settle_attributes(action);
    forms.push_back(std::move(action));
  }

  void operator()(const Load& load) {
    strength(load);
    place(load);
  }
  void operator()(const Store& store) {
    strength(store);
    place(store);
    with(store, [](Store& it) { it.value = Value{1}; });
  }
  void operator()(const Atomic& atomic) {
    if (may_weaken()) weaken(atomic);
    if (atomic.vulkan) vulkan_strength(atomic);
    place(atomic);
    if (!atomic.vulkan) with(atomic, [](Atomic& it) { it.scope = Scope::sys; });
    // A reduction is neither an exchange nor a compare and swap.
    const AtomicOp simplest = atomic.destination ? AtomicOp::exch : AtomicOp::add;
    with(atomic, [&](Atomic& it) { it.op = simplest, it.expected = Value{0}; });
    with(atomic, [](Atomic& it) { it.operand = Value{1}; });
    if (atomic.op == AtomicOp::cas) with(atomic, [](Atomic& it) { it.expected = Value{0}; });
  }
  void operator()(const AnyFence auto& fence) {
    const auto weaker = [](Action& it) {
      if (Order* const order = order_of(it)) *order = Order::acq_rel;
    };
    if (vulkan_of(Action(fence)) != nullptr) return vulkan_strength(fence);
    if (may_weaken()) with(Action(fence), weaker);
    with(Action(fence), [](Action& it) {
      if (Scope* const scope = scope_of(it)) *scope = Scope::sys;
    });
  }
  void operator()(const Barrier& barrier) {
    if (barrier.vulkan) vulkan_strength(barrier);
    with(barrier, [](Barrier& it) { it.id.reset(), it.quorum.reset(); });
    with(barrier, [](Barrier& it) { it.quorum.reset(); });
    with(barrier, [](Barrier& it) { it.arrive = false; });
    with(barrier, [](Barrier& it) { it.members.reset(), it.passable = it.aligned = false; });
  }
  void operator()(const Arithmetic& what) {
    // The result of setp is a predicate; nothing simpler makes one.
    if (is_comparison(what.op)) {
      with(what, [](Arithmetic& it) { it.op = ArithmeticOp::equal; });
      with(what, [](Arithmetic& it) { it.right = Value{0}; });
      return;
    }
    for (const Value value : {0, 1}) {
      if (what.op == ArithmeticOp::move && what.left == Operand{Value{0}}) break;
      with(what, [&](Arithmetic& it) {
        it.op = ArithmeticOp::move, it.left = value, it.right = Value{0};
      });
    }
    if (what.op == ArithmeticOp::move) return;
    for (const Operand& operand : {what.left, what.right}) {
      with(what, [&](Arithmetic& it) {
        it.op = ArithmeticOp::move, it.left = operand, it.right = Value{0};
      });
    }
  }
  void operator()(const Asynchronous&) {}
  void operator()(const Branch& branch) {
    if (!branch.comparison) return;
    with(branch, [](Branch& it) { it = Branch{{}, Value{0}, Value{0}, it.target}; });
    if (*branch.comparison != Comparison::not_equal) {
      with(branch, [](Branch& it) { it.comparison = Comparison::equal; });
    }
    with(branch, [](Branch& it) { it.right = Value{0}; });
  }
};

}  // namespace

std::vector<Action> simpler_actions(const Action& action, const Program& program, Simpler simpler) {
  Simplify simplify{program, simpler, {}};
  std::visit(simplify, action);
  return std::move(simplify.forms);
}

}  // namespace opexplore::minimise
