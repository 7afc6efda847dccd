// What traces print of the out-of-order form's states and steps.
#pragma once

#include <string>
#include <vector>

#include "opmodel/ptx/out_of_order/events.hpp"
#include "opmodel/ptx/text.hpp"

namespace opexplore::ptx_model {

class OutOfOrderText {
 public:
  explicit OutOfOrderText(const Context& context) : context_(context) {}
  std::vector<Component> components(const OutOfOrderState& state) const;
  StepText step(const OutOfOrderState& state, Step step) const;
  Phrase stuck(const OutOfOrderState& state) const;

 private:
  using State = OutOfOrderState;
  void thread_components(const Events& now, ThreadId thread, std::vector<Component>& result) const;
  std::string fence_order(const State& state) const;
  void read(const Events& then, Step step, std::size_t entry, StepText& result) const;
  void write(const State& before, const Events& then, Step step, std::size_t entry,
             StepText& result) const;

  const Context& context_;
};

}  // namespace opexplore::ptx_model
