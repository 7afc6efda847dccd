// `shfl.sync` (PTX ISA 9.7.9.6): which lane each lane reads.
#pragma once

#include <cstdint>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// A lane to read, and whether it was inside the segment; outside a lane reads itself.
struct SourceLane {
  std::uint32_t number = 0;
  bool inside = false;
};

/// Operand c: where segments of a warp begin and end.
struct Segments {
  std::uint32_t clamp = 0;
  std::uint32_t mask = 0;
};
Segments segments_of(Value operand);

/// What the lane `own` reads that has `b` as operand b, of five bits.
SourceLane source_lane(code::WarpOperation::Kind mode, std::uint32_t own, std::uint32_t b,
                       const Segments& segments);

}  // namespace opexplore::kernel
