#include "mappings/families_slots.hpp"

#include "litmus/generate/alternatives.hpp"

namespace opexplore::mappings {

namespace {

constexpr Order middle_of(const generate::Event& event) {
  return event.write ? Order::release : Order::acquire;
}

bool is_payload(const Frame& frame, Position at, Payload payload) {
  return payload != Payload::atomic && event_at(frame, at).location == 0;
}

const std::vector<Order> rmw_orders{Order::relaxed, Order::acquire, Order::release, Order::acq_rel,
                                    Order::sc};

AccessChoice payload_choice(Position at, Payload payload) {
  if (payload == Payload::non_atomic) return {at.thread, at.event, Order::weak};
  return {at.thread, at.event, Order::relaxed, std::nullopt, false, Order::relaxed, Reach::alone};
}

}  // namespace

std::vector<Position> positions(const Frame& frame) {
  std::vector<Position> all;
  for (std::size_t t = 0; t < frame.base.threads.size(); ++t) {
    for (std::size_t e = 0; e < frame.base.threads[t].size(); ++e) all.push_back({t, e});
  }
  return all;
}

const generate::Event& event_at(const Frame& frame, Position at) {
  return frame.base.threads[at.thread][at.event];
}

Slot access_slot(const Frame& frame, Position at, const std::vector<Order>& orders) {
  Slot slot;
  const auto op = event_at(frame, at).form.atomic;
  for (const Order order : orders) slot.push_back({{{at.thread, at.event, order, op}}, {}});
  return slot;
}

Slot plain_slot(const Frame& frame, Position at) {
  return access_slot(frame, at, {Order::relaxed, middle_of(event_at(frame, at)), Order::sc});
}

Slot relaxed_slot(const Frame& frame, Position at) {
  return access_slot(frame, at, {Order::relaxed});
}

Slot payload_slot(const Frame& frame, Position at, Payload payload, bool relaxed) {
  if (is_payload(frame, at, payload)) return {{{payload_choice(at, payload)}, {}}};
  return relaxed ? relaxed_slot(frame, at) : plain_slot(frame, at);
}

Slot rmw_slot(Position at, AtomicOp op, const std::vector<Order>& orders) {
  Slot slot;
  for (const Order order : orders) slot.push_back({{{at.thread, at.event, order, op}}, {}});
  return slot;
}

Slot rmw_slot(Position at, const std::vector<AtomicOp>& ops) {
  Slot slot;
  for (const AtomicOp op : ops) append(slot, rmw_slot(at, op, rmw_orders));
  return slot;
}

Slot reduce_slot(Position at) { return reduce_slot(at, rmw_orders); }

Slot reduce_slot(Position at, const std::vector<Order>& orders) {
  Slot slot = rmw_slot(at, AtomicOp::add, orders);
  for (SlotOption& option : slot) option.accesses.front().unused = true;
  return slot;
}

void append(Slot& slot, Slot more) {
  for (SlotOption& option : more) slot.push_back(std::move(option));
}

SlotOption cas_option(Position at, Order order, Order failure) {
  return {{{at.thread, at.event, order, AtomicOp::cas, false, failure}}, {}};
}

Slot cas_slot(const Frame& frame, Position at) {
  Slot slot;
  for (const bool fails : {false, true}) {
    if (fails && event_at(frame, at).write) continue;
    for (const Order order : rmw_orders) {
      for (const Order failure : {Order::relaxed, Order::acquire, Order::sc}) {
        slot.push_back({{{at.thread, at.event, order, AtomicOp::cas, fails, failure}}, {}});
      }
    }
  }
  return slot;
}

Slot fence_slot(Position before, const std::vector<Order>& orders,
                const std::vector<Reach>& reaches, bool optional) {
  Slot slot;
  if (optional) slot.emplace_back();
  for (const Order order : orders) {
    for (const Reach reach : reaches) {
      slot.push_back({{}, {{before.thread, before.event, order, reach}}});
    }
  }
  return slot;
}

Slot thread_slot(const Frame& frame, std::size_t thread, Payload payload,
                 const std::vector<Reach>& reaches) {
  const Position first{thread, 0};
  const Position second{thread, 1};
  Slot slot;
  const auto join = [&](const Slot& a, const Slot& b, const Slot& fences) {
    for (const SlotOption& left : a) {
      for (const SlotOption& right : b) {
        for (const SlotOption& fence : fences) {
          slot.push_back({{left.accesses.front(), right.accesses.front()}, fence.fences});
        }
      }
    }
  };
  join(payload_slot(frame, first, payload), payload_slot(frame, second, payload), {{}});
  // A fence between two accesses acquires for a read before it, and releases for a write behind it.
  std::vector<Order> orders{Order::acq_rel, Order::sc};
  if (!event_at(frame, first).write) orders.insert(orders.begin(), Order::acquire);
  if (event_at(frame, second).write) orders.insert(orders.begin(), Order::release);
  join(payload_slot(frame, first, payload, true), payload_slot(frame, second, payload, true),
       fence_slot(second, orders, reaches, false));
  return slot;
}

std::vector<generate::Placement> two_places() { return places(2, {"p0:p1", "p0::p1", "p0:::p1"}); }

std::vector<generate::Placement> three_places() {
  return places(3, {"p0::p1::p2", "p0:p1::p2", "p0::p1:p2", "p0:p2::p1"});
}

std::vector<generate::Placement> places(std::size_t threads,
                                        const std::vector<std::string>& words) {
  generate::Alternatives alternatives;
  alternatives.placements = words;
  return generate::placements(alternatives, threads);
}

}  // namespace opexplore::mappings
