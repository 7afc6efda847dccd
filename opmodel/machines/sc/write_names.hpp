// Whose writes the reads of a trace take: there is one memory, so it is the last.
#pragma once

#include <vector>

#include "opmodel/machines/sc/state.hpp"
#include "opmodel/parts/write_lists.hpp"
#include "opmodel/rule.hpp"

namespace opexplore::sc {

class Machine;

/// NamesWrites.
class WriteNames {
 public:
  explicit WriteNames(const Program& program) : writes_(program) {}

  void name(const Machine& machine, const State& before, Step step, const State& after,
            std::vector<Event>& events);
  Coherence coherence() const { return writes_.pairs(); }

 private:
  WriteLists writes_;
};

}  // namespace opexplore::sc
