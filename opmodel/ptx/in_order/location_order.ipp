#pragma once

#include <algorithm>
#include <tuple>

#include "opmodel/ptx/in_order/location_order.hpp"

namespace opexplore::ptx_model {

namespace {

// Calls f(set) for each set of writes that is closed under what comes before.
template <class Size, class F>
void for_each_closed(LocationOrder<Size>& order, F&& f) {
  for (auto& set : order.before) f(set);
  for (auto& set : order.passed) f(set);
  for (auto& read : order.reads) f(read.before);
}

// A write, and what comes before it.
template <class Size>
typename Size::Items with_those_before(const LocationOrder<Size>& order, std::size_t write) {
  return order.before[write] | Size::Items::of(write);
}

// Puts the writes, a closed set, before one. False if it is among them.
template <class Size>
bool put_before(LocationOrder<Size>& order, const typename Size::Items& earlier,
                std::size_t later) {
  if (earlier.contains(later)) return false;
  for_each_closed(order, [&](typename Size::Items& set) {
    if (set.contains(later)) set |= earlier;
  });
  order.before[later] |= earlier;
  return true;
}

// From-reads: the read comes before each morally strong write that follows its source.
template <class Size>
bool put_before_later(const Context& context, InOrderState<Size>& state,
                      const typename Size::Items& earlier, const Access& access,
                      std::size_t source) {
  const Semantics& semantics = context.semantics;
  bool possible = true;
  state.memory.after(source, access.location, semantics).for_each([&](std::size_t later) {
    if (!possible || !state.memory.morally_strong(later, access, semantics)) return;
    possible = put_before(state.order, earlier, later);
  });
  return possible;
}

// The writes that the last event of the thread at the address comes after.
template <class Size>
typename Size::Items& passed_by(const Context& context, InOrderState<Size>& state, ThreadId thread,
                                AddressId address) {
  return state.order.passed[context.ordered_addresses.place(thread, address)];
}

template <class Size>
void note_read(LocationOrder<Size>& order, const OrderedRead<Size>& read) {
  const auto key = [](const OrderedRead<Size>& of) {
    return std::tuple(of.source, of.thread, of.instruction);
  };
  const auto at = std::ranges::lower_bound(order.reads, key(read), {}, key);
  if (at != order.reads.end() && key(*at) == key(read)) {
    at->before |=
        read.before;  // a later one of its thread, which comes after all that the first does
  } else {
    order.reads.insert(at, read);
  }
}

}  // namespace

template <class Size>
bool order_read(const Context& context, InOrderState<Size>& state, ThreadId thread,
                std::size_t source) {
  const Semantics& semantics = context.semantics;
  const InstructionId pc = state.threads[thread].pc;
  const Access& access = semantics.access(thread, pc);
  if (!context.ordered_addresses.contains(access.address)) return true;
  auto& passed = passed_by(context, state, thread, access.address);
  if (state.memory.morally_strong(source, access, semantics)) {
    passed |= with_those_before(state.order, source);
  }
  const auto before = passed;
  if (before.empty()) return true;
  if (!put_before_later(context, state, before, access, source)) return false;
  note_read(state.order, {static_cast<std::uint8_t>(source), thread, pc, before});
  return true;
}

template <class Size>
bool order_write(const Context& context, InOrderState<Size>& state, ThreadId thread,
                 std::size_t write) {
  if (context.ordered_addresses.empty()) return true;
  const Semantics& semantics = context.semantics;
  const Access& access = semantics.access(thread, state.threads[thread].pc);
  auto& order = state.order;
  if (context.ordered_addresses.contains(access.address)) {
    auto& passed = passed_by(context, state, thread, access.address);
    order.before[write] = passed;
    state.memory.before(write).for_each([&](std::size_t earlier) {
      if (!state.memory.morally_strong(earlier, access, semantics)) return;
      order.before[write] |= with_those_before(order, earlier);
    });
    const auto here = with_those_before(order, write);
    passed = here;
    if (!put_before_later(context, state, here, access, write)) return false;
  }
  // What follows a write that has been read may have become more, also through an alias.
  for (std::size_t i = 0; i < order.reads.size(); ++i) {
    const OrderedRead<Size> read = order.reads[i];
    const Access& reader = semantics.access(read.thread, read.instruction);
    if (reader.location != access.location) continue;
    if (!put_before_later(context, state, read.before, reader, read.source)) return false;
  }
  return true;
}

template <class Size>
typename Size::Items kept_for_order(const InOrderState<Size>& state) {
  typename Size::Items result;
  for (const auto& read : state.order.reads) {
    if (read.source < initial_write) result |= Size::Items::of(read.source);
  }
  return result;
}

template <class Size>
void forget_order(const Context& context, InOrderState<Size>& state, const Future& any) {
  const Semantics& semantics = context.semantics;
  auto& order = state.order;
  // A new cycle has a new event, which is at the address.
  const PlaceSet accessed = any.reads | any.writes;
  for (std::size_t w = 0; w < order.before.size(); ++w) {
    const LocationId location = state.memory.access(w, semantics).location;
    if ((accessed & place(location)) == 0) order.before[w] = {};
  }
  erase_if(order.reads, [&](const OrderedRead<Size>& read) {
    const LocationId location = semantics.access(read.thread, read.instruction).location;
    return (any.writes & place(location)) == 0;
  });
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const Future& future = context.futures[t][state.threads[t].pc];
    for (const auto& [address, location] : context.ordered_addresses.all()) {
      if (((future.reads | future.writes) & place(location)) != 0) continue;
      passed_by(context, state, static_cast<ThreadId>(t), address) = {};
    }
  }
}

}  // namespace opexplore::ptx_model
