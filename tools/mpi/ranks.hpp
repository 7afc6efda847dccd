// The processes that mpirun started, as ranks of a search.
#pragma once

#include "explorer/ranks.hpp"

namespace opexplore {

/// MPI from here to the end of its life; one of it in a process.
class MpiSession {
 public:
  MpiSession(int& argc, char**& argv);
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// All processes of the session. Their exchange() is for one thread at a time.
  Ranks ranks() const;
};

}  // namespace opexplore
