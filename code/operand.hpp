// What instructions read, and where they put what they give.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::code {

/// What the machine says of a thread. Those of three components say which one: 0 is x.
enum class Special : std::uint8_t {
  unknown,
  thread,       ///< its index in the block: components
  block_shape,  ///< components
  block,        ///< the index of the block in the grid: components
  grid_shape,   ///< components
  cluster,      ///< the index of the cluster in the grid: components
  clusters,     ///< components
  block_in_cluster,
  cluster_shape,
  rank_in_cluster,
  cluster_size,
  explicit_cluster,  ///< whether the launch asked for clusters
  grid,
  lane,
  lane_mask_equal,  ///< lanes of a warp, a bit each: the one of the thread
  lane_mask_less,
  lane_mask_less_equal,
  lane_mask_greater,
  lane_mask_greater_equal,
  multiprocessor,
  multiprocessors,
  warp,
  warps,
  workspace_high,  ///< the address of what a cooperative launch leaves for its grid, in halves
  workspace_low,
  clock
};

struct Operand {
  enum class Kind : std::uint8_t {
    reg,
    negated,  ///< the other truth than that of the register
    number,
    special,  ///< what the machine says of the thread, such as its number
    symbol,   ///< the address of a variable, parameter or function, by name
    memory,   ///< what lies at an address
    vector,   ///< several side by side
    nothing   ///< a result that nobody wants
  };
  Kind kind = Kind::nothing;
  SourcePlace place;      ///< in the source, for messages
  std::string_view text;  ///< likewise; of memory its base; the name of a symbol
  std::uint16_t reg = 0;  ///< reg and negated
  Value number = 0;       ///< number; the offset of memory and symbol; a component
  Special special = Special::unknown;
  std::vector<Operand> parts =
      {};  ///< of a vector; the base of memory, if there is one, and coordinates
};

}  // namespace opexplore::code
