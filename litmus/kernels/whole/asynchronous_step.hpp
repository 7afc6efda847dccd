// What goes on by itself in a launch that is run once, waits for that, or orders it.
// docs/whole-launches.md says why one execution is enough.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "code/instruction.hpp"
#include "litmus/kernels/placed_copy.hpp"
#include "litmus/kernels/whole/mbarriers.hpp"
#include "litmus/kernels/whole/memory_step.hpp"

namespace opexplore::kernel {

/// What a thread has issued, and waits for in groups.
struct Issued {
  std::uint32_t copies = 1;              ///< the number of the next `cp.async` among its groups
  std::vector<std::uint32_t> ends = {};  ///< of the groups that were committed, their last numbers
  std::uint32_t bulk = 0;                ///< groups of `cp.async.bulk` that were committed
  std::uint32_t matrices = 0;            ///< the same of `wgmma.mma_async`
  /// What the thread knew at its last `wgmma.fence`, behind which matrices are read.
  Clocks::Given fenced = {};
};

class AsynchronousStep {
 public:
  AsynchronousStep(LaunchState& launch, Step& step, Clocks& clocks, Mbarriers& mbarriers,
                   BlockThread thread, Issued& issued)
      : launch_(launch),
        step_(step),
        clocks_(clocks),
        mbarriers_(mbarriers),
        thread_(thread),
        issued_(issued) {}

  /// Executes the instruction, a copy at once. False if the thread has to wait; nothing is done
  /// then. Throws LeftOpen, InputError; or the thread stops.
  bool run(const KnownStatement& known);

 private:
  bool execute(const KnownStatement& known);
  void copy(const code::Asynchronous& what);
  void copy(const PlacedCopy& copy, Touch read, Touch write);
  Touch touch_of(TouchKind kind, const Moment& moment) const;
  bool is_followed(const PlacedCopy& copy);
  void commit(OperationGroup group);
  void wait(const WaitGroup& what);
  bool use(const MbarrierOperation& what, const KnownStatement& known);
  static bool is_followed(const MbarrierOperation& what);
  bool wait_at(const MbarrierUse& use, Value parity, const KnownStatement& known);
  MbarrierUse mbarrier_at(const Abstract& place) const;
  std::optional<Value> number_behind_mbarrier() const;

  LaunchState& launch_;
  Step& step_;
  Clocks& clocks_;
  Mbarriers& mbarriers_;
  BlockThread thread_;
  Issued& issued_;
};

}  // namespace opexplore::kernel
