// Accesses of different sizes to the same bytes. Locations do not overlap, so the bytes are divided
// into elements of one size, which is found out as the launch is read:
//
//   * Some access must be in one piece: a read-modify-write, a strong store, or a vector of which
//     that is assumed. Then elements are as long as the longest of these. Shorter loads take a part
//     of one, shorter stores are refused.
//   * Otherwise elements are as long as the shortest access, and longer ones become several.
//
// Loads of another size than the elements are weak: accesses of different sizes are never morally
// strong (PTX ISA 8.6 "Morally strong operations"), so they race if nothing orders them (8.7.1
// "Conflict and Data-races"), and do not synchronise.
//
// WART: mixed-sizes. The parts of an access are taken one by one.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/kernels/memory.hpp"

namespace opexplore::kernel {

struct Statement;
struct Surroundings;

/// How bytes are divided that are accessed in several sizes.
struct Division {
  std::uint32_t width = 8;  ///< bytes of an element
  bool whole = false;       ///< some access of that size must be in one piece
  bool operator==(const Division&) const = default;
};

/// What has been found out so far.
struct Sizes {
  /// By key of the object and number of the 8 bytes: no access is longer, or lies in two of them.
  std::map<std::pair<std::string, Value>, Division> divisions;
  /// Of accesses to computed addresses: the width of the elements that they are divided into.
  std::map<const Statement*, std::uint32_t> computed;
  std::map<const Statement*, std::uint32_t> accessed;  ///< bytes of accesses, as Facts has them
  /// Unsigned read-modify-writes that meet numbers of both signs: see unsigned_order.hpp.
  std::set<const Statement*> in_loops;
  std::set<std::string> written;  ///< keys of objects that may be written (see unwritten.hpp)
  bool short_vectors = false;     ///< some have 8 bytes at most
};

/// Something has been found out: the launch has to be read again.
struct SizesLearnt {};

/// The elements that hold a value.
struct Pieces {
  std::vector<AddressId> addresses;  ///< from the lowest one up
  std::uint32_t width = 4;           ///< bytes of each
  std::uint32_t first_bit = 0;       ///< of the value, in a single element that is longer
};

/// Where the bytes lie that are accessed, or why there are none such. `whole`: in one piece. Throws
/// SizesLearnt.
std::variant<Pieces, std::string> pieces_of(Surroundings& around, const Element& accessed,
                                            bool whole, const AccessPlace& place);

/// The same for an access to computed addresses, which are all divided alike. Throws SizesLearnt,
/// and InputError where a part of an element is accessed.
std::variant<std::vector<AddressId>, std::string> computed_pieces(Surroundings& around,
                                                                  const Element& accessed,
                                                                  const Statement& statement,
                                                                  bool whole);

}  // namespace opexplore::kernel
