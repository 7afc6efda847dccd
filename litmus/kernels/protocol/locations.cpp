#include "litmus/kernels/protocol/locations.hpp"

#include <algorithm>

namespace opexplore::kernel {

namespace {

bool have_one_in_common(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    if (*i == *j) return true;
    if (*i < *j) {
      ++i;
    } else {
      ++j;
    }
  }
  return false;
}

}  // namespace

const std::vector<bool>* Locations::of(const std::string& object) const {
  const auto found = bytes_.find(object);
  return found == bytes_.end() ? nullptr : &found->second;
}

void Locations::add(const std::string& object, Value offset, std::uint32_t width) {
  std::vector<bool>& bytes = bytes_[object];
  const auto begin = static_cast<std::size_t>(offset);
  if (bytes.size() < begin + width) bytes.resize(begin + width);
  for (std::size_t i = begin; i < begin + width; ++i) {
    size_ += bytes[i] ? 0 : 1;
    bytes[i] = true;
  }
}

void OwnTouches::add(std::uint32_t block, std::uint16_t object, const OwnTouch& touch) {
  for (Value cell = touch.touch.offset / cell_bytes;
       cell * cell_bytes < touch.touch.offset + touch.touch.width; ++cell) {
    std::vector<Touched>& touched = cells_[{object, cell}];
    const auto same = [&](const Touched& one) {
      return one.block == block && one.touch.place == touch.place &&
             one.touch.touch.kind == touch.touch.kind &&
             one.touch.touch.offset == touch.touch.offset &&
             one.touch.touch.width == touch.touch.width && one.touch.touch.op == touch.touch.op &&
             one.touch.touch.commutes == touch.touch.commutes &&
             one.touch.touch.scope == touch.touch.scope;
    };
    constexpr std::size_t near = 4;
    const auto first = touched.end() - static_cast<std::ptrdiff_t>(std::min(near, touched.size()));
    if (!std::any_of(first, touched.end(), same)) touched.push_back({block, touch});
  }
}

bool OwnTouches::clash(const Touched& a, const Touched& b, const std::vector<Behaviour>& blocks) {
  const Touch& one = a.touch.touch;
  const Touch& other = b.touch.touch;
  if (one.kind == TouchKind::load && other.kind == TouchKind::load) return false;
  if (one.offset >= other.offset + other.width || other.offset >= one.offset + one.width) {
    return false;
  }
  if (are_updates_in_any_order(one, other)) return false;
  if (a.block != b.block) return true;
  const ThreadPosition& here = a.touch.place;
  const ThreadPosition& there = b.touch.place;
  if (here.thread == there.thread) return false;
  const Behaviour& block = blocks[a.block];
  // Clashes in one run are found there.
  if (have_one_in_common(block.at(here).runs, block.at(there).runs)) return false;
  const auto is_before = [&](const ThreadPosition& first, const ThreadPosition& second) {
    const auto known = block.known(second, first.thread);
    return known && block.leads(first.thread, first.position, *known);
  };
  if (is_before(here, there) || is_before(there, here)) return false;
  return !block.exclude(here, there);
}

bool OwnTouches::clash(const std::vector<Touched>& all, const std::vector<Behaviour>& blocks) {
  const auto reads = [](const Touched& one) { return one.touch.touch.kind == TouchKind::load; };
  if (std::ranges::all_of(all, reads)) return false;
  const auto alike = [&](const Touched& one) {
    return are_updates_in_any_order(one.touch.touch, all.front().touch.touch);
  };
  if (std::ranges::all_of(all, alike)) return false;
  return std::ranges::any_of(all, [&](const Touched& one) {
    return !reads(one) && std::ranges::any_of(
                              all, [&](const Touched& other) { return clash(one, other, blocks); });
  });
}

std::vector<OwnTouches::Cell> OwnTouches::clashes(const std::vector<Behaviour>& blocks) const {
  std::vector<Cell> result;
  for (const auto& [cell, touched] : cells_) {
    if (clash(touched, blocks)) result.push_back(cell);
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace opexplore::kernel
