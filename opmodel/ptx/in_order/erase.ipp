#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "opmodel/ptx/in_order/erase.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/in_order/location_order.hpp"
#include "opmodel/ptx/in_order/open_fences.hpp"
#include "opmodel/ptx/in_order/renumber.hpp"

namespace opexplore::ptx_model {

namespace {

// Finds the writes to one location that can go.
template <class Size>
class Erasable {
 public:
  using Items = typename Size::Items;

  Erasable(const Context& context, InOrderState<Size>& state, LocationId location, const Items& all,
           const Items& observed)
      : context_(context),
        memory_(state.memory),
        state_(state),
        location_(location),
        all_(all),
        observed_(observed & all_) {}

  // Whether the last find() looked at what is known and ordered at a location that is accessed.
  // What it has found and settled there may make more useless.
  bool looked_closer() const { return looked_closer_; }

  Items find(const Future& any) {
    looked_closer_ = ((any.reads | any.writes) & place(location_)) != 0;
    if (is_ordered() && ((any.reads | any.writes) & place(location_)) != 0) {
      return covered() & ~observed_;
    }
    const Items merged = merge_modified();
    const Items rest = find_others(any);
    return merged | rest;
  }

 private:
  Items find_others(const Future& any) {
    const bool read = reads(any);
    const bool accessed = read || (any.writes & place(location_)) != 0;
    if (!accessed) return is_asked() ? all_but_last() : all_ & ~observed_;
    Items result = covered();
    if (!read) result |= lowest();
    if (read && coherence_is_settled(context_, state_, location_)) result |= unread();
    return result & ~observed_;
  }

  bool reads(const Future& any) const { return (any.reads & place(location_)) != 0; }

  // Whether SC-per-Location is checked here: there what a write has been ordered with matters as
  // long as something may follow it, and only what everybody follows is ordered once and for all.
  bool is_ordered() const {
    return std::ranges::any_of(context_.ordered_addresses.all(),
                               [&](const auto& ordered) { return ordered.location == location_; });
  }

  bool is_asked() const {
    return std::ranges::binary_search(context_.observed_locations, location_);
  }

  Items all_but_last() const {
    Items result;
    std::vector<Value> values;
    all_.for_each([&](std::size_t w) {
      const Write<Size::words>& write = memory_.writes[w];
      const bool seen = std::ranges::find(values, write.value) != values.end();
      if (!write.after.empty() || (seen && observed_.empty())) {
        result |= Items::of(w);
      } else {
        values.push_back(write.value);
      }
    });
    return result & ~observed_;
  }

  // Read-modify-writes that read the write.
  Items made_of(std::size_t write) const {
    Items result;
    all_.for_each([&](std::size_t w) {
      if (memory_.writes[w].rmw_source == write) result |= Items::of(w);
    });
    return result;
  }

  // Whether the thread can read the write, which has been modified, or put anything between the
  // two: not if all it does here is to modify what it reads, or to store.
  bool may_meet(ThreadId thread, std::size_t modified) const {
    const InstructionId pc = state_.threads[thread].pc;
    if ((context_.futures[thread][pc].reads_alone & place(location_)) == 0) return false;
    return std::ranges::any_of(context_.accesses_ahead[thread][pc], [&](InstructionId at) {
      const Access& access = context_.semantics.access(thread, at);
      return access.location == location_ && !followed_by(access).contains(modified);
    });
  }

  bool nobody_meets(std::size_t modified) const {
    for (std::size_t t = 0; t < state_.threads.size(); ++t) {
      if (may_meet(static_cast<ThreadId>(t), modified)) return false;
    }
    return true;
  }

  // Writes that became one with the read-modify-write that read them.
  Items merge_modified() {
    Items result;
    if (!context_.semantics.uniform(location_)) return result;
    all_.for_each([&](std::size_t w) {
      auto& source = memory_.writes[w].rmw_source;
      while (source < initial_write && !observed_.contains(source) && nobody_meets(w)) {
        const std::size_t gone = source;
        source = memory_.writes[gone].rmw_source;
        result |= Items::of(gone);
        know_instead(gone, w);
      }
    });
    return result;
  }

  void know_instead(std::size_t gone, std::size_t write) {
    const auto replace = [&](Items& known) {
      if (known.contains(gone)) known |= Items::of(write);
    };
    for_each_view(state_, [&](View<Size>& view) {
      walk<Is::writes>(view, [&](const auto& set) { replace(set.of); });
    });
    for (auto& thread : state_.threads) replace(thread.floor);
  }

  // Nobody reads here any more. However later writes are ordered, they may be ordered after these.
  Items lowest() const {
    Items result;
    all_.for_each([&](std::size_t w) {
      const Write<Size::words>& write = memory_.writes[w];
      const bool last = write.after.empty() && is_asked();
      if (!last && write.not_after.empty() && memory_.before(w).empty() && made_of(w).empty()) {
        result |= Items::of(w);
      }
    });
    return result;
  }

  // Coherence is settled between the writes that are there: nothing can break an atomicity, or what
  // a read forbids. Without a lowest write that nobody can read nobody misses its place.
  Items unread() {
    Items result;
    all_.for_each([&](std::size_t w) {
      memory_.writes[w].rmw_source = Write<Size::words>::none;
      memory_.writes[w].not_after = {};
      const bool lowest = memory_.before(w).empty() && !memory_.writes[w].after.empty();
      if (lowest && !may_be_read(w)) result |= Items::of(w);
    });
    return result;
  }

  bool may_be_read(std::size_t write) const {
    for (std::size_t t = 0; t < state_.threads.size(); ++t) {
      const InstructionId pc = state_.threads[t].pc;
      if ((context_.futures[t][pc].reads & place(location_)) == 0) continue;
      for (const InstructionId at : context_.accesses_ahead[t][pc]) {
        const Access& access = context_.semantics.access(static_cast<ThreadId>(t), at);
        if (access.location != location_) continue;
        const Items below = below_access(context_, state_, access);
        if (!memory_.writes[write].after.intersects(below)) return true;
      }
    }
    return false;
  }

  // Writes that every access ahead will follow, whichever thread makes it.
  Items known_to_all() const {
    Items known = all_;
    const Semantics& semantics = context_.semantics;
    for (std::size_t t = 0; t < state_.threads.size(); ++t) {
      const auto& thread = state_.threads[t];
      for (const InstructionId at : context_.accesses_ahead[t][thread.pc]) {
        const Access& access = semantics.access(static_cast<ThreadId>(t), at);
        if (access.location != location_) continue;
        known &= followed_by(access);
      }
    }
    return known;
  }

  // Writes that the access comes after, and with them those that they follow.
  Items followed_by(const Access& access) const {
    Items known = floor_orders(context_, state_, access.thread, location_)
                      ? below_access(context_, state_, access)
                      : memory_.ordered_before(state_.threads[access.thread].knowledge.view, access,
                                               context_.semantics);
    all_.for_each([&](std::size_t w) {
      if (memory_.writes[w].after.intersects(known)) known |= Items::of(w);
    });
    return known;
  }

  // Nothing is ever ordered before these again: whatever a new write precedes comes after all that
  // it knows. So their atomicity is certain, and no read can be contradicted by their place.
  void note_settled(const Items& known) {
    Items settled = known;
    all_.for_each([&](std::size_t w) {
      if (memory_.writes[w].after.intersects(known)) settled |= Items::of(w);
    });
    settled.for_each(
        [&](std::size_t w) { memory_.writes[w].rmw_source = Write<Size::words>::none; });
    all_.for_each([&](std::size_t w) { memory_.writes[w].not_after &= ~settled; });
  }

  Items covered() {
    const Items known = known_to_all();
    if (known.empty()) return {};
    note_settled(known);
    Items result;
    all_.for_each([&](std::size_t w) {
      // A read-modify-write of it that is not settled: nothing may come between the two.
      if (memory_.writes[w].after.intersects(known) && made_of(w).empty()) result |= Items::of(w);
    });
    return result;
  }

  const Context& context_;
  Memory<Size::words>& memory_;
  InOrderState<Size>& state_;
  LocationId location_;
  Items all_;
  Items observed_;
  bool looked_closer_ = false;
};

// Locations where some write follows another, or must not, or was made of another.
template <class Size>
PlaceSet ordered_locations(const Context& context, const InOrderState<Size>& state) {
  PlaceSet result = 0;
  for (std::size_t w = 0; w < state.memory.writes.size(); ++w) {
    const Write<Size::words>& write = state.memory.writes[w];
    if (write.rmw_source != Write<Size::words>::none || !(write.after | write.not_after).empty()) {
      result |= place(state.memory.access(w, context.semantics).location);
    }
  }
  return result;
}

}  // namespace

template <class Size>
bool erase_writes(const Context& context, InOrderState<Size>& state, const WritesAt<Size>& writes,
                  const Future& any) {
  using Items = typename Size::Items;
  // Nobody knows, has observed or can order a write to a location that is not accessed any more.
  bool again = Size::finds_races || Size::leaves_fences_open || context.options.liveness ||
               !context.options.forget_dead || !context.ordered_addresses.empty();
  Items observed;
  for (const auto& thread : state.threads) observed |= thread.knowledge.observed;
  observed |= kept_for_order(state);
  if constexpr (Size::leaves_fences_open) observed |= kept_for_fences(context, state, any);
  Items gone;
  // Where somebody reads, one that is behind no other stays.
  PlaceSet left = writes.written() & (~any.reads | ordered_locations(context, state));
  for (; left != 0; left &= left - 1) {
    const auto location = static_cast<LocationId>(std::countr_zero(left));
    Erasable<Size> erasable(context, state, location, writes.at(location), observed);
    gone |= erasable.find(any);
    again = again || erasable.looked_closer();
  }
  if (gone.empty()) return false;
  for (std::size_t w = state.memory.writes.size(); w-- > 0;) {
    if (!gone.contains(w)) continue;
    state.memory.hand_on_forbidden(w);
    close_gap(state, w);
  }
  return again;
}

}  // namespace opexplore::ptx_model
