#include "mpi/together.hpp"

#include <poll.h>

#include <cstdio>
#include <cstdlib>
#include <stop_token>
#include <utility>

#include "answers/exit_code.hpp"

namespace opexplore {

Together::Together(std::vector<int> descriptors, std::string message)
    : watching_([descriptors = std::move(descriptors),
                 message = std::move(message)](const std::stop_token& stopped) {
        constexpr int glance_milliseconds = 100;
        std::vector<pollfd> ends;
        for (const int descriptor : descriptors) ends.push_back({descriptor, POLLRDHUP, 0});
        while (!stopped.stop_requested()) {
          if (poll(ends.data(), ends.size(), glance_milliseconds) <= 0) continue;
          std::fputs(message.c_str(), stderr);
          // The thread that waits for MPI cannot be told.
          std::_Exit(static_cast<int>(ExitCode::incomplete));
        }
      }) {}

}  // namespace opexplore
