// Which bytes of a launch are locations of the search: those of which two accesses clash that no
// barriers put into an order. What is done to all others follows from what a block's threads have
// read of these.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "litmus/kernels/protocol/behaviour.hpp"
#include "litmus/kernels/whole/footprints.hpp"

namespace opexplore::kernel {

/// Thrown where more bytes are found to be locations: the launch has to be read again.
struct LocationsLearnt {};

/// Bytes by key of their object, over all attempts to read a launch.
class Locations {
 public:
  /// By offset, the bytes of the object that are locations, or parts of one; null if none are. It
  /// stays there.
  const std::vector<bool>* of(const std::string& object) const;
  void add(const std::string& object, Value offset, std::uint32_t width);
  std::size_t size() const { return size_; }

 private:
  std::map<std::string, std::vector<bool>> bytes_;
  std::size_t size_ = 0;
};

/// An access to bytes that are no location, at a position that no run before came to.
struct OwnTouch {
  ThreadPosition place;
  Touch touch;
};

/// Accesses of all runs, as far as those of one run do not tell whether they clash: of different
/// blocks, and of threads of a block at positions that no run has together.
class OwnTouches {
 public:
  static constexpr Value cell_bytes = 4;
  /// By object and number of so many bytes.
  using Cell = std::pair<std::uint16_t, Value>;

  /// Memory of a block alone is an object that no other block has.
  void add(std::uint32_t block, std::uint16_t object, const OwnTouch& touch);

  /// The cells where some clash.
  std::vector<Cell> clashes(const std::vector<Behaviour>& blocks) const;

 private:
  struct Touched {
    std::uint32_t block = 0;
    OwnTouch touch;
  };
  struct CellHash {
    std::size_t operator()(const Cell& cell) const {
      return (static_cast<std::size_t>(cell.first) << 32U) ^ static_cast<std::size_t>(cell.second);
    }
  };
  static bool clash(const Touched& a, const Touched& b, const std::vector<Behaviour>& blocks);
  static bool clash(const std::vector<Touched>& all, const std::vector<Behaviour>& blocks);

  std::unordered_map<Cell, std::vector<Touched>, CellHash> cells_;
};

}  // namespace opexplore::kernel
