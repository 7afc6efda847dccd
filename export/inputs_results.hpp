// The results of the launches of one kernel with several inputs, as one.
#pragma once

#include <vector>

#include "export/single_result.hpp"

namespace opexplore {

/// Collects what belongs together, in the order of the run.
class InputsResults {
 public:
  /// Whether the result belongs to those that are collected: nothing may be written in between.
  bool takes(const SingleResult& result) const;
  void add(SingleResult result) { results_.push_back(std::move(result)); }
  bool empty() const { return results_.empty(); }
  /// Whether the last of the launches is there.
  bool complete() const;

  /// What is written of them, and forgets them: the first says what all have found, and one of them
  /// in full; findings that several launches share are reported of the first one. Tests that are
  /// not told of in their own words stay as they are.
  std::vector<SingleResult> take();

 private:
  std::vector<SingleResult> results_;
};

}  // namespace opexplore
