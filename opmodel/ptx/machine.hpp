// The PTX machines as the explorer sees them. `ptx` and `ptx_proxy` differ in
// their Identity: name, source, rule list and settings.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/bytes.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/in_order/text.hpp"
#include "opmodel/ptx/out_of_order/bytes.hpp"
#include "opmodel/ptx/out_of_order/form.hpp"
#include "opmodel/ptx/out_of_order/text.hpp"

namespace opexplore::ptx_model {

/// Loads run in order. See in_order/form.hpp.
template <class Identity, unsigned Width>
class InOrderMachine : public Identity {
 public:
  using State = InOrderState<Width>;

  explicit InOrderMachine(std::shared_ptr<const Context> context)
      : context_(std::move(context)), form_(*context_) {}
  InOrderMachine(const Test& test, const MachineOptions& options)
      : InOrderMachine(std::make_shared<const Context>(test, Identity::reading(options), options)) {
  }

  State initial() const { return initial_state<Width>(*context_); }
  bool for_each_step(const State& state, FunctionRef<void(Step, State&&)> sink) const {
    return form_.for_each_step(state, sink);
  }
  bool is_final(const State& state) const { return form_.final(state); }
  Outcome outcome(const State& state) const { return form_.outcome(state); }
  void encode(const State& state, std::string& bytes) const {
    ptx_model::encode(*context_, state, bytes);
  }
  void decode(std::string_view bytes, State& state) const {
    ptx_model::decode(*context_, bytes, state);
  }
  std::string_view exceeded(const State& state) const {
    return state.too_many_writes ? too_many_writes : std::string_view{};
  }

  std::vector<Component> describe(const State& state) const {
    return InOrderText<Width>(*context_).components(state);
  }
  StepText describe(const State& state, Step step) const {
    return InOrderText<Width>(*context_).step(state, step);
  }
  std::string stuck_reason(const State& state) const {
    return InOrderText<Width>(*context_).stuck(state);
  }
  Coherence coherence(const State& state) const { return coherence_pairs(*context_, state.memory); }

 private:
  std::shared_ptr<const Context> context_;
  InOrderForm<Width> form_;
};

/// Loads and SC fences may take effect late. See out_of_order/form.hpp.
template <class Identity>
class OutOfOrderMachine : public Identity {
 public:
  using State = OutOfOrderState;
  /// A load that was postponed in vain (HasDeadEnds).
  static constexpr bool has_dead_ends = true;

  explicit OutOfOrderMachine(std::shared_ptr<const Context> context)
      : context_(std::move(context)), form_(*context_) {}
  OutOfOrderMachine(const Test& test, const MachineOptions& options)
      : OutOfOrderMachine(
            std::make_shared<const Context>(test, Identity::reading(options), options)) {}

  State initial() const { return form_.initial(); }

  bool for_each_step(const State& state, FunctionRef<void(Step, State&&)> sink) const {
    return !state.too_many_events && form_.for_each_step(state, sink);
  }
  bool is_final(const State& state) const { return !state.too_many_events && form_.final(state); }
  Outcome outcome(const State& state) const { return form_.outcome(state); }
  void encode(const State& state, std::string& bytes) const {
    ptx_model::encode(*context_, state, bytes);
  }
  void decode(std::string_view bytes, State& state) const {
    ptx_model::decode(*context_, bytes, state);
  }
  std::string_view exceeded(const State& state) const {
    return state.too_many_events ? too_many_writes : std::string_view{};
  }

  std::vector<Component> describe(const State& state) const {
    return OutOfOrderText(*context_).components(state);
  }
  StepText describe(const State& state, Step step) const {
    return OutOfOrderText(*context_).step(state, step);
  }
  std::string stuck_reason(const State& state) const {
    return OutOfOrderText(*context_).stuck(state);
  }
  Coherence coherence(const State& state) const { return coherence_pairs(*context_, state.memory); }

 private:
  std::shared_ptr<const Context> context_;
  OutOfOrderForm form_;
};

}  // namespace opexplore::ptx_model
