// Relations between the events of one execution, as rows of bits, for the oracle of Vulkan.
#pragma once

#include <bitset>
#include <cstddef>
#include <vector>

namespace opexplore::oracle::vulkan {

/// The largest execution that the oracle looks at.
inline constexpr std::size_t most_events = 128;

/// A set of events, by their numbers.
using Events = std::bitset<most_events>;

/// A relation between `size()` events.
class Rows {
 public:
  explicit Rows(std::size_t size = 0) : rows_(size) {}

  std::size_t size() const { return rows_.size(); }
  bool has(std::size_t a, std::size_t b) const { return rows_[a][b]; }
  void add(std::size_t a, std::size_t b) { rows_[a].set(b); }
  void remove(std::size_t a, std::size_t b) { rows_[a].reset(b); }
  const Events& row(std::size_t a) const { return rows_[a]; }
  Events& row(std::size_t a) { return rows_[a]; }
  bool empty() const;
  bool operator==(const Rows&) const = default;

 private:
  std::vector<Events> rows_;
};

/// \name The operations of cat.
/// @{
Rows operator|(Rows a, const Rows& b);                             ///< union
Rows operator&(Rows a, const Rows& b);                             ///< intersection
Rows operator-(Rows a, const Rows& b);                             ///< difference
Rows compose(const Rows& a, const Rows& b);                        ///< a;b
Rows inverse(const Rows& a);                                       ///< a⁻¹
Rows closure(Rows a);                                              ///< a⁺
Rows reflexive(Rows a);                                            ///< a?
Rows without_identity(Rows a);                                     ///< a \ id
Rows product(std::size_t size, const Events& a, const Events& b);  /// A×B
Rows identity(std::size_t size, const Events& a);                  ///< [A]
Rows between(const Events& a, Rows r, const Events& b);            ///< [A];r;[B]
bool acyclic(const Rows& a);
/// @}

}  // namespace opexplore::oracle::vulkan
