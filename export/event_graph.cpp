#include "export/event_graph.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "export/event_label.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {
namespace {

// A node on its way into the graph, with the names that edges use.
struct Draft {
  EventNode node;
  InstructionId instruction = 0;
  std::string id;
  std::string reads_from;
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

void append_step(const Test& test, const TraceStep& step, std::size_t number, bool events,
                 std::vector<Draft>& drafts) {
  const InstructionId instruction = step.instruction.value_or(0);
  if (!events) {
    const auto& instructions = test.program.threads[step.step.thread].instructions;
    if (!step.instruction || *step.instruction >= instructions.size()) return;
    drafts.push_back(
        {{step.step.thread, number, {}, instructions[instruction].text, false, step.instruction},
         instruction,
         {},
         {}});
    return;
  }
  for (const Event& event : step.events) {
    drafts.push_back({{step.step.thread,
                       number,
                       {},
                       operation_text(test, step, event),
                       event.kind == Event::Kind::read,
                       step.instruction,
                       false,
                       event.kind == Event::Kind::read || event.kind == Event::Kind::write},
                      instruction,
                      event.id,
                      event.reads_from});
  }
}

std::vector<Draft> thread_events(const Test& test, const Trace& trace, bool events) {
  std::vector<Draft> all;
  for (std::size_t thread = 0; thread < test.program.threads.size(); ++thread) {
    std::vector<Draft> own;
    std::size_t number = 0;
    for (const TraceStep& step : trace.steps) {
      ++number;
      if (step.step.thread == thread) append_step(test, step, number, events, own);
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

// Initial writes that some edge mentions, in order of their names.
void append_initial_writes(const Test& test, const Trace& trace, std::vector<Draft>& drafts) {
  constexpr std::string_view prefix = "init ";
  std::set<std::string> used;
  for (const Draft& draft : drafts) used.insert(draft.reads_from);
  for (const auto& [earlier, later] : trace.coherence) used.insert({earlier, later});
  for (const std::string& id : used) {
    if (id.compare(0, prefix.size(), prefix) != 0) continue;
    const std::string name = id.substr(prefix.size());
    const auto& locations = test.program.locations;
    const auto found = std::find_if(locations.begin(), locations.end(),
                                    [&](const Location& l) { return l.name == name; });
    const Value value = found == locations.end() ? 0 : found->initial;
    drafts.push_back(
        {{std::nullopt, 0, "init", access_text('W', name, value), false, {}, false, true},
         0,
         id,
         {}});
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

void relate(const std::vector<Draft>& drafts, const Trace& trace, EventGraph& graph) {
  std::map<std::string, std::size_t> by_id;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (!drafts[i].id.empty()) by_id.emplace(drafts[i].id, i);
    if (i > 0 && drafts[i].node.thread && drafts[i].node.thread == drafts[i - 1].node.thread) {
      graph.program_order.emplace_back(i - 1, i);
    }
  }
  std::vector<Edge> coherence;
  for (const auto& [earlier, later] : trace.coherence) {
    const auto from = by_id.find(earlier);
    const auto to = by_id.find(later);
    if (from != by_id.end() && to != by_id.end()) coherence.emplace_back(from->second, to->second);
  }
  graph.coherence = without_implied(coherence);
  for (std::size_t read = 0; read < drafts.size(); ++read) {
    const auto source = by_id.find(drafts[read].reads_from);
    if (!drafts[read].node.reads || source == by_id.end()) continue;
    graph.reads_from.emplace_back(source->second, read);
    for (const auto& [from, to] : graph.coherence) {
      // The write of the same read-modify-write follows its read; herd draws no fr to it.
      const bool own = drafts[to].node.thread == drafts[read].node.thread &&
                       drafts[to].node.step == drafts[read].node.step;
      if (from == source->second && !own) graph.from_reads.emplace_back(read, to);
    }
  }
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

// An initial write's operation is W[x]=0.
std::string reference(const EventNode& node) {
  if (node.thread) return node.letter;
  return node.letter + node.operation.substr(1, node.operation.rfind('=') - 1);
}

EventGraph event_graph(const Test& test, const Trace& trace) {
  const bool events = std::any_of(trace.steps.begin(), trace.steps.end(),
                                  [](const TraceStep& step) { return !step.events.empty(); });
  std::vector<Draft> drafts = thread_events(test, trace, events);
  append_initial_writes(test, trace, drafts);
  EventGraph graph;
  for (const Draft& draft : drafts) graph.nodes.push_back(draft.node);
  relate(drafts, trace, graph);
  relate_halves(drafts, graph);
  return graph;
}

}  // namespace opexplore
