#include "export/verdict_of.hpp"

#include "answers/kernel/test_verdict.hpp"

namespace opexplore {

KernelVerdict verdict_of(const AnsweredTest& run, const OutputOptions& options) {
  return run.kernel != nullptr ? verdict_on(run, options.search) : verdict_on_test(run);
}

}  // namespace opexplore
