// Templates that are a little weaker than those of a table.
#include <algorithm>
#include <utility>

#include "mappings/table.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings {
namespace {

Template without_step(Template code, std::size_t index) {
  code.steps.erase(code.steps.begin() + static_cast<std::ptrdiff_t>(index));
  for (Step& step : code.steps) {
    Branch* const branch = branch_of(step.action);
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
  const MemoryAccess* const access = memory_access(action);
  return access != nullptr && access->annotation != Annotation::none;
}

// Whether PTX has the action with that order: no read-modify-write is weak, and fences begin with
// acquire and release.
bool has_order(const Action& action, Order order) {
  if (order == Order::weak) return memory_access(action) && !read_modify_write(action);
  return order != Order::relaxed || !fence_of(action);
}

// The actions with the next weaker orders that PTX has for them.
std::vector<Action> weaker(const Action& action) {
  std::vector<Action> result;
  const Order* const strong = order_of(action);
  if (strong == nullptr || has_annotation(action)) return result;
  for (const Order order : weaker(*strong)) {
    if (!has_order(action, order)) continue;
    result.push_back(action);
    *order_of(result.back()) = order;
  }
  return result;
}

}  // namespace

// WART: tested-mappings. What passes all tests may still be too weak for another.
std::vector<Template> weakenings(const Table& table, EntryId id) {
  const Template& code = table.at(id).code;
  std::vector<Template> result;
  if (table.target != Language::ptx) return result;
  for (std::size_t i = 0; i < code.steps.size(); ++i) {
    if (fence_of(code.steps[i].action)) result.push_back(without_step(code, i));
    for (Action& action : weaker(code.steps[i].action)) {
      result.push_back(code);
      result.back().steps[i].action = std::move(action);
    }
  }
  return result;
}

}  // namespace opexplore::mappings
