#include "litmus/kernels/whole/footprints.hpp"

#include <algorithm>
#include <tuple>

namespace opexplore::kernel {

namespace {

bool is_same_thread(const Touch& a, const Touch& b) {
  return a.block == b.block && a.thread == b.thread;
}

/// What the generic proxy did is known to the asynchronous one behind a fence (PTX ISA 8.9.5).
bool crosses(const Touch& earlier, const Touch& later) {
  return is_by_asynchronous_proxy(later.by) && !is_by_asynchronous_proxy(earlier.by);
}

bool is_ordered(const Touch& earlier, const Touch& later, const Clocks& clocks) {
  if (earlier.block != later.block || !clocks.is_before(earlier.moment, later.thread)) return false;
  return !crosses(earlier, later) ||
         clocks.is_fenced(earlier.moment, later.thread, later.in_shared);
}

/// Morally strong (PTX ISA 8.6): all threads run on one GPU.
bool are_morally_strong(const Touch& a, const Touch& b) {
  const bool overlap_whole = a.offset == b.offset && a.width == b.width;
  const auto includes = [&](const Touch& one) {
    return one.scope != Scope::cta || a.block == b.block;
  };
  return overlap_whole && a.strong && b.strong && includes(a) && includes(b);
}

bool commute(const Touch& a, const Touch& b) {
  return a.kind == TouchKind::update && b.kind == TouchKind::update && a.op == b.op && a.commutes &&
         b.commutes && a.is_signed == b.is_signed;
}

/// Of two accesses that nothing orders.
Clash clash_of(const Touch& a, const Touch& b) {
  if (a.kind == TouchKind::load && b.kind == TouchKind::load) return Clash::none;
  if (!are_morally_strong(a, b)) return Clash::race;
  return commute(a, b) ? Clash::none : Clash::open;
}

/// What of an access decides with which others it clashes, its time apart.
auto kind_in_clashes(const Touch& touch) {
  return std::tuple(touch.block, touch.moment.who, touch.offset, touch.width, touch.scope,
                    touch.strong, touch.op, touch.commutes, touch.is_signed);
}

/// Adds to accesses of which those of one thread and kind are in order, so that the last one says
/// it all.
void add_last(std::vector<Touch>& touches, const Touch& touch) {
  constexpr std::size_t near = 4;
  for (std::size_t i = 0; i < std::min(near, touches.size()); ++i) {
    Touch& known = touches[touches.size() - 1 - i];
    if (kind_in_clashes(known) == kind_in_clashes(touch)) {
      known = touch;
      return;
    }
  }
  touches.push_back(touch);
  constexpr std::size_t many = 64;
  if (touches.size() < many || (touches.size() & (touches.size() - 1)) != 0) return;
  std::ranges::stable_sort(touches, {}, kind_in_clashes);
  // Of equal ones the last stays.
  const auto rest = std::unique(
      touches.rbegin(), touches.rend(),
      [](const Touch& a, const Touch& b) { return kind_in_clashes(a) == kind_in_clashes(b); });
  touches.erase(touches.begin(), rest.base());
}

}  // namespace

bool are_updates_in_any_order(const Touch& a, const Touch& b) {
  return commute(a, b) && a.offset == b.offset && a.width == b.width && a.scope == b.scope &&
         (a.scope != Scope::cta || a.block == b.block);
}

bool Footprints::is_known(const Touch& earlier, const Touch& later, const Clocks::Known& known) {
  if (earlier.block != later.block || !Clocks::contains(known.times, earlier.moment)) return false;
  return !crosses(earlier, later) || Clocks::is_fenced(earlier.moment, known, later.in_shared);
}

Footprints::Found Footprints::clash(const Cell& cell, const Touch& touch, const Clocks& clocks,
                                    const Clocks::Known* known) {
  Found found;
  const auto is_before = [&](const Touch& earlier) {
    return known != nullptr ? is_known(earlier, touch, *known) : is_ordered(earlier, touch, clocks);
  };
  const auto look = [&](const Touch& earlier) {
    if (found.clash == Clash::race || is_before(earlier)) return;
    const Clash clash = clash_of(earlier, touch);
    if (clash != Clash::none && found.clash != Clash::race) found = {clash, earlier};
  };
  if (cell.write.statement != nullptr) look(cell.write);
  if (touch.kind != TouchKind::load) std::ranges::for_each(cell.reads, look);
  const bool alike = touch.kind == TouchKind::update && cell.alike && !cell.updates.empty() &&
                     are_updates_in_any_order(cell.updates.back(), touch);
  if (!alike) std::ranges::for_each(cell.updates, look);
  return found;
}

void Footprints::remember(Cell& cell, const Touch& touch) {
  switch (touch.kind) {
    case TouchKind::load:
      add_last(cell.reads, touch);
      break;
    case TouchKind::store:
      cell = {touch, {}, {}};
      break;
    case TouchKind::update:
      if (!cell.updates.empty()) {
        cell.alike = cell.alike && are_updates_in_any_order(cell.updates.back(), touch);
        unordered_updates_ = unordered_updates_ || !is_same_thread(cell.updates.back(), touch);
      }
      add_last(cell.updates, touch);
      break;
  }
}

void Footprints::refine(Cells& cells, std::uint32_t bytes) {
  std::vector<Cell> smaller;
  smaller.reserve(cells.cells.size() * cells.bytes / bytes);
  for (const Cell& cell : cells.cells) smaller.insert(smaller.end(), cells.bytes / bytes, cell);
  cells = {bytes, std::move(smaller)};
}

Footprints::Found Footprints::add(std::uint16_t object, const Touch& touch, const Clocks& clocks,
                                  const Clocks::Known* known) {
  if (objects_.size() <= object) objects_.resize(object + std::size_t{1});
  Cells& cells = objects_[object];
  if (touch.width < cells.bytes) refine(cells, touch.width);
  const auto first = static_cast<std::size_t>(touch.offset) / cells.bytes;
  const std::size_t end = first + touch.width / cells.bytes;
  if (cells.cells.size() < end) cells.cells.resize(end);
  Found found;
  for (std::size_t i = first; i < end; ++i) {
    const Found here = clash(cells.cells[i], touch, clocks, known);
    if (here.clash == Clash::race || found.clash == Clash::none) found = here;
    remember(cells.cells[i], touch);
  }
  return found;
}

bool Footprints::knows(const Element& element) const {
  if (objects_.size() <= element.object) return false;
  const Cells& cells = objects_[element.object];
  const auto first = static_cast<std::size_t>(element.offset) / cells.bytes;
  const std::size_t end = first + std::max<std::size_t>(1, element.width / cells.bytes);
  for (std::size_t i = first; i < std::min(end, cells.cells.size()); ++i) {
    const Cell& cell = cells.cells[i];
    if (cell.write.statement != nullptr || !cell.reads.empty() || !cell.updates.empty()) {
      return true;
    }
  }
  return false;
}

void Footprints::forget(std::uint16_t object) {
  if (object < objects_.size()) objects_[object] = {};
}

}  // namespace opexplore::kernel
