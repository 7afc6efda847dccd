// Whose writes the reads of a trace take. States forget whose a message is where nobody can tell
// writes apart any more, and messages that nobody can read; along a trace both are known.
#pragma once

#include <cstddef>
#include <vector>

#include "opmodel/machines/vulkan/state.hpp"
#include "opmodel/parts/write_lists.hpp"
#include "opmodel/rule.hpp"

namespace opexplore::vulkan {

class Machine;

/// NamesWrites. A trace in which something is put off has no names: what reads late may come
/// before what has its place already.
class WriteNames {
 public:
  explicit WriteNames(const Program& program)
      : writes_(program), gone_(program.locations.size(), 0) {}

  void name(const Machine& machine, const State& before, Step step, const State& after,
            std::vector<opexplore::Event>& events);
  Coherence coherence() const { return put_off_ ? Coherence() : writes_.pairs(); }

 private:
  WriteLists writes_;
  std::vector<std::size_t> gone_;  // by location: the writes that are no messages any more
  bool put_off_ = false;
};

}  // namespace opexplore::vulkan
