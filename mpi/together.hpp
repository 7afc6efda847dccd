// What all processes do together waits for ever for one that is gone: MPI has no words for that,
// and mpirun ends the others only where it is not told to let them live.
#pragma once

#include <string>
#include <thread>
#include <vector>

namespace opexplore {

/// While it lives the process ends, with the exit code of what is incomplete, when the other end of
/// one of these connections does.
class Together {
 public:
  /// The descriptors are open as long as it lives. `message` is written to standard error then.
  Together(std::vector<int> descriptors, std::string message);

 private:
  std::jthread watching_;
};

}  // namespace opexplore
