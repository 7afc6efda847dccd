// Why one execution of a launch does not say what all of them do.
#pragma once

#include <string>

namespace opexplore::kernel {

struct Statement;

/// Thrown where an execution comes to something that another one may do otherwise, or that is not
/// followed here.
struct LeftOpen {
  std::string why;  ///< "what `atom.global.add.u32 %r1, [%rd1], 1` returns depends on …"
  const Statement* at = nullptr;
  bool of_blocks = false;  ///< blocks by themselves leave it open, too
};

}  // namespace opexplore::kernel
