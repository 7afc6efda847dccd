// Whose writes the reads of a trace take, on a machine with one memory (ReadsLastWrite).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "explorer/trace_steps.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

class LastWrites {
 public:
  /// Before the first step. Keeps a reference.
  explicit LastWrites(const Program& program) : program_(program) {}

  /// Gives the writes of the next step names, and its reads the names of what they read.
  void name(TraceStep& step);
  /// The order of all writes so far, location by location.
  Coherence coherence() const;

 private:
  std::vector<std::string>& writes_to(AddressId address);

  const Program& program_;
  std::map<LocationId, std::vector<std::string>> writes_;  // names, the initial one first
  std::map<ThreadId, std::size_t> written_;                // by each thread
};

}  // namespace opexplore
