// A disk that is full.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace opexplore::testing {

/// What `run` gives where no file may grow beyond so many bytes.
template <class Run>
auto with_files_of_at_most(rlim_t bytes, const Run& run) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit little = before;
  little.rlim_cur = bytes;
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &little);
  auto result = run();
  setrlimit(RLIMIT_FSIZE, &before);
  return result;
}

}  // namespace opexplore::testing
