// Where a kernel says that something went wrong: a failing `assert`, and `trap`.
//
// nvcc writes `assert(c)` as a branch around a call of __assertfail, with the texts of the
// condition, the file and the function as parameters (CUDA C++ Programming Guide, "Assertion"):
//
//   mov.u64 %rd1, $str; cvta.global.u64 %rd2, %rd1;
//   { .param .b64 param0; st.param.b64 [param0+0], %rd2; …
//     call.uni __assertfail, (param0, …); }
#pragma once

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// Makes `trap` a stop, and a call of __assertfail; of the latter, if it has parameters, the store
/// of the first one, where the condition's text is at hand: it is the operand. Other parameters are
/// passed to nobody. False if the statement is none of these.
bool read_stop(const Source& source, const Entry& entry, const Statement& statement,
               code::Instruction& made);

}  // namespace opexplore::kernel
