#include "litmus/kernels/sizes.hpp"

#include <algorithm>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

namespace {

constexpr Value longest = 8;

std::pair<std::string, Value> bytes_of(const Surroundings& around, const Element& accessed) {
  return {around.memory.key_of(accessed.object), accessed.offset / longest};
}

/// How bytes are divided that have been accessed in two ways.
Division both(const Division& a, const Division& b) {
  if (a.whole == b.whole) {
    return {a.whole ? std::max(a.width, b.width) : std::min(a.width, b.width), a.whole};
  }
  return a.whole ? a : b;
}

/// Elements only become shorter until some must be in one piece, then only longer: so this comes to
/// an end.
[[noreturn]] void learn(Surroundings& around, const Element& accessed, const Division& division,
                        const AccessPlace& place) {
  const auto [known, added] = around.sizes.divisions.emplace(bytes_of(around, accessed), division);
  if (!added) {
    const Division now = both(known->second, division);
    if (now == known->second) {
      place.source.fail(place.place,
                        "not modelled: this access is to bytes that are accessed in several sizes "
                        "in a way that cannot be divided",
                        "use one size for them");
    }
    // What was divided because of shorter accesses may be in one piece now.
    if (now.whole && !known->second.whole) around.sizes.computed.clear();
    known->second = now;
  }
  throw SizesLearnt();
}

}  // namespace

std::variant<Pieces, std::string> pieces_of(Surroundings& around, const Element& accessed,
                                            bool whole, const AccessPlace& place) {
  around.memory.note_access(accessed);
  if (auto wrong = around.memory.misplaced(accessed)) return std::move(*wrong);
  const auto known = around.sizes.divisions.find(bytes_of(around, accessed));
  std::uint32_t width = accessed.width;
  if (known != around.sizes.divisions.end()) {
    const Division& division = known->second;
    const bool longer = whole && accessed.width > division.width;
    const bool shorter = !division.whole && accessed.width < division.width;
    if (longer || shorter) learn(around, accessed, {accessed.width, whole}, place);
    width = division.width;
  }
  Pieces pieces{{}, width, 0};
  Element element = accessed;
  element.width = width;
  if (width > accessed.width) {
    element.offset -= accessed.offset % width;
    pieces.first_bit = static_cast<std::uint32_t>(8 * (accessed.offset - element.offset));
  }
  for (; element.offset < accessed.offset + accessed.width; element.offset += width) {
    const FoundElement found = around.memory.element(element, whole, place);
    if (const auto* const why = std::get_if<std::string>(&found)) return *why;
    if (const auto* const other = std::get_if<Overlap>(&found)) {
      learn(around, accessed, both({other->width, other->whole}, {accessed.width, whole}), place);
    }
    pieces.addresses.push_back(std::get<AddressId>(found));
  }
  return pieces;
}

std::variant<std::vector<AddressId>, std::string> computed_pieces(Surroundings& around,
                                                                  const Element& accessed,
                                                                  const Statement& statement,
                                                                  bool whole) {
  const AccessPlace place{around.source, statement.place};
  auto found = pieces_of(around, accessed, whole, place);
  if (auto* const why = std::get_if<std::string>(&found)) return std::move(*why);
  auto& pieces = std::get<Pieces>(found);
  const auto known = around.sizes.computed.find(&statement);
  const std::uint32_t width = known == around.sizes.computed.end() ? accessed.width : known->second;
  if (pieces.width > accessed.width) {
    around.source.fail(statement.place,
                       "not modelled: an access of " + std::to_string(accessed.width) +
                           " bytes, at an address known only when the program runs, to a part of " +
                           std::to_string(pieces.width) + " bytes that others access in one piece",
                       "use one size for them");
  }
  if (pieces.width < width) {
    around.sizes.computed[&statement] = pieces.width;
    throw SizesLearnt();
  }
  if (pieces.width > width) {  // divided elsewhere, so here, too
    const auto division = around.sizes.divisions.find(bytes_of(around, accessed));
    if (division != around.sizes.divisions.end() && division->second.whole) {
      around.source.fail(statement.place,
                         "not modelled: this access is to bytes that others access in one piece, "
                         "and to some that they access in parts",
                         "use one size for them");
    }
    learn(around, accessed, {width, false}, place);
  }
  return std::move(pieces.addresses);
}

}  // namespace opexplore::kernel
