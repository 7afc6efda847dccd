#include <algorithm>
#include <map>
#include <numeric>

#include "mappings/families_frame.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings {

namespace {

using generate::Event;
using generate::Sketch;

/// The sketch with its threads in a given order, as bytes; locations and values are numbered as
/// they first appear.
class Spelling {
 public:
  Spelling(const Sketch& sketch, const std::vector<std::size_t>& order)
      : sketch_(sketch), order_(order), counted_(sketch.homes.size()) {
    for (const auto& thread : sketch.threads) {
      for (const Event& event : thread) {
        if (event.form.atomic == AtomicOp::add) counted_[event.location] = true;
      }
    }
  }

  std::string run() {
    std::vector<std::size_t> images(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) images[order_[i]] = i;
    const generate::Placement placement = permuted(sketch_.placement, images);
    for (std::size_t t = 0; t < order_.size(); ++t) {
      put(placement.gpu[t]);
      put(placement.cta[t]);
    }
    for (const std::size_t t : order_) {
      put(sketch_.threads[t].size());
      for (const Event& event : sketch_.threads[t]) put(event, sketch_.threads[t]);
    }
    return std::move(text_);
  }

 private:
  template <class T>
  void put(T value) {
    text_ += static_cast<char>(value);
  }

  void put(const Event& event, const std::vector<Event>& thread) {
    put(event.before.size());
    for (const Action& action : event.before) {
      const FenceFacts fence = fence_of(action).value();
      put(fence.order);
      put(fence.scope);
    }
    const auto& form = event.form;
    const auto location = locations_.try_emplace(event.location, locations_.size());
    put(event.write);
    put(location.first->second);
    put(form.atomic ? static_cast<int>(*form.atomic) + 1 : 0);
    put(event.unused);
    put(form.order);
    put(form.scope);
    put(event.failure);
    put(event.writes() ? renamed(event.location, event.value) : 0);
    put(form.atomic == AtomicOp::cas ? renamed(event.location, event.expected) : 0);
    put(event.dependency.has_value());
    if (!event.dependency) return;
    put(event.dependency->source);
    put(event.dependency->expected
            ? renamed(thread[event.dependency->source].location, *event.dependency->expected)
            : 0);
  }

  // Where something is added to a location its values are numbers, elsewhere names.
  Value renamed(std::size_t location, Value value) {
    if (value == 0 || counted_[location]) return value;
    auto& names = values_[location];
    return names.try_emplace(value, static_cast<Value>(names.size()) + 1).first->second;
  }

  const Sketch& sketch_;
  const std::vector<std::size_t>& order_;
  std::vector<bool> counted_;
  std::map<std::size_t, std::size_t> locations_;
  std::map<std::size_t, std::map<Value, Value>> values_;
  std::string text_;
};

}  // namespace

std::string canonical_key(const Sketch& sketch) {
  std::vector<std::size_t> order(sketch.threads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::string least;
  do {
    std::string text = Spelling(sketch, order).run();
    if (least.empty() || text < least) least = std::move(text);
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

}  // namespace opexplore::mappings
