#include "answers/why/checklist.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "answers/why/atomicity_rows.hpp"
#include "answers/why/buffer_rows.hpp"
#include "answers/why/fence_rows.hpp"
#include "answers/why/link_rows.hpp"
#include "answers/why/proxy_rows.hpp"
#include "answers/why/vulkan_rows.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::why_parts {
namespace {

std::size_t missing(const std::vector<WhyRow>& rows) {
  return static_cast<std::size_t>(std::ranges::count(rows, RowStatus::missing, &WhyRow::status));
}

// Each once.
std::vector<WhyRow> once(std::vector<WhyRow> rows) {
  std::vector<WhyRow> result;
  add_rows(result, std::move(rows));
  return result;
}

// Where a release-acquire chain is enough: one arc goes against time.
std::vector<WhyRow> causal_rows(const Happening& happening, const Rules& rules,
                                const Chain& chain) {
  std::vector<WhyRow> rows;
  link_rows(happening, rules, chain, false, rows);
  proxy_rows(happening, rules, {chain.begin(), chain.end(), chain.segments}, rows);
  return once(std::move(rows));
}

// Where several arcs go against time, SC fences have to order each chain before the next or after.
std::vector<WhyRow> fenced_rows(const Happening& happening, const Rules& rules,
                                const std::vector<Chain>& chains) {
  std::vector<WhyRow> rows, proxies;
  std::vector<Chain> by_thread = chains;
  std::ranges::sort(by_thread, {}, &Chain::end);
  fence_rows(happening, rules, by_thread, rows);
  for (const Chain& chain : by_thread) link_rows(happening, rules, chain, true, rows);
  for (std::size_t i = 0; i < chains.size(); ++i) {
    // The arc from the end of this chain leads to the beginning of the next.
    const Chain& next = chains[(i + 1) % chains.size()];
    std::vector<Segment> route = next.segments;
    route.push_back(chains[i].segments.back());
    proxy_rows(happening, rules, {next.begin(), chains[i].end(), std::move(route)}, proxies);
  }
  std::ranges::stable_sort(proxies, {}, &WhyRow::thread);
  rows.insert(rows.end(), proxies.begin(), proxies.end());
  return once(std::move(rows));
}

// Of each kind of which nothing is asked here a row that says so, at the event.
void add_needless(const Happening& happening, const Rules& rules, EventNumber event,
                  std::vector<WhyRow>& rows) {
  const auto add = [&](RowKind kind, const char* remark) {
    if (std::ranges::find(rows, kind, &WhyRow::kind) != rows.end()) return;
    const Happened& one = happening.events[event];
    rows.push_back({kind, RowStatus::not_needed, one.thread, one.instruction, remark});
  };
  const bool barrier = std::ranges::find(rows, RowKind::barrier, &WhyRow::kind) != rows.end();
  const char* const other = barrier ? "a barrier does it" : "does not help here";
  add(RowKind::release, other);
  add(RowKind::acquire, other);
  add(RowKind::scope, barrier ? "a barrier has none" : "nothing here has one");
  add(RowKind::proxy, rules.proxies                    ? "both are one access"
                      : rules.kind == Rules::Kind::cxx ? "C++ has no proxies"
                                                       : "6.0 has no proxies");
  add(RowKind::sc, "one arc alone goes against time");
}

}  // namespace

bool same_row(const WhyRow& a, const WhyRow& b) {
  return a.kind == b.kind && a.status == b.status && a.thread == b.thread &&
         a.instruction == b.instruction && a.remark == b.remark;
}

void add_rows(std::vector<WhyRow>& rows, std::vector<WhyRow> more) {
  for (WhyRow& row : more) {
    const bool known =
        std::ranges::any_of(rows, [&](const WhyRow& other) { return same_row(row, other); });
    if (!known) rows.push_back(std::move(row));
  }
}

std::vector<WhyRow> checklist(const Happening& happening, const Rules& rules, const Chain& chain) {
  return causal_rows(happening, rules, chain);
}

std::vector<WhyRow> checklist(const Happening& happening, const Rules& rules, const Path& cycle) {
  if (rules.kind == Rules::Kind::interleaving) return {};
  if (rules.kind == Rules::Kind::store_buffers) return once(buffer_rows(happening, cycle));
  std::optional<std::vector<WhyRow>> best;
  for (std::size_t cut = 0; cut < cuts_of(cycle); ++cut) {
    const std::vector<Chain> chains = chains_of(cycle, cut);
    if (chains.empty()) continue;
    std::vector<WhyRow> rows = rules.kind == Rules::Kind::vulkan
                                   ? (chains.size() == 1 ? vulkan_rows(happening, chains.front())
                                                         : vulkan_rows(happening, chains))
                               : chains.size() == 1 ? causal_rows(happening, rules, chains.front())
                               : is_atomicity(happening, chains)
                                   ? atomicity_rows(happening, rules, chains)
                                   : fenced_rows(happening, rules, chains);
    if (rules.kind != Rules::Kind::vulkan) contest_rows(happening, rules, cycle, rows);
    rows = once(std::move(rows));
    if (!best || missing(rows) < missing(*best)) best = std::move(rows);
  }
  if (!best) return {};
  if (rules.kind != Rules::Kind::vulkan) {
    add_needless(happening, rules, cycle.back().from, *best);
  }
  return *std::move(best);
}

std::vector<WhyRow> unconnected(const Happening& happening, EventNumber first, EventNumber second) {
  const Happened& one = happening.events[first];
  const Happened& other = happening.events[second];
  WhyRow release{RowKind::release, RowStatus::missing, one.thread, one.instruction,
                 "nothing that the other thread reads is written after it"};
  WhyRow acquire{RowKind::acquire, RowStatus::missing, other.thread, other.instruction,
                 "nothing before it reads what the other thread writes"};
  return {std::move(release), std::move(acquire)};
}

}  // namespace opexplore::why_parts
