// The successors of a graph that the model allows.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "opmodel/machines/amdgpu/location_order.hpp"
#include "opmodel/machines/amdgpu/rules.hpp"
#include "opmodel/machines/cxx/choice.hpp"
#include "opmodel/rule.hpp"

namespace opexplore::amdgpu {

/// Whether no event of the graph is postponed.
bool nothing_postponed(const State& state);

class Successors {
 public:
  using Found = std::vector<std::pair<Step, State>>;

  /// Keeps references. `prunes`: iterations that changed nothing are left out.
  Successors(const Context& context, const EffectsTable& effects, const State& state, bool prunes,
             Found& found)
      : context_(context), effects_(effects), state_(state), prunes_(prunes), found_(found) {}

  /// Whether something was left out.
  bool gave_up() const { return gave_up_; }

  /// Only this event, for all others can come after it: it does not read, and who reads later can
  /// read what it could read before. False if it reads.
  bool add_only(const Pending& event);

  /// What a read can get. `others_write`: whether other threads may still write the location.
  void add_reads(const Pending& event, bool others_write);

 private:
  const cxx::Planned& plan(const Pending& event) const {
    return context_.plan(event.name.thread, event.instruction);
  }
  bool is_late(const Pending& event) const {
    return event.name.index < state_.threads[event.name.thread].size();
  }
  template <auto Rule>
  void put_off(const Pending& event);
  template <auto Rule>
  void offer(const Pending& event, std::size_t place);
  void add_undef(const Pending& event);
  void add_source(const Pending& event, std::size_t source);
  void add(Step step, const Pending& event, State&& next);
  bool allows(const Pending& event, const State& next) const;
  bool is_idle(const State& next, ThreadId thread) const;
  bool is_idle(const State& next, ThreadId thread, const class Values& values) const;

  const Context& context_;
  const EffectsTable& effects_;
  const State& state_;
  bool prunes_;
  Found& found_;
  bool others_write_ = true;
  bool gave_up_ = false;
};

}  // namespace opexplore::amdgpu
