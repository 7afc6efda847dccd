// Which locations instructions read and write, as sets that are quick to compare.
#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// Locations that are read and written. They are physical: aliases and proxies are one. Only those
/// that two threads name have a bit; from the 65th on bits are used again, which takes accesses to
/// different locations for accesses to one, never the other way round.
struct Accesses {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;

  /// Whether one of them writes what the other accesses.
  bool conflict_with(const Accesses& other) const {
    return (writes & (other.reads | other.writes)) != 0 || (reads & other.writes) != 0;
  }
  /// Whether both name a location.
  bool meet(const Accesses& other) const {
    return ((reads | writes) & (other.reads | other.writes)) != 0;
  }
  void add(const Accesses& other) {
    reads |= other.reads;
    writes |= other.writes;
  }
  bool operator==(const Accesses&) const = default;
};

/// The locations of one program that threads share, with their bits.
class SharedLocations {
 public:
  /// Keeps a reference to the program, which has at most max_mask_threads threads.
  explicit SharedLocations(const Program& program);

  /// What the instruction accesses of them.
  Accesses accessed_by(const Action& action) const;

 private:
  const Program& program_;
  std::vector<std::uint64_t> bits_;  // per location, zero if one thread alone names it
};

}  // namespace opexplore
