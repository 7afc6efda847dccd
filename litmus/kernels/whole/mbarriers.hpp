// The mbarriers of a block that is run once (PTX ISA 9.7.15.16). What is done to one is counted in
// the phase that it is in; where it might be counted in another one, in another execution, that
// leaves it open. docs/whole-launches.md says why that is enough.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "litmus/kernels/whole/clocks.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

struct Statement;

/// Who does something to an mbarrier, and where that is in memory: object and offset.
struct MbarrierUse {
  std::pair<std::uint16_t, Value> mbarrier;
  std::uint32_t thread = 0;
  const Statement* statement = nullptr;
};

/// All throw LeftOpen where another execution may do otherwise, and where the behaviour is
/// undefined.
class Mbarriers {
 public:
  explicit Mbarriers(Clocks& clocks) : clocks_(clocks) {}

  void initialise(const MbarrierUse& use, Value count);
  void expect(const MbarrierUse& use, Value bytes);
  /// Arrives so often, a release, and expects so many bytes beside. The parity of its phase.
  Value arrive(const MbarrierUse& use, Value count, Value bytes);
  /// What completes there when `copies` have (`cp.async.mbarrier.arrive`); `increments`: the phase
  /// waits for one more.
  void arrive_with(const MbarrierUse& use, const Moment& copies, bool increments);
  /// When an operation is known to have completed that completes there.
  Moment moment_of_copy(const MbarrierUse& use);
  /// It completes, with so many bytes.
  void complete(const MbarrierUse& use, Value bytes);
  /// Whether the phase of that parity is complete. Then the thread knows what it tells, as by an
  /// acquire.
  bool wait(const MbarrierUse& use, Value parity);

 private:
  struct Mbarrier {
    std::uint32_t number = 0;  ///< of the block's
    Moment initialised;
    Value expected = 0;  ///< arrivals of a phase
    Value pending = 0;
    Value bytes = 0;
    std::uint32_t phases = 0;          ///< that are complete
    std::vector<Clocks::Given> given;  ///< in this phase
    std::vector<Moment> increased;     ///< in this phase, what it waits for beside
    Clocks::Known known;               ///< what the last complete phase tells
    std::vector<Moment> seen;          ///< by whom it was seen to be complete
  };

  Mbarrier& used(const MbarrierUse& use);
  Mbarrier& counted(const MbarrierUse& use);
  void count(Mbarrier& mbarrier, const MbarrierUse& use, Value arrivals);
  void close(Mbarrier& mbarrier, const MbarrierUse& use);

  Clocks& clocks_;
  std::map<std::pair<std::uint16_t, Value>, Mbarrier> mbarriers_;
};

}  // namespace opexplore::kernel
