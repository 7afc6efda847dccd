// Where a kernel says that something went wrong: a failing `assert`, and `trap`.
//
// nvcc writes `assert(c)` as a branch around a call of __assertfail, with the texts of the
// condition, the file and the function as parameters (CUDA C++ Programming Guide, "Assertion"):
//
//   mov.u64 %rd1, $str; cvta.global.u64 %rd2, %rd1;
//   { .param .b64 param0; st.param.b64 [param0+0], %rd2; …
//     call.uni __assertfail, (param0, …); }
//
// Both stop the grid. Here the thread ends, with a register that says which of them it was.
//
// WART: assertions-end-threads. The others go on.
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// What a statement has to do with them.
enum class Stop : std::uint8_t {
  none,
  prepares,  ///< passes something to __assertfail that is not asked for
  stops      ///< the thread goes no further
};

/// Of `assert`, the store of the first parameter stops: there the condition's text is at hand.
Stop stop_of(const Entry& entry, const Statement& statement);

/// Makes the thread say that it has stopped here. Precondition: stop_of() is `stops`.
void execute_stop(Step& step);

}  // namespace opexplore::kernel
