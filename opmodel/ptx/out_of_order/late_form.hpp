// The out-of-order form with states of the in-order form wherever nothing is put off.
//
// A state in which nothing is put off is one of the in-order form, and so are its steps. A load is
// put off only where a cycle is in sight (lateness_now.hpp); from there the out-of-order form goes
// on (form.hpp), until all that was issued has been performed. Programs for which that does not
// hold (Context::folds) are in the states of the out-of-order form from the beginning.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "opmodel/data_race.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/out_of_order/form.hpp"

namespace opexplore::ptx_model {

/// Nothing is put off, or something may be.
using LateState = std::variant<InOrderState<LateSize>, OutOfOrderState>;

class LateForm {
 public:
  using Sink = FunctionRef<void(Step, LateState&&)>;

  explicit LateForm(const Context& context)
      : context_(context), in_order_(context), out_of_order_(context) {}

  LateState initial() const;
  /// Returns whether a spinning iteration was left out or a load is still put off.
  bool for_each_step(const LateState& state, Sink sink) const;
  bool final(const LateState& state) const;
  Outcome outcome(const LateState& state) const;
  PossibleValues possible_values(const LateState& state, std::size_t observable) const;
  void encode(const LateState& state, std::string& bytes) const;
  void decode(std::string_view bytes, LateState& state) const;
  std::string_view exceeded(const LateState& state) const;
  bool may_be_dead_end(const LateState& state) const;

  Standing standing(const LateState& state) const;
  std::vector<InstructionId> places(const LateState& state) const;
  /// While something is put off, all that memory may owe: who goes on has it settled before.
  Duties duties(const LateState& state) const;
  StepDuties step_duties(const LateState& state, Step step) const;
  std::string_view cut(const LateState& state) const;

  /// Of the execution so far, where nothing is put off. Precondition: not Context::folds.
  void for_each_data_race(const LateState& state, DataRaceSink sink) const;

  std::vector<Component> describe(const LateState& state) const;
  StepText describe(const LateState& state, Step step) const;
  Phrase stuck_reason(const LateState& state) const;
  Coherence coherence(const LateState& state) const;

 private:
  using Settled = InOrderState<LateSize>;

  Past as_past(const Settled& state) const;
  void put_off(const Settled& state, Sink sink) const;
  void go_on(Step step, Reached&& reached, Sink sink) const;

  const Context& context_;
  InOrderForm<LateSize> in_order_;
  OutOfOrderForm out_of_order_;
};

}  // namespace opexplore::ptx_model
