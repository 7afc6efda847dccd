#include "litmus/generate/cycle.hpp"

#include <algorithm>
#include <array>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

namespace {

[[noreturn]] void fail(std::uint32_t column, const std::string& message,
                       const std::string& advice = "") {
  throw InputError("cycle", {1, column}, message, advice);
}

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

// Forms to suggest from.
std::vector<std::string> form_names(Language language) {
  std::vector<std::string> names;
  const std::array orders{Order::relaxed, Order::acquire, Order::release};
  if (language != Language::vulkan) {
    for (const Word<Scope>& scope : scopes()) {
      for (const Order order : orders) {
        names.push_back(to_string(AccessForm{Path::generic, std::nullopt, order, scope.value}));
      }
    }
    return names;
  }
  for (const Word<VulkanScope>& scope : words<VulkanScope>()) {
    const std::string text(scope.text);
    for (const Order order : orders) names.push_back(std::string(short_name(order)) + "." + text);
    names.push_back("av." + text);
    names.push_back("vis." + text);
  }
  names.emplace_back("nonpriv");
  return names;
}

bool is_known(std::string_view word, Language language) {
  return parse_edge(word, language) || parse_access(word, language);
}

[[noreturn]] void fail_unknown(std::uint32_t column, std::string_view word, Language language) {
  const bool vulkan = language == Language::vulkan;
  if (is_known(word, vulkan ? Language::ptx : Language::vulkan)) {
    fail(column, in_quotes(word) + (vulkan ? " is of PTX" : " is of Vulkan"),
         vulkan ? "scopes of Vulkan are sg, wg, qf and dv, and its fences membar.acq_rel.dv"
                : "--dialect vulkan makes tests of Vulkan");
  }
  std::vector<std::string> known = edge_names(language);
  for (std::string& name : form_names(language)) known.push_back(std::move(name));
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  fail(column, "unknown edge " + in_quotes(word),
       detail::did_you_mean(
           word, candidates,
           vulkan
               ? "edges are Rfe, Coe, Fre, PodWR, PosRR, membar.acq_rel.dvdWR, DpAddrdR, … and "
                 "accesses are priv, nonpriv, av.dv, vis.dv, rlx.dv, rel.dv.semav, acq.dv.semvis, …"
               : "edges are Rfe, Coe, Fre, PodWR, PosRR, fence.sc.gpudWR, DpAddrdR, … "
                 "and accesses are weak, rlx.gpu, acq.gpu, rel.gpu, exch.rlx.gpu, …"));
}

struct PlacedWord {
  std::string_view text;
  std::uint32_t column = 0;
};

std::vector<PlacedWord> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\n,";
  std::vector<PlacedWord> words;
  for (std::size_t at = 0;;) {
    const std::size_t start = text.find_first_not_of(blanks, at);
    if (start == std::string_view::npos) return words;
    at = std::min(text.find_first_of(blanks, start), text.size());
    words.push_back({text.substr(start, at - start), static_cast<std::uint32_t>(start + 1)});
  }
}

void check_form(const Edge& edge, const AccessForm& form, Language language) {
  if (edge.source_writes ? can_write(form) : can_read(form)) return;
  if (language == Language::vulkan) {
    fail(edge.column,
         std::string(edge.source_writes ? "a write" : "a read") + " cannot be " +
             in_quotes(to_string(form, language)),
         edge.source_writes ? "writes are priv, nonpriv, av.S, rlx.S, rel.S, or atomics"
                            : "reads are priv, nonpriv, vis.S, rlx.S, acq.S, or atomics");
  }
  fail(edge.column,
       std::string(edge.source_writes ? "a write" : "a read") + " cannot be " +
           in_quotes(to_string(form)),
       edge.source_writes ? "writes are weak, rlx.S, rel.S, or atomics"
                          : "reads are weak, rlx.S, acq.S, or atomics");
}

std::string describe(const Edge& edge) { return in_quotes(to_string(edge)); }

void check_ends(const Cycle& cycle) {
  const std::vector<Edge>& edges = cycle.edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& next = edges[(i + 1) % edges.size()];
    if (edges[i].target_writes == next.source_writes) continue;
    fail(next.column,
         describe(edges[i]) + " ends in a " + (edges[i].target_writes ? "write" : "read") +
             ", and " + describe(next) + " begins with a " +
             (next.source_writes ? "write" : "read"),
         "neighbours share an access");
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    // A read and the write it reads are in no order that way round.
    const Edge& next = edges[(i + 1) % edges.size()];
    if (edges[i].kind != EdgeKind::read_source || next.kind == EdgeKind::coherence) continue;
    fail(next.column, "after " + describe(edges[i]) + " comes Coe or Coi",
         "together they lead to a write later than the one that is read");
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    check_form(edges[i], cycle.forms[i], cycle.language);
    const Edge& before = edges[(i + edges.size() - 1) % edges.size()];
    const bool half = edges[i].kind == EdgeKind::update || before.kind == EdgeKind::update;
    if (half && cycle.forms[i] != AccessForm{}) {
      fail(edges[i].column, "the form of an update belongs to its edge",
           "write it like Amo.exch.acq_rel." +
               std::string(cycle.language == Language::vulkan ? "dv" : "gpu"));
    }
  }
}

// Turns the cycle so that it starts where a thread does.
Cycle turned(Cycle cycle) {
  std::vector<Edge>& edges = cycle.edges;
  const auto external =
      std::count_if(edges.begin(), edges.end(), [](const Edge& edge) { return edge.external; });
  if (external == 1) {
    fail(edges.front().column, "with one external edge the cycle leaves a thread and cannot return",
         "use two external edges or more, or none");
  }
  if (external > static_cast<std::ptrdiff_t>(max_threads)) {
    fail(edges.front().column, "more than " + std::to_string(max_threads) + " threads");
  }
  const auto closes = [&](const Edge& edge) {
    return external == 0 ? edge.communicates() : edge.external;
  };
  if (std::none_of(edges.begin(), edges.end(), closes)) {
    fail(edges.front().column, "program order alone makes no cycle",
         "add a communication: Rfe, Coe, Fre, Rfi, Coi or Fri");
  }
  while (!closes(edges.back())) {
    std::rotate(edges.begin(), edges.end() - 1, edges.end());
    std::rotate(cycle.forms.begin(), cycle.forms.end() - 1, cycle.forms.end());
  }
  return cycle;
}

void find_threads(Layout& layout) {
  std::size_t thread = 0;
  std::size_t event = 0;
  for (const Edge& edge : layout.cycle.edges) {
    layout.thread.push_back(thread);
    layout.event.push_back(event);
    if (edge.external) {
      ++thread;
      event = 0;
    } else if (edge.kind != EdgeKind::update) {
      ++event;
    }
  }
  layout.threads = layout.thread.back() + 1;
}

void find_locations(Layout& layout) {
  const std::vector<Edge>& edges = layout.cycle.edges;
  const auto moves = static_cast<std::size_t>(
      std::count_if(edges.begin(), edges.end(), [](const Edge& edge) { return edge.moves(); }));
  if (moves == 1) {
    fail(edges.front().column, "with one edge to another location the cycle cannot return",
         "use two such edges or more, or none");
  }
  if (moves > max_addresses) {
    fail(edges.front().column, "more than " + std::to_string(max_addresses) + " locations");
  }
  std::size_t location = 0;
  for (const Edge& edge : edges) {
    layout.location.push_back(moves == 0 ? 0 : location % moves);
    if (edge.moves()) ++location;
  }
  layout.writes.assign(std::max<std::size_t>(moves, 1), 0);
}

// The accesses such that those of one location follow each other, in the order in which the
// communications put them: what the cycle makes impossible is where the list begins.
std::vector<std::size_t> chain_order(const Layout& layout) {
  const std::vector<Edge>& edges = layout.cycle.edges;
  const bool several = layout.writes.size() > 1;
  const auto starts = [&](const Edge& edge) {
    return several ? edge.moves() : edge.kind == EdgeKind::program_order;
  };
  const auto last = std::find_if(edges.begin(), edges.end(), starts);
  if (last == edges.end()) {
    fail(edges.front().column, "communications alone make no cycle of an execution",
         "add program order: PodWR, PosRR, …");
  }
  std::vector<std::size_t> order(edges.size());
  const auto first = static_cast<std::size_t>(last - edges.begin()) + 1;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = (first + i) % edges.size();
  return order;
}

// Accesses that read and write are a write of their own after what they read.
void find_values(Layout& layout) {
  const std::vector<Edge>& edges = layout.cycle.edges;
  layout.value.resize(edges.size());
  layout.before.resize(edges.size());
  for (const std::size_t i : chain_order(layout)) {
    std::size_t& writes = layout.writes[layout.location[i]];
    layout.before[i] = static_cast<Value>(writes);
    const bool atomic = layout.cycle.forms[i].atomic.has_value();
    if (edges[i].source_writes) {
      layout.value[i] = static_cast<Value>(++writes);
      continue;
    }
    layout.value[i] = static_cast<Value>(writes);
    if (edges[i].kind == EdgeKind::read_source) {
      if (atomic) fail(edges[i].column, "the access before " + describe(edges[i]) + " is atomic");
      ++layout.value[i];
    }
    if (atomic) ++writes;
  }
}

// The final state shows which write was the last one, and an atomic shows which one was before it.
// So two writes that are not atomic have their order shown, three do not.
void check_shown(const Layout& layout) {
  const std::vector<Edge>& edges = layout.cycle.edges;
  std::vector<std::size_t> plain(layout.writes.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const bool half = edges[(i + edges.size() - 1) % edges.size()].kind == EdgeKind::update;
    if (!edges[i].source_writes || layout.cycle.forms[i].atomic || half) continue;
    if (++plain[layout.location[i]] < 3) continue;
    fail(edges[i].column,
         "this is the third write of location " + location_name(layout.location[i]) +
             ", and the final state does not show the order of three",
         "join two edges of it into one, or make a write atomic");
  }
}

Event event_of(const Layout& layout, std::size_t i) {
  const Edge& edge = layout.cycle.edges[i];
  const bool update = edge.kind == EdgeKind::update;
  Event event;
  event.write = edge.source_writes;
  event.location = layout.location[i];
  event.form = update ? edge.form : layout.cycle.forms[i];
  const bool also_writes = !event.write && event.form.atomic;
  event.value = also_writes ? layout.value[i] + 1 : layout.value[i];
  if (event.form.atomic == AtomicOp::add) event.value = 1;
  return event;
}

/// A value that the cycle says.
struct Expectation {
  Expected value;
  bool after_reads_from = false;  ///< of a read of Rfe or Rfi
};

std::vector<Expectation> expectations(const Layout& layout, const Built& built) {
  std::vector<Expectation> expected;
  const std::vector<Edge>& edges = layout.cycle.edges;
  for (std::size_t i = 0; i < layout.thread.size(); ++i) {
    const bool write = edges[i].source_writes;
    const bool compared = layout.writes[layout.location[i]] > 1;
    const bool replaces = layout.cycle.forms[i].atomic && compared;
    if (write && !replaces) continue;
    const RegisterId destination = *built.destinations[layout.thread[i]][layout.event[i]];
    const bool found = edges[(i + edges.size() - 1) % edges.size()].kind == EdgeKind::reads_from;
    expected.push_back({{RegisterTerm{static_cast<ThreadId>(layout.thread[i]), destination},
                         write ? layout.before[i] : layout.value[i]},
                        !write && found});
  }
  for (std::size_t l = 0; l < layout.writes.size(); ++l) {
    if (layout.writes[l] < 2) continue;
    expected.push_back(
        {{LocationTerm{built.addresses[l]}, static_cast<Value>(layout.writes[l])}, false});
  }
  return expected;
}

bool is_filtered(const Expectation& expectation) { return expectation.after_reads_from; }

template <class Wanted>
std::vector<Expected> values_where(const std::vector<Expectation>& all, const Wanted& wanted) {
  std::vector<Expected> values;
  for (const Expectation& expectation : all) {
    if (wanted(expectation)) values.push_back(expectation.value);
  }
  return values;
}

// All are observed already.
void filter_and_ask(Test& test, const std::vector<Expectation>& all) {
  const auto filtered = values_where(all, is_filtered);
  if (filtered.empty()) return;
  test.filter = all_of(test, filtered);
  test.condition =
      all_of(test, values_where(all, [](const Expectation& it) { return !is_filtered(it); }));
}

}  // namespace

Cycle parse_cycle(std::string_view text, Language language) {
  Cycle cycle;
  cycle.language = language;
  std::optional<AccessForm> form;
  for (const PlacedWord& word : words_of(text)) {
    if (auto edge = parse_edge(word.text, language)) {
      edge->column = word.column;
      cycle.edges.push_back(*edge);
      cycle.forms.push_back(form.value_or(AccessForm{}));
      form.reset();
    } else if (const auto access = parse_access(word.text, language)) {
      if (form) fail(word.column, "two forms of one access", "an edge stands between accesses");
      form = access;
    } else {
      fail_unknown(word.column, word.text, language);
    }
  }
  if (cycle.edges.size() < 2) {
    fail(1, "a cycle has two edges or more", "write for instance PodWW Rfe PodRR Fre");
  }
  if (form) {
    if (cycle.forms.front() != AccessForm{}) {
      fail(cycle.edges.front().column, "two forms of one access",
           "the last edge leads to the first access");
    }
    cycle.forms.front() = *form;
  }
  return cycle;
}

std::string to_string(const Cycle& cycle) {
  std::string text;
  for (std::size_t i = 0; i < cycle.edges.size(); ++i) {
    if (!text.empty()) text += ' ';
    if (cycle.forms[i] != AccessForm{}) text += to_string(cycle.forms[i]) + ' ';
    text += to_string(cycle.edges[i]);
  }
  return text;
}

Layout lay_out(const Cycle& cycle) {
  check_ends(cycle);
  Layout layout;
  layout.cycle = turned(cycle);
  find_threads(layout);
  find_locations(layout);
  find_values(layout);
  check_shown(layout);
  return layout;
}

Sketch sketch_of(const Layout& layout) {
  Sketch sketch;
  sketch.threads.resize(layout.threads);
  sketch.language = layout.cycle.language;
  sketch.placement = all_in(Scope::gpu, layout.threads);
  sketch.homes.resize(layout.writes.size());
  const std::vector<Edge>& edges = layout.cycle.edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    std::vector<Event>& thread = sketch.threads[layout.thread[i]];
    if (layout.event[i] < thread.size()) continue;  // the second half of an update
    Event event = event_of(layout, i);
    if (layout.event[i] != 0) {
      const Separator& separator = edges[i - 1].separator;
      event.before = separator.fences;
      if (separator.dependency) {
        event.dependency =
            Dependency{*separator.dependency, layout.event[i - 1], layout.value[i - 1]};
      }
    }
    thread.push_back(std::move(event));
  }
  return sketch;
}

Test test_of(const Layout& layout, const Sketch& sketch, Filter filter) {
  Built built = build(sketch);
  const std::vector<Expectation> all = expectations(layout, built);
  Test test;
  test.program = std::move(built.program);
  ask(test, values_where(all, [](const Expectation&) { return true; }));
  if (filter == Filter::none) return test;
  filter_and_ask(test, all);
  return test;
}

void add_filter(Test& test, const Layout& layout, const Built& built) {
  const auto values = values_where(expectations(layout, built), is_filtered);
  if (!values.empty()) test.filter = all_of(test, values);
}

std::vector<std::string> header_of(const Cycle& cycle) {
  std::string communications;
  for (const Edge& edge : cycle.edges) {
    if (!edge.communicates()) continue;
    const std::string name = to_string(edge);
    communications += (communications.empty() ? "" : " ") + name.substr(0, 2);
    if (edge.kind == EdgeKind::read_source) communications += "^-1";
  }
  return {to_string(cycle), "Generator=opgen", "Com=" + communications};
}

}  // namespace opexplore::generate
