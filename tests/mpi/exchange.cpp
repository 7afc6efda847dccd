// Each rank of a few exchanges texts with the others: mpirun -n N opexplore_mpi_exchange N.
// Ends with 1 where a rank got what was not for it, or there are not N.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "mpi/ranks.hpp"

namespace {

using opexplore::Ranks;

// Of no bytes, of few, and of more than MPI sends at once without asking the receiver.
std::string text(unsigned from, unsigned to, unsigned round) {
  return std::string((from * 31 + to * 17 + round) % 5 * 100'000,
                     static_cast<char>('a' + (from * 7 + to + round) % 26));
}

bool is_right(const Ranks& ranks, unsigned round) {
  std::vector<std::string> given;
  for (unsigned to = 0; to < ranks.count; ++to) given.push_back(text(ranks.rank, to, round));
  const std::vector<std::string> got = ranks.exchange(given);
  for (unsigned from = 0; from < ranks.count; ++from) {
    if (got.at(from) != text(from, ranks.rank, round)) return false;
  }
  const std::vector<std::string> names = from_all(ranks, std::to_string(ranks.rank));
  for (unsigned from = 0; from < ranks.count; ++from) {
    if (names.at(from) != std::to_string(from)) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const opexplore::MpiSession session(argc, argv);
  const Ranks ranks = session.ranks();
  const unsigned expected = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
  bool right = ranks.count == expected;
  for (unsigned round = 0; round < 50; ++round) right = is_right(ranks, round) && right;
  if (!right) std::fprintf(stderr, "rank %u of %u: wrong\n", ranks.rank, ranks.count);
  return right ? 0 : 1;
}
