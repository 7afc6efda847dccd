// Templates that are a little weaker than those of a table.
#include <algorithm>
#include <utility>

#include "mappings/table.hpp"

namespace opexplore::mappings {
namespace {

Template without_step(Template code, std::size_t index) {
  code.steps.erase(code.steps.begin() + static_cast<std::ptrdiff_t>(index));
  for (Step& step : code.steps) {
    auto* const branch = std::get_if<Branch>(&step.action);
    if (branch != nullptr && branch->target > index) --branch->target;
  }
  return code;
}

// One step weaker. Acquire and release are not comparable, so acq_rel has two successors.
std::vector<Order> weaker(Order order) {
  switch (order) {
    case Order::sc:
      return {Order::acq_rel};
    case Order::acq_rel:
      return {Order::acquire, Order::release};
    case Order::acquire:
    case Order::release:
      return {Order::relaxed};
    case Order::relaxed:
      return {Order::weak};
    case Order::weak:
      break;
  }
  return {};
}

// A volatile access is relaxed.sys and more than that; only its order could be weaker, and that is
// no volatile access any more.
bool has_annotation(const Action& action) {
  const auto* const load = std::get_if<Load>(&action);
  const auto* const store = std::get_if<Store>(&action);
  return (load != nullptr && load->annotation != Annotation::none) ||
         (store != nullptr && store->annotation != Annotation::none);
}

// The actions with the next weaker orders that PTX has for them.
std::vector<Action> weaker(const Action& action) {
  std::vector<Action> result;
  if (has_annotation(action)) return result;
  const auto add = [&](auto access, Order order) {
    access.order = order;
    result.emplace_back(std::move(access));
  };
  if (const auto* const load = std::get_if<Load>(&action)) {
    for (const Order order : weaker(load->order)) add(*load, order);
  } else if (const auto* const store = std::get_if<Store>(&action)) {
    for (const Order order : weaker(store->order)) add(*store, order);
  } else if (const auto* const atomic = std::get_if<Atomic>(&action)) {
    // There are no weak read-modify-writes.
    if (atomic->order == Order::relaxed) return result;
    for (const Order order : weaker(atomic->order)) add(*atomic, order);
  } else if (const auto* const fence = std::get_if<Fence>(&action)) {
    for (const Order order : weaker(fence->order)) {
      if (order != Order::relaxed) add(*fence, order);
    }
  }
  return result;
}

// The scope that a step can be narrowed to, for a source whose scope is mapped to `mapped`.
std::optional<Scope> narrower(const Step& step, Scope mapped) {
  const auto scope = [&]() -> std::optional<Scope> {
    if (const auto* const load = std::get_if<Load>(&step.action)) {
      if (load->order == Order::weak) return std::nullopt;
      return load->scope;
    }
    if (const auto* const store = std::get_if<Store>(&step.action)) {
      if (store->order == Order::weak) return std::nullopt;
      return store->scope;
    }
    if (const auto* const atomic = std::get_if<Atomic>(&step.action)) return atomic->scope;
    if (const auto* const fence = std::get_if<Fence>(&step.action)) return fence->scope;
    return std::nullopt;
  }();
  if (!scope || has_annotation(step.action)) return std::nullopt;
  const Scope wide = step.source_scope ? mapped : *scope;
  if (wide == Scope::cta) return std::nullopt;
  return wide == Scope::sys ? Scope::gpu : Scope::cta;
}

void set_scope(Action& action, Scope scope) {
  if (auto* const load = std::get_if<Load>(&action)) load->scope = scope;
  if (auto* const store = std::get_if<Store>(&action)) store->scope = scope;
  if (auto* const atomic = std::get_if<Atomic>(&action)) atomic->scope = scope;
  if (auto* const fence = std::get_if<Fence>(&action)) fence->scope = scope;
}

}  // namespace

// WART: tested-mappings. What passes all tests may still be too weak for another.
std::vector<Template> weakenings(const Table& table, EntryId id) {
  const Template& code = table.at(id).code;
  std::vector<Template> result;
  for (std::size_t i = 0; i < code.steps.size(); ++i) {
    if (std::holds_alternative<Fence>(code.steps[i].action)) {
      result.push_back(without_step(code, i));
    }
    for (Action& action : weaker(code.steps[i].action)) {
      result.push_back(code);
      result.back().steps[i].action = std::move(action);
    }
  }
  return result;
}

std::vector<Template> narrowings(const Table& table, EntryId id, Scope source) {
  const Template& code = table.at(id).code;
  const Scope mapped = table.scopes.at(static_cast<std::size_t>(source));
  std::vector<Template> result;
  for (std::size_t i = 0; i < code.steps.size(); ++i) {
    const std::optional<Scope> scope = narrower(code.steps[i], mapped);
    if (!scope) continue;
    Template narrow = code;
    set_scope(narrow.steps[i].action, *scope);
    narrow.steps[i].source_scope = false;
    result.push_back(std::move(narrow));
  }
  return result;
}

}  // namespace opexplore::mappings
