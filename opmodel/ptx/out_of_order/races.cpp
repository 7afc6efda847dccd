#include "opmodel/ptx/out_of_order/races.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "opmodel/ptx/out_of_order/execution.hpp"

namespace opexplore::ptx_model {

namespace {

// An access that was performed: one operation, also if it reads and writes.
struct Performed {
  ThreadId thread = 0;
  std::size_t entry = 0;
  const Access* access = nullptr;
  bool writes = false;
  LateItems items;     // its read, its write
  LateItems observed;  // reads that have observed its write, through read-modify-writes too
};

std::vector<Performed> all_performed(const Events& events) {
  std::vector<Performed> all;
  const OutOfOrderState& state = events.state();
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t e = 0; e < state.issued[t].size(); ++e) {
      const Issued& issued = state.issued[t][e];
      if (!issued.read_done() && !issued.write_done()) continue;
      Performed access{thread, e, &events.access(thread, e), issued.write_done(), {}, {}};
      const Events::Entry& entry = events.entry(thread, e);
      if (issued.read_done()) access.items |= LateItems::of(entry.read_item);
      if (issued.write_done()) access.items |= LateItems::of(entry.write_item);
      all.push_back(access);
    }
  }
  return all;
}

// PTX ISA 8.9.2: a morally strong read observes what it reads, and what that has observed if it was
// written by a read-modify-write.
void find_observers(const Events& events, std::vector<Performed>& all) {
  const OutOfOrderState& state = events.state();
  const Semantics& semantics = events.context().semantics;
  const auto source_of = [&](const Performed& reader) -> const Performed* {
    const Issued& issued = state.issued[reader.thread][reader.entry];
    if (!issued.read_done() || issued.read == initial_write) return nullptr;
    const std::pair<ThreadId, std::size_t> writer = events.entry_of(issued.read);
    const auto place = std::ranges::find_if(all, [&](const Performed& other) {
      return other.thread == writer.first && other.entry == writer.second;
    });
    const bool observes = semantics.morally_strong(*place->access, *reader.access);
    return observes ? &*place : nullptr;
  };
  for (const Performed& reader : all) {
    const auto item = LateItems::of(events.entry(reader.thread, reader.entry).read_item);
    // Coherence and atomicity make the way back finite.
    for (const Performed* from = source_of(reader); from != nullptr; from = source_of(*from)) {
      all[static_cast<std::size_t>(from - all.data())].observed |= item;
    }
  }
}

// Whether something with one of these items, accessed as `access` says, is causally before `later`.
template <class Size>
bool precedes(const LateItems& items, const Access& access, const View<Size>& before_later,
              const Access& later, const Stages& stages) {
  if (before_later.items.at_aliases(later, stages).intersects(items)) return true;
  return access.address == later.address &&
         before_later.items.at_same_address(later, stages).intersects(items);
}

}  // namespace

void for_each_data_race(const Context& context, const OutOfOrderState& state, DataRaceSink sink) {
  if (std::ranges::any_of(state.issued, is_pending)) return;
  const Events events(context, state);
  if (events.too_large()) return;
  std::vector<Performed> all = all_performed(events);
  find_observers(events, all);
  with_execution(events, [&](auto& execution) {
    execution.saturate();
    const Semantics& semantics = context.semantics;
    const auto ordered = [&](const Performed& first, const Performed& second) {
      const auto& before = second.writes ? execution.view_before_write(second.thread, second.entry)
                                         : execution.view_before(second.thread, second.entry);
      return precedes(first.items | first.observed, *first.access, before, *second.access,
                      semantics.stages());
    };
    const auto original = [&](const Performed& access) {
      return context.original(access.thread, state.issued[access.thread][access.entry].instruction);
    };
    for (auto first = all.begin(); first != all.end(); ++first) {
      for (auto second = first + 1; second != all.end(); ++second) {
        if (first->access->location != second->access->location) continue;
        if (!first->writes && !second->writes) continue;
        if (semantics.excused(*first->access, *second->access)) continue;
        if (ordered(*first, *second) || ordered(*second, *first)) continue;
        sink(racing_pair(first->thread, original(*first), second->thread, original(*second)));
      }
    }
  });
}

bool adds_data_race(const Context& context, const OutOfOrderState& before,
                    const OutOfOrderState& after) {
  std::set<RacingPair> known;
  for_each_data_race(context, before, [&](const RacingPair& pair) { known.insert(pair); });
  bool adds = false;
  for_each_data_race(context, after,
                     [&](const RacingPair& pair) { adds = adds || !known.contains(pair); });
  return adds;
}

}  // namespace opexplore::ptx_model
