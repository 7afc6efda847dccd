// What the accesses of a thread write, compared with what its test says.
#pragma once

#include <string>

#include "hardware/machine_code/flow.hpp"

namespace opexplore::hardware {

/// The flow with what accesses write in their names: "STG x, 1", and "STG x, ?" for no constant.
Flow with_written(const Flow& flow);

struct WrittenComparison {
  enum class Result : std::uint8_t {
    same,     ///< constants are those of the test, each in its place
    changed,  ///< some are not
    untold    ///< the machine code writes a value that is not known to be the test's constant
  };
  Result result = Result::untold;
  std::string reason = {};  ///< of `untold`, in a sentence
};

/// Of flows that are the same as far as names go. Where the test computes what it writes, the
/// machine code may write anything.
WrittenComparison compare_written(const Flow& expected, const Flow& found);

}  // namespace opexplore::hardware
