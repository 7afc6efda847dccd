#include "answers/why/execution.hpp"

#include <algorithm>
#include <optional>

#include "answers/why/barriers.hpp"
#include "answers/why/rerun.hpp"

namespace opexplore::why_parts {
namespace {

// The machine counts a thread's writes in program order, of those that are in memory after `step`
// steps.
EventNumber write_meant(const Happening& happening, const std::optional<WriteRef>& write,
                        std::size_t step) {
  if (!write || write->is_initial()) return no_event;
  std::uint32_t left = write->number;
  for (const EventNumber number : happening.threads[*write->thread]) {
    const Happened& event = happening.events[number];
    if (event.writes && event.write_step <= step && --left == 0) return number;
  }
  return no_event;
}

void add_coherence(Happening& happening, const Trace& trace) {
  const std::size_t size = happening.events.size();
  happening.coherence.assign(size, std::vector<bool>(size));
  for (const auto& [earlier, later] : trace.coherence) {
    const EventNumber first = write_meant(happening, earlier, trace.steps.size());
    const EventNumber second = write_meant(happening, later, trace.steps.size());
    if (first != no_event && second != no_event) order(happening, first, second);
  }
  happening.settled = happening.coherence;
  for (const TraceStep& step : trace.steps) {
    const EventNumber last = write_meant(happening, step.last, trace.steps.size());
    if (last == no_event) continue;
    for (EventNumber other = 0; other < size; ++other) {
      const Happened& event = happening.events[other];
      const Happened& chosen = happening.events[last];
      // Of two with one value it says nothing.
      if (event.writes && event.location == chosen.location && event.written != chosen.written) {
        order(happening, other, last);
      }
    }
  }
}

// What remains at a location depends on which writes there are, and on their values.
Reads of_location(const Happening& happening, LocationId location) {
  Reads all;
  for (const Happened& event : happening.events) {
    if (event.writes && event.location == location) add_all(all, event.depends_on);
  }
  for (EventNumber number = 0; number < happening.events.size(); ++number) {
    const Happened& event = happening.events[number];
    if (event.writes && event.reads && event.location == location) add_all(all, {number});
  }
  return all;
}

Happening rerun(const Test& test, const Trace& trace, bool adds_fences) {
  Happening happening;
  happening.test = &test;
  happening.threads.resize(test.program.threads.size());
  const Reran reran = rerun_threads(happening, trace, adds_fences);
  for (EventNumber number = 0; number < happening.events.size(); ++number) {
    Happened& event = happening.events[number];
    if (event.reads) event.reads_from = write_meant(happening, reran.sources[number], event.step);
  }
  add_coherence(happening, trace);
  add_barriers(happening);
  for (const Observable& observable : test.observables) {
    if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
      happening.observed.push_back(reran.depends[term->thread][term->reg]);
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      happening.observed.push_back(
          of_location(happening, test.program.addresses[address].location));
    }
  }
  return happening;
}

}  // namespace

void order(Happening& happening, EventNumber earlier, EventNumber later) {
  auto& after = happening.coherence;
  if (earlier == later || after[earlier][later] || after[later][earlier]) return;
  for (EventNumber from = 0; from < after.size(); ++from) {
    if (from != earlier && !after[from][earlier]) continue;
    after[from][later] = true;
    for (EventNumber to = 0; to < after.size(); ++to) {
      if (after[later][to]) after[from][to] = true;
    }
  }
}

Happening happening_of(const Test& test, const Trace& trace) { return rerun(test, trace, false); }

Happening happening_with_fences(const Test& test, const Trace& trace) {
  return rerun(test, trace, true);
}

}  // namespace opexplore::why_parts
