#include "tests/oracle/vulkan_relations.hpp"

#include <algorithm>
#include <utility>

namespace opexplore::oracle::vulkan {

bool Rows::empty() const {
  return std::ranges::all_of(rows_, [](const Events& row) { return row.none(); });
}

Rows operator|(Rows a, const Rows& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a.row(i) |= b.row(i);
  return a;
}

Rows operator&(Rows a, const Rows& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a.row(i) &= b.row(i);
  return a;
}

Rows operator-(Rows a, const Rows& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a.row(i) &= ~b.row(i);
  return a;
}

Rows compose(const Rows& a, const Rows& b) {
  Rows result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.row(i).none()) continue;
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (a.has(i, k)) result.row(i) |= b.row(k);
    }
  }
  return result;
}

Rows inverse(const Rows& a) {
  Rows result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (a.has(i, k)) result.add(k, i);
    }
  }
  return result;
}

Rows closure(Rows a) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a.row(k).none()) continue;
    const Events after = a.row(k);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a.has(i, k)) a.row(i) |= after;
    }
  }
  return a;
}

Rows reflexive(Rows a) {
  for (std::size_t i = 0; i < a.size(); ++i) a.add(i, i);
  return a;
}

Rows without_identity(Rows a) {
  for (std::size_t i = 0; i < a.size(); ++i) a.remove(i, i);
  return a;
}

Rows product(std::size_t size, const Events& a, const Events& b) {
  Rows result(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (a[i]) result.row(i) = b;
  }
  return result;
}

Rows identity(std::size_t size, const Events& a) {
  Rows result(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (a[i]) result.add(i, i);
  }
  return result;
}

Rows between(const Events& a, Rows r, const Events& b) {
  for (std::size_t i = 0; i < r.size(); ++i) {
    if (a[i]) {
      r.row(i) &= b;
    } else {
      r.row(i).reset();
    }
  }
  return r;
}

bool acyclic(const Rows& a) {
  const Rows all = closure(a);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all.has(i, i)) return false;
  }
  return true;
}

}  // namespace opexplore::oracle::vulkan
