#include "litmus/generate/vulkan_weakenings.hpp"

#include <string_view>

#include "litmus/generate/vulkan_words.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

namespace {

bool orders(Order order) { return acquires(order) || releases(order); }

class VulkanWeakenings {
 public:
  explicit VulkanWeakenings(const Action& original) : original_(original) {}

  std::vector<VulkanWeakening> run() {
    if (vulkan_of(original_) == nullptr) return {};
    weaken_order();
    weaken_scope();
    weaken_semantics();
    weaken_privacy();
    return std::move(all_);
  }

 private:
  const VulkanAttributes& attributes() const { return *vulkan_of(original_); }
  Order order() const { return *order_of(original_); }

  template <class Change>
  void with(std::string_view from, std::string_view to, const Change& change) {
    Action weaker = original_;
    change(weaker, *vulkan_of(weaker));
    settle_attributes(weaker);
    all_.push_back({std::string(from) + "-" + std::string(to), std::move(weaker)});
  }

  void with_order(Order weaker, std::string_view name) {
    with(short_name(order()), name,
         [&](Action& action, VulkanAttributes&) { *order_of(action) = weaker; });
  }

  void weaken_order() {
    const bool access = memory_access(original_) != nullptr;
    const bool barrier = barrier_of(original_) != nullptr;
    if (order() == Order::acq_rel) {
      with_order(Order::acquire, short_name(Order::acquire));
      with_order(Order::release, short_name(Order::release));
    } else if (orders(order()) && access) {
      with_order(Order::relaxed, short_name(Order::relaxed));
    } else if (orders(order()) && barrier) {
      with_order(Order::weak, "none");
    }
  }

  bool has_scope() const {
    if (memory_access(original_) == nullptr || order() != Order::weak) return true;
    return attributes().available || attributes().visible;
  }

  void weaken_scope() {
    const VulkanScope scope = attributes().scope;
    if (!has_scope() || scope == VulkanScope::subgroup) return;
    const auto smaller = static_cast<VulkanScope>(static_cast<int>(scope) - 1);
    with(to_string(scope), to_string(smaller),
         [&](Action&, VulkanAttributes& weaker) { weaker.scope = smaller; });
  }

  void weaken_semantics() {
    const StorageClassSet all = attributes().semantics;
    for (StorageClass i = 0; i < storage_classes; ++i) {
      if (!has_class(all, i) || all == set_of(i)) continue;
      with("sem" + storage_class_text(i), "none", [&](Action&, VulkanAttributes& weaker) {
        weaker.semantics = static_cast<StorageClassSet>(all & ~set_of(i));
      });
    }
    if (attributes().make_available) {
      with("semav", "none", [](Action&, VulkanAttributes& it) { it.make_available = false; });
    }
    if (attributes().make_visible) {
      with("semvis", "none", [](Action&, VulkanAttributes& it) { it.make_visible = false; });
    }
  }

  // Of loads and stores: a read-modify-write is atomic.
  void weaken_privacy() {
    const MemoryAccess* const access = memory_access(original_);
    if (access == nullptr || read_modify_write(original_) != nullptr) return;
    const std::string_view own = writes_memory(original_) ? "av" : "vis";
    if (order() == Order::relaxed) return with_order(Order::weak, own);
    if (order() != Order::weak || !attributes().non_private) return;
    if (!attributes().available && !attributes().visible) {
      with("nonpriv", "priv", [](Action&, VulkanAttributes& it) { it.non_private = false; });
      return;
    }
    with(own, "nonpriv", [](Action&, VulkanAttributes& it) {
      it.available = it.visible = false;
      it.scope = VulkanScope::device;
    });
  }

  const Action& original_;
  std::vector<VulkanWeakening> all_;
};

}  // namespace

std::vector<VulkanWeakening> vulkan_weakenings(const Action& action) {
  return VulkanWeakenings(action).run();
}

void settle_attributes(Action& action) {
  VulkanAttributes* const attributes = vulkan_of(action);
  if (attributes == nullptr) return;
  const Order order = *order_of(action);
  if (!orders(order)) attributes->semantics = 0;
  attributes->make_available = attributes->make_available && releases(order);
  attributes->make_visible = attributes->make_visible && acquires(order);
  if (memory_access(action) == nullptr || order == Order::weak) return;
  attributes->non_private = true;
  attributes->available = writes_memory(action);
  attributes->visible = reads_memory(action);
}

}  // namespace opexplore::generate
