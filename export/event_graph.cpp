#include "export/event_graph.hpp"

#include <algorithm>
#include <map>

#include "export/event_label.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {
namespace {

// A node on its way into the graph, with the writes that edges use.
struct Draft {
  EventNode node;
  InstructionId instruction = 0;
  std::optional<WriteRef> wrote = {};
  std::optional<WriteRef> read_from = {};
};

std::string operation_text(const Test& test, const TraceStep& step, const Event& event) {
  const Program& program = test.program;
  if (event.kind == Event::Kind::read || event.kind == Event::Kind::write) {
    const bool known = event.address < program.addresses.size();
    const std::string name = known ? program.addresses[event.address].name : "?";
    return access_text(event.kind == Event::Kind::read ? 'R' : 'W', name, event.value);
  }
  const auto& instructions = program.threads[step.step.thread].instructions;
  if (step.instruction && *step.instruction < instructions.size()) {
    return instructions[*step.instruction].text;
  }
  return event.kind == Event::Kind::fence ? "F" : "B";
}

// A step of the trace that goes into the graph.
struct DrawnStep {
  const TraceStep& step;
  std::size_t number = 0;  ///< from 1
  bool repeats = false;
  bool events = true;  ///< these are drawn; else its instruction
};

void append_step(const Test& test, const DrawnStep& drawn, std::vector<Draft>& drafts) {
  const TraceStep& step = drawn.step;
  const InstructionId instruction = step.instruction.value_or(0);
  const auto append = [&](std::string operation, const Event* event) {
    EventNode node{step.step.thread,     drawn.number, {},
                   std::move(operation), false,        step.instruction};
    node.reads = event != nullptr && event->kind == Event::Kind::read;
    node.is_access = node.reads || (event != nullptr && event->kind == Event::Kind::write);
    node.repeats = drawn.repeats;
    drafts.push_back({std::move(node), instruction});
    if (event == nullptr) return;
    drafts.back().wrote = event->wrote;
    drafts.back().read_from = event->read_from;
  };
  if (drawn.events) {
    for (const Event& event : step.events) append(operation_text(test, step, event), &event);
    return;
  }
  const auto& instructions = test.program.threads[step.step.thread].instructions;
  if (!step.instruction || *step.instruction >= instructions.size()) return;
  append(instructions[instruction].text, nullptr);
}

// Nodes in program order, one thread after the other.
std::vector<Draft> drafts_of(const Test& test, const std::vector<DrawnStep>& steps) {
  std::vector<Draft> all;
  for (std::size_t thread = 0; thread < test.program.threads.size(); ++thread) {
    std::vector<Draft> own;
    for (const DrawnStep& drawn : steps) {
      if (drawn.step.step.thread == thread) append_step(test, drawn, own);
    }
    if (!has_backward_jump(test.program.threads[thread])) {
      std::stable_sort(own.begin(), own.end(), [](const Draft& a, const Draft& b) {
        return a.instruction < b.instruction;
      });
    }
    all.insert(all.end(), own.begin(), own.end());
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].node.letter = letter_name(i);
    add_details(test, all[i].node);
  }
  return all;
}

bool has_events(const TraceStep& step) { return !step.events.empty(); }

// Initial writes that some edge mentions, in order of their names.
void append_initial_writes(const Test& test, const Coherence& coherence,
                           std::vector<Draft>& drafts) {
  std::map<std::string, LocationId> used;
  const auto use = [&](const std::optional<WriteRef>& write) {
    if (!write || !write->is_initial()) return;
    const auto location = static_cast<LocationId>(write->number);
    used.emplace(test.program.locations[location].name, location);
  };
  for (const Draft& draft : drafts) use(draft.read_from);
  for (const auto& [earlier, later] : coherence) use(earlier);
  for (const auto& [name, location] : used) {
    const Value value = test.program.locations[location].initial;
    EventNode node{std::nullopt, 0, "init", access_text('W', name, value), false, {}, false, true};
    node.location = name;
    drafts.push_back({std::move(node), 0, initial_write_of(location)});
  }
}

// The read and the write that one step does.
void relate_halves(const std::vector<Draft>& drafts, EventGraph& graph) {
  std::vector<Edge> pairs;
  for (std::size_t i = 1; i < drafts.size(); ++i) {
    const EventNode& read = drafts[i - 1].node;
    const EventNode& write = drafts[i].node;
    const bool one = read.thread && read.thread == write.thread && read.step == write.step;
    if (one && read.reads && write.is_access && !write.reads) pairs.emplace_back(i - 1, i);
  }
  if (!pairs.empty()) graph.further.push_back({"rmw", std::move(pairs)});
}

// The write that a read reads. In a run without end names of writes may be given again in the next
// round: the last one before the read made it, or, in the loop, the last of all.
std::optional<std::size_t> source_of(const std::vector<Draft>& drafts, const Draft& read) {
  std::optional<std::size_t> before;
  std::optional<std::size_t> last;
  const auto take = [&](std::optional<std::size_t>& best, std::size_t i) {
    if (!best || drafts[*best].node.step < drafts[i].node.step) best = i;
  };
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (!drafts[i].wrote || drafts[i].wrote != read.read_from) continue;
    take(last, i);
    if (drafts[i].node.step < read.node.step) take(before, i);
  }
  return before ? before : last;
}

std::vector<Edge> coherence_of(const std::vector<Draft>& drafts, const Coherence& coherence) {
  std::map<WriteRef, std::size_t> by_write;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (drafts[i].wrote) by_write.emplace(*drafts[i].wrote, i);
  }
  std::vector<Edge> edges;
  for (const auto& [earlier, later] : coherence) {
    const auto from = by_write.find(earlier);
    const auto to = by_write.find(later);
    if (from != by_write.end() && to != by_write.end())
      edges.emplace_back(from->second, to->second);
  }
  return without_implied(edges);
}

void relate(const std::vector<Draft>& drafts, EventGraph& graph) {
  for (std::size_t i = 1; i < drafts.size(); ++i) {
    if (drafts[i].node.thread && drafts[i].node.thread == drafts[i - 1].node.thread) {
      graph.program_order.emplace_back(i - 1, i);
    }
  }
  for (std::size_t read = 0; read < drafts.size(); ++read) {
    if (!drafts[read].node.reads) continue;
    const std::optional<std::size_t> source = source_of(drafts, drafts[read]);
    if (!source) continue;
    graph.reads_from.emplace_back(*source, read);
    for (const auto& [from, to] : graph.coherence) {
      // The write of the same read-modify-write follows its read; herd draws no fr to it.
      const bool own = drafts[to].node.thread == drafts[read].node.thread &&
                       drafts[to].node.step == drafts[read].node.step;
      if (from == *source && !own) graph.from_reads.emplace_back(read, to);
    }
  }
}

EventGraph graph_of(const Test& test, const std::vector<DrawnStep>& steps,
                    const Coherence& coherence) {
  std::vector<Draft> drafts = drafts_of(test, steps);
  append_initial_writes(test, coherence, drafts);
  EventGraph graph;
  for (const Draft& draft : drafts) graph.nodes.push_back(draft.node);
  graph.coherence = coherence_of(drafts, coherence);
  relate(drafts, graph);
  relate_halves(drafts, graph);
  return graph;
}

// From the last of a thread's nodes in the loop to the first.
void close_loops(const Test& test, EventGraph& graph) {
  std::vector<Edge> edges;
  for (std::size_t thread = 0; thread < test.program.threads.size(); ++thread) {
    std::optional<Edge> edge;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      if (graph.nodes[i].thread != thread || !graph.nodes[i].repeats) continue;
      edge = Edge{i, edge ? edge->second : i};
    }
    if (edge) edges.push_back(*edge);
  }
  if (!edges.empty()) graph.further.push_back({std::string(for_ever), std::move(edges)});
}

}  // namespace

void mark_race(const RacingPair& pair, EventGraph& graph) {
  // Of an instruction that a loop repeats, the last time.
  const auto last = [&](ThreadId thread, InstructionId instruction) -> std::optional<std::size_t> {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const EventNode& node = graph.nodes[i];
      const bool is_it = node.thread == thread && node.instruction == instruction;
      if (is_it && (!found || graph.nodes[*found].step <= node.step)) found = i;
    }
    return found;
  };
  const auto first = last(pair.first_thread, pair.first);
  const auto second = last(pair.second_thread, pair.second);
  if (!first || !second) return;
  graph.nodes[*first].blamed = graph.nodes[*second].blamed = true;
  graph.further.push_back({"race", {{*first, *second}}});
}

void mark_blamed(const Why& why, EventGraph& graph) {
  for (const Violation& violation : why.violations) {
    for (const Culprit& culprit : violation.culprits) {
      for (EventNode& node : graph.nodes) {
        const bool half = node.reads == (culprit.fault != Fault::too_early);
        if (half && node.step == culprit.step && node.thread == culprit.thread) node.blamed = true;
      }
    }
  }
}

std::string letter_name(std::size_t index) {
  std::string name;
  for (++index; index > 0; index = (index - 1) / 26) {
    name.insert(name.begin(), static_cast<char>('a' + (index - 1) % 26));
  }
  return name;
}

std::string access_text(char kind, const std::string& name, Value value) {
  return std::string(1, kind) + '[' + name + "]=" + std::to_string(value);
}

std::string reference(const EventNode& node) {
  return node.location.empty() ? node.letter : node.letter + '[' + node.location + ']';
}

EventGraph event_graph(const Test& test, const Trace& trace) {
  const bool events = std::ranges::any_of(trace.steps, has_events);
  std::vector<DrawnStep> steps;
  for (const TraceStep& step : trace.steps) {
    steps.push_back({step, steps.size() + 1, false, events});
  }
  return graph_of(test, steps, trace.coherence);
}

EventGraph event_graph(const Test& test, const Lasso& lasso) {
  const bool events = std::ranges::any_of(lasso.stem.steps, has_events) ||
                      std::ranges::any_of(lasso.loop, has_events);
  std::vector<DrawnStep> steps;
  for (const TraceStep& step : lasso.stem.steps) {
    steps.push_back({step, steps.size() + 1, false, events});
  }
  for (const TraceStep& step : lasso.loop) {
    // What goes round may be a jump alone.
    const bool some = std::ranges::any_of(lasso.loop, [&](const TraceStep& other) {
      return other.step.thread == step.step.thread && has_events(other);
    });
    steps.push_back({step, steps.size() + 1, true, some});
  }
  EventGraph graph = graph_of(test, steps, lasso.stem.coherence);
  close_loops(test, graph);
  return graph;
}

}  // namespace opexplore
