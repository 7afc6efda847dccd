// Memory that a lane accesses by itself when the lanes of its warp move matrices together, in a
// launch that is run once.
#pragma once

#include <cstdint>

#include "litmus/kernels/whole/block_run.hpp"
#include "litmus/kernels/whole/clocks.hpp"

namespace opexplore::kernel {

class LaneMemory {
 public:
  /// `thread` is the lane's number in its block.
  LaneMemory(LaunchState& launch, const Clocks& clocks, const Step& step, std::uint32_t block,
             std::uint32_t thread)
      : launch_(launch), clocks_(clocks), step_(step), block_(block), thread_(thread) {}

  /// \name At most four bytes from the place on, which are followed (is_followed()), and the
  /// access, which is noted. Throws LeftOpen.
  /// @{
  std::uint32_t load(const Abstract& place, Value bytes);
  void store(const Abstract& place, Value bytes, std::uint32_t bits);
  /// @}

 private:
  template <class Use>
  void for_each_element(const Abstract& place, Value bytes, Use&& use) const;
  void note(TouchKind kind, const Element& element, Value stored);

  LaunchState& launch_;
  const Clocks& clocks_;
  const Step& step_;
  std::uint32_t block_;
  std::uint32_t thread_;
};

}  // namespace opexplore::kernel
