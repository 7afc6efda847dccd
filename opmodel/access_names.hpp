// What the events of an execution are called where two who have run it speak of them: by their
// instruction, and how often it has done the like before.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>

#include "opmodel/program.hpp"

namespace opexplore {

/// An event of a thread.
struct AccessName {
  enum class Kind : std::uint8_t { read, write, other };
  ThreadId thread = 0;
  InstructionId instruction = 0;
  Kind kind = Kind::read;
  std::size_t time = 0;  ///< how many of the kind the instruction has done before
  auto operator<=>(const AccessName&) const = default;
};

/// Gives the events of an execution their names, those of each thread in order.
class AccessNames {
 public:
  AccessName next(ThreadId thread, InstructionId instruction, AccessName::Kind kind) {
    AccessName name{thread, instruction, kind};
    name.time = times_[name]++;
    return name;
  }

 private:
  std::map<AccessName, std::size_t> times_;  // by name with time 0
};

}  // namespace opexplore
