#include "litmus/generate/mutants.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/generate/sketch.hpp"
#include "litmus/writer.hpp"

namespace opexplore::generate {

namespace {

/// A weaker instruction, or none at all.
struct Weaker {
  std::string what;  ///< "acquire-relaxed"
  std::optional<Action> action;
};

std::vector<Order> weaker_orders(Order order) {
  switch (order) {
    case Order::acq_rel:
      return {Order::acquire, Order::release};
    case Order::acquire:
    case Order::release:
      return {Order::relaxed};
    case Order::relaxed:
      return {Order::weak};
    case Order::weak:
    case Order::sc:
      break;
  }
  return {};
}

std::string change(std::string_view from, std::string_view to) {
  return std::string(from) + "-" + std::string(to);
}

/// What can be taken away from one instruction.
struct Weakenings {
  std::vector<Weaker> all;

  template <class Scoped>
  void narrow(Scoped action) {
    if (action.scope == Scope::cta) return;
    const Scope narrower = action.scope == Scope::sys ? Scope::gpu : Scope::cta;
    const std::string what = change(to_string(action.scope), to_string(narrower));
    action.scope = narrower;
    // `volatile` is relaxed.sys and nothing else.
    if constexpr (requires { action.annotation; }) action.annotation = Annotation::none;
    all.push_back({what, action});
  }

  template <class Access>
  void access(const Access& access) {
    for (const Order order : weaker_orders(access.order)) {
      if (std::is_same_v<Access, Atomic> && order == Order::weak) continue;
      Access weaker = access;
      weaker.order = order;
      if (order == Order::weak) {
        weaker.scope = Scope::sys;
        if constexpr (requires { weaker.annotation; }) weaker.annotation = Annotation::none;
      }
      all.push_back({change(to_string(access.order), to_string(order)), weaker});
    }
    if (access.order != Order::weak) narrow(access);
  }

  void operator()(const Load& load) { access(load); }
  void operator()(const Store& store) { access(store); }
  void operator()(const Atomic& atomic) { access(atomic); }
  void operator()(const Fence& fence) {
    const std::string order(to_string(fence.order));
    if (fence.order == Order::sc) {
      all.push_back({change(order, "acq_rel"), Fence{Order::acq_rel, fence.scope}});
    } else {
      all.push_back({change(order, "none"), std::nullopt});
    }
    narrow(fence);
  }
  void operator()(const ProxyFence& fence) {
    all.push_back({change("proxy." + std::string(to_string(fence.kind)), "none"), std::nullopt});
  }
  template <class Other>
  void operator()(const Other&) {}
};

void remove(Thread& thread, std::size_t index) {
  thread.instructions.erase(thread.instructions.begin() + static_cast<std::ptrdiff_t>(index));
  for (Instruction& instruction : thread.instructions) {
    auto* const branch = std::get_if<Branch>(&instruction.action);
    if (branch != nullptr && branch->target > index) --branch->target;
  }
}

Test mutant(const Test& test, std::size_t t, std::size_t index, const Weaker& weaker) {
  const Program& program = test.program;
  const Thread& thread = program.threads[t];
  const std::string place = "P" + std::to_string(t) + "." + std::to_string(index);
  const std::string old = to_string(thread.instructions[index].action, thread, program);
  const std::string now =
      weaker.action ? "is now " + to_string(*weaker.action, thread, program) : "is gone";
  Test result = test;
  result.name += "-mutant-" + place + "-" + weaker.what;
  result.path = result.name;
  result.comments.emplace_back("Generator=opgen");
  result.comments.push_back("Mutant of " + test.name + ": " + place + ", " + old + ", " + now);
  if (weaker.action) {
    result.program.threads[t].instructions[index].action = *weaker.action;
  } else {
    remove(result.program.threads[t], index);
  }
  settle(result);
  return result;
}

}  // namespace

std::uint64_t for_each_mutant(const Test& test, const std::function<bool(Test)>& use) {
  std::uint64_t found = 0;
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const std::vector<Instruction>& code = test.program.threads[t].instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      Weakenings weakenings;
      std::visit(weakenings, code[i].action);
      for (const Weaker& weaker : weakenings.all) {
        ++found;
        if (!use(mutant(test, t, i, weaker))) return found;
      }
    }
  }
  return found;
}

}  // namespace opexplore::generate
