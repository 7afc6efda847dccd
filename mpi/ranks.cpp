#include "mpi/ranks.hpp"

#include <mpi.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace opexplore {
namespace {

// MPI counts what a message has with an int.
constexpr std::uint64_t longest_message = std::uint64_t{1} << 30;

constexpr int tag = 1;

// Open MPI keeps a core busy while it waits, which another rank may need: look, and sleep between
// looks, longer and longer.
void wait_for(std::vector<MPI_Request>& requests) {
  constexpr std::chrono::microseconds longest{200};
  std::chrono::microseconds nap{0};
  for (;;) {
    int all_done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &all_done, MPI_STATUSES_IGNORE);
    if (all_done != 0) return;
    nap.count() == 0 ? std::this_thread::yield() : std::this_thread::sleep_for(nap);
    nap = std::min(nap + std::chrono::microseconds(5), longest);
  }
}

std::vector<std::uint64_t> exchanged_sizes(const std::vector<std::string>& given) {
  std::vector<std::uint64_t> sizes;
  for (const std::string& bytes : given) sizes.push_back(bytes.size());
  std::vector<std::uint64_t> coming(given.size());
  std::vector<MPI_Request> request(1);
  MPI_Ialltoall(sizes.data(), 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD,
                request.data());
  wait_for(request);
  return coming;
}

// Calls `message(begin, size)` for each of the messages that so many bytes are sent in.
template <class Message>
void in_messages(std::string& bytes, const Message& message) {
  for (std::uint64_t at = 0; at < bytes.size(); at += longest_message) {
    message(bytes.data() + at,
            static_cast<int>(std::min<std::uint64_t>(longest_message, bytes.size() - at)));
  }
}

std::vector<std::string> exchange(std::size_t me, std::size_t count,
                                  std::vector<std::string> given) {
  if (given.size() != count) throw std::logic_error("exchange: not one text for each rank");
  const std::vector<std::uint64_t> sizes = exchanged_sizes(given);
  std::vector<std::string> got(count);
  got[me] = std::move(given[me]);
  std::vector<MPI_Request> requests;
  for (std::size_t other = 0; other < count; ++other) {
    if (other == me) continue;
    const int rank = static_cast<int>(other);
    got[other].resize(sizes[other]);
    in_messages(got[other], [&](char* begin, int size) {
      MPI_Irecv(begin, size, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &requests.emplace_back());
    });
    in_messages(given[other], [&](char* begin, int size) {
      MPI_Isend(begin, size, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &requests.emplace_back());
    });
  }
  wait_for(requests);
  return got;
}

}  // namespace

MpiSession::MpiSession(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
}

MpiSession::~MpiSession() { end(); }

void MpiSession::end() {
  if (std::exchange(has_ended_, true)) return;
  MPI_Finalize();
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // when mpirun is killed MPI does not end this process any more
}

Ranks MpiSession::ranks() const {
  int rank = 0;
  int count = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  Ranks ranks;
  ranks.rank = static_cast<unsigned>(rank);
  ranks.count = static_cast<unsigned>(count);
  ranks.exchange = [me = ranks.rank, all = ranks.count](std::vector<std::string> given) {
    return exchange(me, all, std::move(given));
  };
  return ranks;
}

}  // namespace opexplore
