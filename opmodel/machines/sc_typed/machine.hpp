// `sc-typed`: sequential consistency by telling accesses to private and read-only data, which need
// no order, from the others (Singh, Aga, Narayanasamy, MICRO 2015, section 4).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/machines/sc_typed/rules.hpp"
#include "opmodel/pipeline/open_values.hpp"

namespace opexplore::sc_typed {

class Machine {
 public:
  using State = sc_typed::State;

  static constexpr std::string_view name = "sc-typed";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "Singh, Aga, Narayanasamy, Efficiently Enforcing Strong Memory Ordering in GPUs, MICRO 2015, "
      "section 4";
  static constexpr auto rules = rule_list.rules;

  static constexpr std::array<std::string_view, 4> sector_values{"1", "2", "4", "8"};
  static constexpr std::array<std::string_view, 4> mac_values{"all", "1", "2", "4"};
  static constexpr Setting without_setting{"without", without_values,
                                           "parts of the design to leave out", true};
  static constexpr Setting sector_setting{"sector", sector_values,
                                          "global locations per sector, as declared"};
  static constexpr Setting mac_setting{
      "mac-entries", mac_values, "sectors that the classifier can hold; all: it never recalls"};
  static constexpr std::array<Setting, 4> settings{without_setting, pipeline::sms_setting,
                                                   sector_setting, mac_setting};

  static std::string_view axioms(const MachineOptions& options) {
    return value_of(without_setting, options) == "nothing" ? "sc" : "";
  }

  /// Figure 5, from the function that answers requests.
  static Diagram diagram();

  /// Runs every program of up to 16 threads and 64 locations.
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test.
  Machine(const Test& test, const MachineOptions& options);

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    for (const Step step : steps(state)) {
      State next = state;
      apply(next, step);
      sink(step, std::move(next));
    }
    return context_->core.diverges(state.core);
  }

  bool is_final(const State& state) const;
  Outcome outcome(const State& state) const;
  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  std::vector<Component> describe(const State& state) const;
  StepText describe(const State& state, Step step) const;
  Phrase stuck_reason(const State& state) const;
  std::string_view exceeded(const State& state) const;
  std::uint32_t stalled(const State& state) const;
  /// In a search for a verdict; otherwise anything.
  PossibleValues possible_values(const State& state, std::size_t index) const;

  const Context& context() const { return *context_; }

 private:
  using Steps = SmallVector<Step, 16>;

  Steps steps(const State& state) const;
  void thread_steps(const State& state, ThreadId thread, Steps& found) const;
  void waiting_steps(const State& state, std::size_t waiting, Steps& found) const;
  void apply(State& state, Step step) const;
  void settle(State& state) const;
  bool pass_eagerly(State& state, ThreadId thread) const;
  bool classify_eagerly(State& state) const;
  bool acknowledge_eagerly(State& state) const;
  void forget(State& state) const;
  void describe_sm(const State& state, SmId sm, std::vector<Component>& components) const;
  void describe_warp(const State& state, WarpId warp, std::vector<Component>& components) const;

  std::shared_ptr<const Context> context_;
  std::shared_ptr<const pipeline::OpenValues> values_;  // in a search for a verdict
};

static_assert(opexplore::Machine<Machine> && HasGoal<Machine>);

}  // namespace opexplore::sc_typed
