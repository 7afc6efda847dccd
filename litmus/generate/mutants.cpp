#include "litmus/generate/mutants.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/generate/sketch.hpp"
#include "litmus/generate/vulkan_weakenings.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

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

std::optional<Scope> narrower(Scope scope) {
  if (scope == Scope::cta) return std::nullopt;
  return scope == Scope::sys ? Scope::gpu : Scope::cta;
}

/// What can be taken away from one instruction.
struct Weakenings {
  const Action& original;
  std::vector<Weaker> all;

  /// Other orders and scopes of an access.
  void operator()(const MemoryAccess& access) {
    for (const Order order : weaker_orders(access.order)) {
      const bool possible = order != Order::weak || read_modify_write(original) == nullptr;
      if (possible) weaken(access, order);
    }
    const std::optional<Scope> scope = narrower(access.scope);
    if (access.order == Order::weak || !scope) return;
    Action weaker = original;
    memory_access(weaker)->scope = *scope;
    // `volatile` is relaxed.sys and nothing else.
    memory_access(weaker)->annotation = Annotation::none;
    all.push_back({change(to_string(access.scope), to_string(*scope)), weaker});
  }
  void operator()(const AnyFence auto& fence) {
    const FenceFacts facts = facts_of(fence);
    const std::string kind(facts.proxy ? to_string(*facts.proxy) : to_string(facts.order));
    Action weaker = fence;
    if (Order* const order = order_of(weaker); facts.order == Order::sc && order != nullptr) {
      *order = Order::acq_rel;
      all.push_back({change(kind, to_string(*order)), weaker});
    } else {
      all.push_back({change((facts.proxy ? "proxy." : "") + kind, "none"), std::nullopt});
    }
    weaker = fence;
    Scope* const scope = scope_of(weaker);
    if (scope == nullptr || !narrower(*scope)) return;
    *scope = *narrower(*scope);
    all.push_back({change(to_string(facts.scope), to_string(*scope)), weaker});
  }
  void operator()(const Barrier&) {}
  void operator()(const Arithmetic&) {}
  void operator()(const Branch&) {}
  void operator()(const Asynchronous&) {}

  void weaken(const MemoryAccess& access, Order order) {
    Action weaker = original;
    MemoryAccess& weakened = *memory_access(weaker);
    weakened.order = order;
    if (order == Order::weak) {
      weakened.scope = Scope::sys;
      weakened.annotation = Annotation::none;
    }
    all.push_back({change(to_string(access.order), to_string(order)), weaker});
  }
};

// In Vulkan what has no less order than none goes.
std::vector<Weaker> weaker_in_vulkan(const Action& action) {
  std::vector<Weaker> all;
  for (VulkanWeakening& weakening : vulkan_weakenings(action)) {
    all.push_back({std::move(weakening.what), std::move(weakening.action)});
  }
  const Order* const order = order_of(action);
  const bool is_half = order != nullptr && *order != Order::acq_rel;
  if (const auto fence = fence_of(action); fence && fence->device) {
    all.push_back({change(to_string(*fence->device), "none"), std::nullopt});
  } else if (fence && is_half) {
    all.push_back({change(short_name(*order), "none"), std::nullopt});
  }
  return all;
}

std::vector<Weaker> all_weaker(const Action& action) {
  const auto fence = fence_of(action);
  if (vulkan_of(action) != nullptr || (fence && fence->device)) return weaker_in_vulkan(action);
  Weakenings weakenings{action, {}};
  std::visit(weakenings, action);
  return std::move(weakenings.all);
}

void remove(Thread& thread, std::size_t index) {
  thread.instructions.erase(thread.instructions.begin() + static_cast<std::ptrdiff_t>(index));
  for (Instruction& instruction : thread.instructions) {
    Branch* const branch = branch_of(instruction.action);
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
      for (const Weaker& weaker : all_weaker(code[i].action)) {
        ++found;
        if (!use(mutant(test, t, i, weaker))) return found;
      }
    }
  }
  return found;
}

}  // namespace opexplore::generate
