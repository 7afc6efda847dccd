// The processes that mpirun started, as ranks of a search.
#pragma once

#include "explorer/ranks.hpp"

namespace opexplore {

/// MPI from here to the end of its life, or end(); one of it in a process.
class MpiSession {
 public:
  MpiSession(int& argc, char**& argv);
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// Collective, and the last that is: it does not return where a rank has died before.
  void end();

  /// All processes of the session. Their exchange() is for one thread at a time.
  Ranks ranks() const;

 private:
  bool has_ended_ = false;
};

}  // namespace opexplore
