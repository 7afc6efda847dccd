#include "mappings/families_frames.hpp"

#include <array>
#include <functional>
#include <string>
#include <utility>

#include "litmus/generate/families.hpp"
#include "mappings/families_slots.hpp"

namespace opexplore::mappings {

namespace {

using Frames = std::vector<Frame>;

struct Shape {
  std::string_view name;
  std::string_view cycle;
  bool carries_payload = false;  ///< its first location is accessed behind synchronisation alone
};

constexpr std::array<Shape, 6> two_threads{{{"MP", "PodWW Rfe PodRR Fre", true},
                                            {"SB", "PodWR Fre PodWR Fre"},
                                            {"LB", "PodRW Rfe PodRW Rfe"},
                                            {"S", "PodWW Rfe PodRW Coe", true},
                                            {"R", "PodWW Coe PodWR Fre"},
                                            {"2+2W", "PodWW Coe PodWW Coe"}}};

constexpr std::array<Shape, 3> one_location{
    {{"CoRR", "Rfe PosRR Fre"}, {"CoRW", "PosRW Coe Rfe"}, {"CoWR", "PosWR Fre Coe"}}};

constexpr std::array<Shape, 8> three_threads{{{"WRC", "Rfe PodRW Rfe PodRR Fre"},
                                              {"ISA2", "PodWW Rfe PodRW Rfe PodRR Fre", true},
                                              {"RWC", "Rfe PodRR Fre PodWR Fre"},
                                              {"W+RWC", "PodWW Rfe PodRR Fre PodWR Fre"},
                                              {"WRW+WR", "Rfe PodRW Coe PodWR Fre"},
                                              {"3.SB", "PodWR Fre PodWR Fre PodWR Fre"},
                                              {"3.LB", "PodRW Rfe PodRW Rfe PodRW Rfe"},
                                              {"3.2W", "PodWW Coe PodWW Coe PodWW Coe"}}};

// A read-modify-write hands the message on, or stands between two writes.
constexpr std::array<Shape, 6> relays{
    {{"MP-relay", "PodWW Rfe Amo.exch.rlx.gpu Rfe PodRR Fre", true},
     {"S-relay", "PodWW Rfe Amo.exch.rlx.gpu Rfe PodRW Coe", true},
     {"LB-relay", "PodRW Rfe Amo.exch.rlx.gpu Rfe PodRW Rfe"},
     {"Z6.U", "PodWW Rfe Amo.exch.rlx.gpu Coe PodWR Fre"},
     {"SB-relay", "PodWR Fre Coe PodWR Fre"},
     {"Z6.W", "PodWW Rfe Amo.exch.rlx.gpu Coe PodWW Coe"}}};

Frame frame(std::string_view family, const Shape& shape) {
  return frame_of(family, std::string(shape.name), shape.cycle);
}

std::vector<Payload> payloads(const Shape& shape) {
  if (!shape.carries_payload) return {Payload::atomic};
  return {Payload::atomic, Payload::non_atomic, Payload::narrow};
}

const std::vector<Order> fence_orders{Order::acquire, Order::release, Order::acq_rel, Order::sc};

// ---- Two threads

void add_accesses(std::string_view family, Frames& out) {
  for (const Shape& shape : two_threads) {
    for (const Payload payload : payloads(shape)) {
      Frame made = frame(family, shape);
      made.placements = two_places();
      for (const Position at : positions(made)) {
        made.slots.push_back(payload_slot(made, at, payload));
      }
      out.push_back(std::move(made));
    }
  }
}

// One access is special, the others are plain ones.
void add_special(std::string_view family, const Shape& shape, Payload payload,
                 const std::function<Slot(const Frame&, Position)>& special, Frames& out) {
  for (const Position chosen : positions(frame(family, shape))) {
    Frame made = frame(family, shape);
    if (payload != Payload::atomic && event_at(made, chosen).location == 0) continue;
    made.placements = two_places();
    for (const Position at : positions(made)) {
      made.slots.push_back(at == chosen ? special(made, at) : payload_slot(made, at, payload));
    }
    out.push_back(std::move(made));
  }
}

void add_two_rmws(std::string_view family, const Shape& shape, Frames& out) {
  const std::vector<Position> all = positions(frame(family, shape));
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      Frame made = frame(family, shape);
      made.placements = places(2, {"p0::p1"});
      for (std::size_t k = 0; k < all.size(); ++k) {
        const bool rmw = k == i || k == j;
        made.slots.push_back(rmw ? rmw_slot(all[k], {AtomicOp::exch}) : plain_slot(made, all[k]));
      }
      out.push_back(std::move(made));
    }
  }
}

void add_rmws(std::string_view family, Frames& out) {
  const auto rmw = [](const Frame&, Position at) {
    return rmw_slot(at, {AtomicOp::exch, AtomicOp::add});
  };
  for (const Shape& shape : two_threads) {
    for (const Payload payload : payloads(shape)) add_special(family, shape, payload, rmw, out);
    add_two_rmws(family, shape, out);
  }
}

void add_compare_exchanges(std::string_view family, Frames& out) {
  for (const Shape& shape : two_threads) {
    for (const Payload payload : payloads(shape)) {
      if (payload != Payload::narrow) add_special(family, shape, payload, cas_slot, out);
    }
  }
}

// Fences in one thread or both.
void add_fences(std::string_view family, Frames& out) {
  for (const Shape& shape : two_threads) {
    for (const Payload payload : payloads(shape)) {
      Frame made = frame(family, shape);
      made.placements = two_places();
      made.slots = {thread_slot(made, 0, payload, {Reach::needed}),
                    thread_slot(made, 1, payload, {Reach::needed})};
      out.push_back(std::move(made));
    }
  }
}

// Fences beside read-modify-writes: these are relaxed, or all that stands on one side.
void add_fenced(std::string_view family, const std::function<Slot(Position)>& special,
                Frames& out) {
  for (const Shape& shape : two_threads) {
    const std::vector<Position> all = positions(frame(family, shape));
    for (const Position chosen : all) {
      Frame made = frame(family, shape);
      made.placements = places(2, {"p0::p1"});
      for (const Position at : all) {
        made.slots.push_back(at == chosen ? special(at) : relaxed_slot(made, at));
      }
      made.slots.push_back(fence_slot({0, 1}, fence_orders, {Reach::needed}, true));
      made.slots.push_back(fence_slot({1, 1}, fence_orders, {Reach::needed}, true));
      out.push_back(std::move(made));
    }
  }
}

void add_fenced_rmws(std::string_view family, Frames& out) {
  add_fenced(
      family, [](Position at) { return rmw_slot(at, {AtomicOp::exch}); }, out);
}

// Each access of one location plain or a read-modify-write.
void add_one_location(std::string_view family, Frames& out) {
  for (const Shape& shape : one_location) {
    Frame made = frame(family, shape);
    made.placements = two_places();
    for (const Position at : positions(made)) {
      Slot slot = plain_slot(made, at);
      append(slot, rmw_slot(at, {AtomicOp::exch}));
      made.slots.push_back(std::move(slot));
    }
    out.push_back(std::move(made));
  }
}

// Two read-modify-writes of one location, nothing else; no slots yet.
Frame contended_frame(std::string_view family) {
  Frame made = frame_of(family, "RMW", "Rfe PosRW Coe");
  generate::Event event = made.base.threads[0][0];
  made.base.threads = {{event}, {event}};
  made.base.threads[1][0].value = 2;
  made.reads = {{0}, {0}};
  made.placements = two_places();
  return made;
}

void add_contended(std::string_view family, Frames& out) {
  Frame made = contended_frame(family);
  for (const Position at : positions(made)) {
    Slot slot = rmw_slot(at, {AtomicOp::exch, AtomicOp::add});
    append(slot, cas_slot(made, at));
    made.slots.push_back(std::move(slot));
  }
  out.push_back(std::move(made));
}

void add_locations(std::string_view family, Frames& out) {
  add_contended(family, out);
  add_one_location(family, out);
}

// Read-modify-writes whose result nobody uses: what they read shows in the sum alone. One in the
// place of a read cannot guard what is not atomic; a slot without options is no test.
void add_reductions(std::string_view family, Frames& out) {
  const auto reduce = [](Position at) { return reduce_slot(at); };
  for (const Shape& shape : two_threads) {
    for (const Payload payload : payloads(shape)) {
      if (payload == Payload::narrow) continue;
      const auto special = [&](const Frame& made, Position at) {
        const bool guards = payload == Payload::non_atomic && !event_at(made, at).write;
        return guards ? Slot{} : reduce(at);
      };
      add_special(family, shape, payload, special, out);
    }
  }
  add_fenced(family, reduce, out);
  Frame contended = contended_frame(family);
  for (const Position at : positions(contended)) {
    Slot slot = reduce_slot(at);
    if (at.thread == 1) append(slot, rmw_slot(at, {AtomicOp::exch, AtomicOp::add}));
    contended.slots.push_back(std::move(slot));
  }
  out.push_back(std::move(contended));
}

// ---- Three threads

void add_three(std::string_view family, Frames& out) {
  for (const Shape& shape : three_threads) {
    Frame made = frame(family, shape);
    made.placements = three_places();
    for (const Position at : positions(made)) made.slots.push_back(plain_slot(made, at));
    out.push_back(std::move(made));
  }
  Frame made = frame_of(family, "IRIW", "Rfe PodRR Fre Rfe PodRR Fre");
  made.placements = places(4, {"p0::p1::p2::p3", "p0:p1::p2:p3", "p0:p3::p1:p2"});
  for (const Position at : positions(made)) made.slots.push_back(plain_slot(made, at));
  out.push_back(std::move(made));
}

// Every thread of two accesses has a fence or strong accesses; fences of every scope.
void add_three_fenced(std::string_view family, Frames& out) {
  for (const Shape& shape : three_threads) {
    Frame made = frame(family, shape);
    made.placements = three_places();
    for (std::size_t t = 0; t < made.base.threads.size(); ++t) {
      if (made.base.threads[t].size() == 2) {
        Slot slot{{{{t, 0, Order::relaxed}, {t, 1, Order::relaxed}}, {}}};
        const bool reads = !made.base.threads[t][0].write;
        const bool writes = made.base.threads[t][1].write;
        slot.push_back({{{t, 0, reads ? Order::acquire : Order::relaxed},
                         {t, 1, writes ? Order::release : Order::relaxed}},
                        {}});
        slot.push_back({{{t, 0, Order::sc}, {t, 1, Order::sc}}, {}});
        for (SlotOption& option :
             fence_slot({t, 1}, {Order::acq_rel, Order::sc}, {Reach::needed, Reach::near}, false)) {
          slot.push_back(std::move(option));
        }
        made.slots.push_back(std::move(slot));
      } else {
        made.slots.push_back(access_slot(made, {t, 0}, {Order::relaxed, Order::sc}));
      }
    }
    out.push_back(std::move(made));
  }
}

// The thread in the middle is one read-modify-write; those at the ends as in thread_slot.
void add_relays(std::string_view family, Frames& out) {
  for (const Shape& shape : relays) {
    for (const Payload payload : payloads(shape)) {
      if (payload == Payload::narrow) continue;
      Frame made = frame(family, shape);
      made.placements = three_places();
      const std::vector<Reach> reaches{Reach::needed, Reach::near};
      const std::vector<Order> both_ways{Order::acq_rel, Order::sc};
      Slot middle = rmw_slot({1, 0}, {AtomicOp::exch});
      append(middle, rmw_slot({1, 0}, AtomicOp::add, both_ways));
      append(middle, reduce_slot({1, 0}, both_ways));
      middle.push_back(cas_option({1, 0}, Order::acq_rel, Order::acquire));
      middle.push_back(cas_option({1, 0}, Order::sc, Order::sc));
      made.slots = {thread_slot(made, 0, payload, reaches), std::move(middle),
                    thread_slot(made, 2, payload, reaches)};
      out.push_back(std::move(made));
    }
  }
}

// ---- Release sequences

void add_sequence(std::string_view family, std::string name, std::string_view cycle,
                  const std::vector<generate::Placement>& placements, Frames& out) {
  for (const Payload payload : {Payload::atomic, Payload::non_atomic}) {
    Frame made = frame_of(family, name, cycle);
    made.placements = placements;
    for (const Position at : positions(made)) {
      const generate::Event& event = event_at(made, at);
      if (event.form.atomic) {
        Slot slot = rmw_slot(at, {AtomicOp::exch});
        append(slot, reduce_slot(at));
        made.slots.push_back(std::move(slot));
      } else {
        // Of the payload what matters is that it is there.
        const bool relaxed = event.location == 0;
        made.slots.push_back(payload_slot(made, at, payload, relaxed));
      }
    }
    out.push_back(std::move(made));
  }
}

void add_sequences(std::string_view family, Frames& out) {
  const std::vector<generate::Placement> two = places(2, {"p0::p1"});
  const std::vector<generate::Placement> three = three_places();
  add_sequence(family, "RS-store", "PodWW PosWW Rfe PodRR Fre", two, out);
  add_sequence(family, "RS-rmw", "PodWW PosWR Amo.exch.rlx.gpu Rfe PodRR Fre", two, out);
  add_sequence(family, "RS-other", "PodWW Coe Rfe PodRR Fre", three, out);
  add_sequence(family, "RS-relay-store", "PodWW Rfe Amo.exch.rlx.gpu PosWW Rfe PodRR Fre", three,
               out);
}

struct Maker {
  std::string_view family;
  void (*add)(std::string_view, Frames&);
};

constexpr std::array<Maker, 11> makers{{{"accesses", add_accesses},
                                        {"rmw", add_rmws},
                                        {"reduce", add_reductions},
                                        {"cas", add_compare_exchanges},
                                        {"fences", add_fences},
                                        {"fenced-rmw", add_fenced_rmws},
                                        {"one-location", add_locations},
                                        {"three", add_three},
                                        {"three-fences", add_three_fenced},
                                        {"relay", add_relays},
                                        {"release-sequences", add_sequences}}};

}  // namespace

std::vector<Frame> frames_of(std::string_view family) {
  Frames frames;
  for (const Maker& maker : makers) {
    if (maker.family == family && maker.add) maker.add(family, frames);
  }
  return frames;
}

}  // namespace opexplore::mappings
