#include "answers/why/buffer_rows.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "answers/why/chains.hpp"
#include "answers/why/edit.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::why_parts {
namespace {

// Locked instructions, fences and barriers wait until nothing of their thread is in the buffer; so
// does a release that other CTAs see (Singh, Aga, Narayanasamy, MICRO 2015, table 1).
bool drains(const Happening& happening, EventNumber event) {
  const Action& action = happening.action(event);
  if (read_modify_write(action) != nullptr || barrier_of(action) != nullptr) return true;
  if (const auto fence = fence_of(action)) return !fence->proxy;
  const MemoryAccess* const access = memory_access(action);
  return access != nullptr && writes_memory(action) && releases(access->order) &&
         access->scope != Scope::cta;
}

// What does, of the events between the two.
std::optional<EventNumber> drained(const Happening& happening, const Segment& segment) {
  const Happened& store = happening.events[segment.entry];
  for (std::size_t place = store.place + 1; place < happening.events[segment.exit].place; ++place) {
    const EventNumber event = happening.threads[store.thread][place];
    if (drains(happening, event)) return event;
  }
  return std::nullopt;
}

// A fence before the load, or a locked instruction that leaves its location as it is behind the
// store.
std::vector<Remedy> remedies(const Happening& happening, const Segment& segment) {
  const auto spot = [&](EventNumber event) {
    return Spot{happening.events[event].thread, happening.events[event].instruction};
  };
  Atomic locked;
  locked.address = happening.events[segment.entry].address;
  locked.order = Order::relaxed;
  locked.op = AtomicOp::add;
  return {{inserted(*happening.test, spot(segment.exit), Edit::Where::before,
                    Fence{Order::sc, Scope::sys})},
          {inserted(*happening.test, spot(segment.entry), Edit::Where::after, locked)}};
}

WhyRow row_of(const Happening& happening, const Segment& segment) {
  const auto at = [&](EventNumber event, RowStatus status, Phrase remark) {
    const Happened& one = happening.events[event];
    return WhyRow{RowKind::fence, status, one.thread, one.instruction, std::move(remark)};
  };
  const Phrase store = Phrase::OfAddress{happening.events[segment.entry].address};
  const std::optional<EventNumber> fence = drained(happening, segment);
  if (fence) return at(*fence, RowStatus::ok, "waits until " + store + " is written");
  WhyRow missing =
      at(segment.exit, RowStatus::missing, "nothing between waits until " + store + " is written");
  missing.remedies = remedies(happening, segment);
  return missing;
}

}  // namespace

std::vector<WhyRow> buffer_rows(const Happening& happening, const Path& cycle) {
  const auto is_buffered = [&](const Segment& segment) {
    const auto plain = [&](EventNumber event) {
      return read_modify_write(happening.action(event)) == nullptr;
    };
    return happening.events[segment.entry].writes && happening.events[segment.exit].reads &&
           plain(segment.entry) && plain(segment.exit);
  };
  std::vector<WhyRow> rows;
  for (const Chain& chain : chains_of(cycle)) {
    for (const Segment& segment : chain.segments) {
      if (is_buffered(segment)) rows.push_back(row_of(happening, segment));
    }
  }
  std::ranges::stable_sort(rows, {}, &WhyRow::thread);
  return rows;
}

}  // namespace opexplore::why_parts
