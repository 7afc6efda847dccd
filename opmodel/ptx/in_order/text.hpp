// What traces print of the in-order form's states and steps.
#pragma once

#include <string>
#include <vector>

#include "opmodel/ptx/in_order/state.hpp"
#include "opmodel/ptx/text.hpp"

namespace opexplore::ptx_model {

template <class Size>
class InOrderText {
 public:
  explicit InOrderText(const Context& context) : context_(context) {}
  std::vector<Component> components(const InOrderState<Size>& state) const;
  StepText step(const InOrderState<Size>& state, Step step) const;
  Phrase stuck(const InOrderState<Size>& state) const;

 private:
  using State = InOrderState<Size>;
  void thread_components(const State& state, ThreadId thread, const MemoryText& text,
                         std::vector<Component>& result) const;
  State after(const State& state, Step step) const;
  void read(const State& state, Step step, StepText& result) const;
  std::string barrier(const State& state, const State& after, ThreadId thread) const;

  const Context& context_;
};

}  // namespace opexplore::ptx_model
