#include "answers/why/execution.hpp"

#include <algorithm>
#include <optional>

#include "answers/why/barriers.hpp"
#include "answers/why/rerun.hpp"

namespace opexplore::why_parts {
namespace {

// Which write it is after `step` steps of the trace.
EventNumber write_meant(const Happening& happening, const std::optional<WriteRef>& write,
                        std::size_t step, const Rules& rules) {
  if (!write || write->is_initial()) return no_event;
  if (!rules.counts_writes) {
    const auto named = std::ranges::find(happening.events, write, &Happened::name);
    return named == happening.events.end()
               ? no_event
               : static_cast<EventNumber>(named - happening.events.begin());
  }
  std::uint32_t left = write->number;
  for (const EventNumber number : happening.threads[*write->thread]) {
    const Happened& event = happening.events[number];
    if (event.writes && event.write_step <= step && --left == 0) return number;
  }
  return no_event;
}

void add_coherence(Happening& happening, const Trace& trace, const Rules& rules) {
  const std::size_t size = happening.events.size();
  happening.coherence.assign(size, std::vector<bool>(size));
  for (const auto& [earlier, later] : trace.coherence) {
    const EventNumber first = write_meant(happening, earlier, trace.steps.size(), rules);
    const EventNumber second = write_meant(happening, later, trace.steps.size(), rules);
    if (first != no_event && second != no_event) order(happening, first, second);
  }
  // Those that have no name are of one thread.
  for (EventNumber a = 0; a < size; ++a) {
    const Happened& one = happening.events[a];
    for (EventNumber b = 0; b < size && one.writes && !one.name; ++b) {
      const Happened& other = happening.events[b];
      if (!other.writes || other.location != one.location) continue;
      if (happening.program_order(a, b)) order(happening, a, b);
      if (happening.program_order(b, a)) order(happening, b, a);
    }
  }
  happening.settled = happening.coherence;
  for (const TraceStep& step : trace.steps) {
    const EventNumber last = write_meant(happening, step.last, trace.steps.size(), rules);
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

// The one write, or the initial one, that has the value which the read has; nothing if there are
// several.
std::optional<EventNumber> by_value(const Happening& happening, EventNumber read) {
  const Happened& one = happening.events[read];
  std::vector<EventNumber> candidates;
  if (happening.test->program.locations[one.location].initial == one.read) {
    candidates.push_back(no_event);
  }
  for (EventNumber number = 0; number < happening.events.size(); ++number) {
    const Happened& event = happening.events[number];
    const bool same = event.writes && event.location == one.location && event.written == one.read;
    if (same && number != read) candidates.push_back(number);
  }
  return candidates.size() == 1 ? std::optional(candidates.front()) : std::nullopt;
}

Happening rerun(const Test& test, const Trace& trace, const Rules& rules, bool adds_stepless) {
  Happening happening;
  happening.test = &test;
  happening.threads.resize(test.program.threads.size());
  const Reran reran = rerun_threads(happening, trace, adds_stepless);
  for (EventNumber number = 0; number < happening.events.size(); ++number) {
    Happened& event = happening.events[number];
    if (!event.reads || !reran.sources[number]) continue;
    event.reads_from = write_meant(happening, reran.sources[number], event.step, rules);
  }
  for (const EventNumber read : reran.unnamed) {
    const auto source = by_value(happening, read);
    happening.knows_sources = happening.knows_sources && source;
    happening.events[read].reads_from = source.value_or(no_event);
  }
  add_coherence(happening, trace, rules);
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

Happening happening_of(const Test& test, const Trace& trace, const Rules& rules) {
  // Others than those of PTX execute some of these with the step before.
  return rerun(test, trace, rules, rules.kind != Rules::Kind::ptx);
}

Happening happening_with_fences(const Test& test, const Trace& trace, const Rules& rules) {
  return rerun(test, trace, rules, true);
}

}  // namespace opexplore::why_parts
