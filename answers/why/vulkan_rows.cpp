#include "answers/why/vulkan_rows.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "answers/why/edit.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::why_parts {
namespace {

// The smallest scope that has both threads.
VulkanScope scope_of_both(const Thread& a, const Thread& b) {
  if (a.gpu != b.gpu) return VulkanScope::device;
  if (a.cta != b.cta) return VulkanScope::queue_family;
  return a.warp == b.warp ? VulkanScope::subgroup : VulkanScope::workgroup;
}

std::string classes_text(StorageClassSet classes) {
  std::string text;
  for (StorageClass one = 0; one < storage_classes; ++one) {
    if (has_class(classes, one)) text += (text.empty() ? "" : " and ") + std::to_string(one);
  }
  return text;
}

class VulkanRows {
 public:
  VulkanRows(const Happening& happening, const Chain& chain, std::vector<WhyRow>& rows)
      : happening_(happening), chain_(chain), rows_(rows) {
    for (const EventNumber event : {chain.begin(), chain.end()}) {
      if (happening.events[event].is_access()) classes_ |= class_of(event);
    }
  }

  void add() {
    const std::size_t last = chain_.segments.size() - 1;
    for (std::size_t i = 0; i < last;) {
      if (chain_.hops[i].link == Link::barrier) {
        barrier(chain_.hops[i]);
        ++i;
        continue;
      }
      std::size_t j = i + 1;
      while (j < last && hands_on(chain_.segments[j]) && chain_.hops[j].link == Link::reads_from) {
        ++j;
      }
      const bool itself = i == 0 && chain_.segments[0].single() && !chain_.from_read;
      link(i, j, itself);
      i = j;
    }
    endpoints();
  }

 private:
  const VulkanAttributes& marks(EventNumber event) const {
    return *vulkan_of(happening_.action(event));
  }
  StorageClassSet class_of(EventNumber event) const { return set_of(marks(event).storage_class); }
  Order order(EventNumber event) const { return *order_of(happening_.action(event)); }
  bool is_atomic(EventNumber event) const {
    return happening_.events[event].is_access() && order(event) != Order::weak;
  }
  Spot spot(EventNumber event) const {
    return {happening_.events[event].thread, happening_.events[event].instruction};
  }
  VulkanScope needed(EventNumber a, EventNumber b) const {
    const auto& threads = happening_.test->program.threads;
    return scope_of_both(threads[happening_.events[a].thread],
                         threads[happening_.events[b].thread]);
  }
  bool hands_on(const Segment& segment) const {
    const Happened& event = happening_.events[segment.entry];
    return segment.single() && event.reads && event.writes;
  }
  Phrase name(EventNumber event) const {
    return Phrase::OfAddress{happening_.events[event].address};
  }

  void row(RowKind kind, RowStatus status, EventNumber event, Phrase remark,
           std::vector<Remedy> remedies = {}) {
    rows_.push_back({kind, status, spot(event).thread, spot(event).instruction, std::move(remark),
                     std::move(remedies)});
  }

  Edit with(EventNumber event, Order order, VulkanScope scope, StorageClassSet semantics) const {
    VulkanAttributes more;
    more.scope = scope;
    more.semantics = semantics;
    return strengthened(*happening_.test, spot(event), order, more);
  }
  Edit fence(EventNumber event, Edit::Where where, Order order, VulkanScope scope) const {
    Fence inserted_fence;
    inserted_fence.order = order;
    inserted_fence.vulkan = VulkanAttributes{};
    inserted_fence.vulkan->scope = scope;
    inserted_fence.vulkan->semantics = static_cast<StorageClassSet>(classes_ | class_of(event));
    return inserted(*happening_.test, spot(event), where, std::move(inserted_fence));
  }

  // The nearest fence of these events that does it.
  template <class Does>
  std::optional<EventNumber> fence_in(ThreadId thread, std::size_t from, std::size_t to,
                                      Does does) const {
    std::optional<EventNumber> found;
    for (std::size_t place = from; place < to; ++place) {
      const EventNumber event = happening_.threads[thread][place];
      const Action& action = happening_.action(event);
      const bool barrier = barrier_of(action) != nullptr;
      if ((barrier || fence_of(action)) && vulkan_of(action) != nullptr && does(order(event))) {
        found = event;
      }
    }
    return found;
  }

  void link(std::size_t i, std::size_t j, bool itself) {
    const EventNumber writer = chain_.segments[i].exit;
    const EventNumber reader = chain_.segments[j].entry;
    EventNumber released = writer, acquired = reader;
    if (!itself) {
      released = release(chain_.segments[i].entry, writer, reader);
      acquired = acquire(reader, chain_.segments[j].exit, writer);
    }
    const std::size_t before = rows_.size();
    EventNumber last = writer;
    for (std::size_t k = i + 1; k <= j; ++k) {
      const EventNumber next = chain_.segments[k].entry;
      scope(last, next);
      scope(next, last);
      last = next;
    }
    if (released != writer || acquired != reader) {
      scope(released, acquired);
      scope(acquired, released);
    }
    if (rows_.size() == before)
      row(RowKind::scope, RowStatus::ok, writer, "each reaches the other");
  }

  EventNumber release(EventNumber entry, EventNumber writer, EventNumber reader) {
    const Happened& write = happening_.events[writer];
    const bool itself = opexplore::releases(order(writer));
    const auto before = fence_in(write.thread, happening_.events[entry].place + 1, write.place,
                                 [](Order order) { return opexplore::releases(order); });
    const VulkanScope scope = needed(writer, reader);
    if (!itself && !before) {
      row(RowKind::release, RowStatus::missing, writer,
          "does not release: nothing before it is published",
          {{with(writer, Order::release, scope, classes_)},
           {fence(writer, Edit::Where::before, Order::release, scope)}});
      return writer;
    }
    const EventNumber event = itself ? writer : *before;
    row(RowKind::release, RowStatus::ok, event, "publishes what was done before");
    semantics(event, writer);
    return event;
  }

  EventNumber acquire(EventNumber reader, EventNumber exit, EventNumber writer) {
    const Happened& read = happening_.events[reader];
    const bool itself = opexplore::acquires(order(reader));
    const auto behind = fence_in(read.thread, read.place + 1, happening_.events[exit].place,
                                 [](Order order) { return opexplore::acquires(order); });
    const VulkanScope scope = needed(writer, reader);
    const Phrase seen = "sees " + name(reader) + "=" + std::to_string(read.read);
    if (!itself && !behind) {
      row(RowKind::acquire, RowStatus::missing, reader, seen + ", but does not acquire",
          {{with(reader, Order::acquire, scope, classes_)},
           {fence(reader, Edit::Where::after, Order::acquire, scope)}});
      return reader;
    }
    const EventNumber event = itself ? reader : *behind;
    row(RowKind::acquire, RowStatus::ok, event, itself ? seen + " and acquires" : "acquires");
    semantics(event, reader);
    return event;
  }

  // Whether the operation orders the classes of what is handed on; and a fence that of the access
  // that hands it on.
  void semantics(EventNumber event, EventNumber access) {
    const StorageClassSet wanted =
        event == access ? classes_ : static_cast<StorageClassSet>(classes_ | class_of(access));
    const auto absent = static_cast<StorageClassSet>(wanted & ~marks(event).semantics);
    if (absent == 0) {
      row(RowKind::semantics, RowStatus::ok, event, "orders class " + classes_text(wanted));
      return;
    }
    row(RowKind::semantics, RowStatus::missing, event,
        "does not order class " + classes_text(absent),
        {{with(event, order(event), VulkanScope::subgroup, absent)}});
  }

  void scope(EventNumber event, EventNumber other) {
    const VulkanScope wanted = needed(event, other);
    if (marks(event).scope >= wanted) return;
    row(RowKind::scope, RowStatus::missing, event,
        Phrase(to_string(marks(event).scope)) + " does not reach " +
            Phrase::OfThread{happening_.events[other].thread},
        {{with(event, order(event), wanted, 0)}});
  }

  // A barrier is a release and an acquire as far as it says so.
  void barrier(const Arc& hop) {
    const auto opened =
        std::ranges::find_if(happening_.barriers, [&](const Happening::Opened& one) {
          return one.arrived == hop.from && one.next == hop.to;
        });
    const EventNumber waited = opened == happening_.barriers.end() ? hop.from : opened->waited;
    const VulkanScope wanted = needed(hop.from, waited);
    const auto does = [&](EventNumber event, bool orders) {
      return orders && (classes_ & ~marks(event).semantics) == 0 && marks(event).scope >= wanted;
    };
    const bool ok = does(hop.from, opexplore::releases(order(hop.from))) &&
                    does(waited, opexplore::acquires(order(waited)));
    if (ok) {
      row(RowKind::barrier, RowStatus::ok, hop.from, "orders what is before it and behind it");
      return;
    }
    row(RowKind::barrier, RowStatus::missing, hop.from,
        "lets threads wait, and does not order class " + classes_text(classes_) + " for both",
        {{with(hop.from, Order::acq_rel, wanted, classes_),
          with(waited, Order::acq_rel, wanted, classes_)}});
  }

  // What is not atomic has to be made available, and visible.
  void endpoints() {
    const VulkanScope wanted = needed(chain_.begin(), chain_.end());
    const auto mark = [&](EventNumber event, RowKind kind, bool VulkanAttributes::*by) {
      if (is_atomic(event)) return;
      const bool there =
          marks(event).non_private && marks(event).*by && marks(event).scope >= wanted;
      if (there) return row(kind, RowStatus::ok, event, "is not private, and reaches far enough");
      VulkanAttributes more;
      more.scope = wanted;
      more.non_private = true;
      more.*by = true;
      row(kind, RowStatus::missing, event,
          kind == RowKind::availability ? "is not made available" : "what it reads is not visible",
          {{strengthened(*happening_.test, spot(event), Order::weak, more)}});
    };
    if (happening_.events[chain_.begin()].writes && !chain_.from_read) {
      mark(chain_.begin(), RowKind::availability, &VulkanAttributes::available);
    }
    if (happening_.events[chain_.end()].reads && !happening_.events[chain_.end()].writes) {
      mark(chain_.end(), RowKind::visibility, &VulkanAttributes::visible);
    }
  }

  const Happening& happening_;
  const Chain& chain_;
  std::vector<WhyRow>& rows_;
  StorageClassSet classes_ = 0;  // of what is handed on
};

}  // namespace

std::vector<WhyRow> vulkan_rows(const Happening& happening, const Chain& chain) {
  std::vector<WhyRow> rows;
  VulkanRows(happening, chain, rows).add();
  return rows;
}

std::vector<WhyRow> vulkan_rows(const Happening& happening, const std::vector<Chain>& chains) {
  std::vector<WhyRow> rows;
  for (const Chain& chain : chains) {
    const Happened& last = happening.events[chain.end()];
    rows.push_back({RowKind::sc, RowStatus::missing, last.thread, last.instruction,
                    "nothing in Vulkan orders accesses to several locations for all"});
  }
  std::ranges::stable_sort(rows, {}, &WhyRow::thread);
  return rows;
}

}  // namespace opexplore::why_parts
