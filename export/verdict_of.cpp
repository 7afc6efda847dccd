#include "export/verdict_of.hpp"

namespace opexplore {

Needs bug_needs(const AnsweredTest& /*run*/, const OutputOptions& /*options*/) {
  Needs needs;
  needs.bugs = true;
  return needs;
}

const KernelVerdict& verdict_of(const AnsweredTest& run) {
  return run.kernel_verdict ? *run.kernel_verdict : *run.gathered.bugs;
}

}  // namespace opexplore
