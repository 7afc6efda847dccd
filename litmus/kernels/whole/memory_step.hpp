// Loads, stores and read-modify-writes of a launch that is run once.
#pragma once

#include <cstdint>

#include "code/instruction.hpp"
#include "litmus/kernels/whole/block_run.hpp"
#include "litmus/kernels/whole/clocks.hpp"

namespace opexplore::kernel {

/// A thread that executes, by its block and its number there.
struct BlockThread {
  std::uint32_t block = 0;
  std::uint32_t number = 0;
};

/// Thrown where nobody has told what the thread reads.
struct NotTold {};

class MemoryStep {
 public:
  MemoryStep(LaunchState& launch, Step& step, const Clocks& clocks, BlockThread thread)
      : launch_(launch),
        step_(step),
        clocks_(clocks),
        thread_(thread),
        access_(std::get<code::Access>(step.instruction().operation)) {}

  /// Executes the access. Throws LeftOpen, InputError, NoValue, NotTold; or the thread stops.
  void run(const KnownStatement& known);

 private:
  std::optional<Abstract> place_in_memory(const code::Operand& memory);
  void access_location(bool observes);
  void load(const Abstract& place);
  void store(const Abstract& place);
  void update(const Abstract& place, bool observes);
  Value given(const code::Operand& operand);
  Value updated(Value old, Value operand, Value expected) const;
  std::vector<code::Operand> parts(const code::Operand& operand) const;
  bool is_float(const Element& element) const;
  Touch touch_of(TouchKind kind, Value offset) const;

  LaunchState& launch_;
  Step& step_;
  const Clocks& clocks_;
  BlockThread thread_;
  const code::Access& access_;
};

}  // namespace opexplore::kernel
