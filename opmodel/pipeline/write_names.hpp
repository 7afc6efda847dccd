// Whose writes the reads of a trace take: there is one memory, and a store in flight has its name
// when a load takes its value.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "opmodel/parts/write_lists.hpp"
#include "opmodel/pipeline/path.hpp"

namespace opexplore::pipeline {

class WriteNames {
 public:
  explicit WriteNames(const Program& program) : writes_(program) {}

  /// The access in flight, by its index, acts on memory: these are its events.
  void complete(const PathState& before, std::size_t entry, std::vector<Event>& events);
  /// A load takes the value of the store in flight.
  void forward(const PathState& before, std::size_t store, std::vector<Event>& events);
  Coherence coherence() const { return writes_.pairs(); }

 private:
  using Names = std::vector<WriteRef>;

  Names& names_at_least(const PathState& state, std::size_t entry, std::size_t count);

  WriteLists writes_;
  /// Of stores in flight that have names, by instruction, the oldest first.
  std::map<std::pair<ThreadId, InstructionId>, Names> named_;
};

}  // namespace opexplore::pipeline
