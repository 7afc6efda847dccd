#include "export/verdict_of.hpp"

#include "answers/kernel/test_verdict.hpp"

namespace opexplore {

KernelVerdict verdict_of(const AnsweredTest& run) {
  return run.kernel_verdict ? *run.kernel_verdict : verdict_on_test(run);
}

}  // namespace opexplore
