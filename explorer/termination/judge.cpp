#include "explorer/termination/judge.hpp"

#include <algorithm>
#include <functional>

#include "explorer/graph/graph.hpp"

namespace opexplore {
namespace {

// The steps of threads that the promise says may be relied on, and those of memory.
std::vector<Edge> relied_on(const RunGraph& graph, const Promise& promise, const Group& tree) {
  std::vector<Edge> edges;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const ThreadMask threads = guaranteed(promise, tree, graph.threads(node));
    for (const RunEdge& edge : graph.edges_of(node)) {
      const MachineEdge& step = graph.step(edge);
      if (step.of_memory || (thread_bit(step.step.thread) & threads) != 0) {
        edges.push_back({node, edge.to});
      }
    }
  }
  return edges;
}

// A walk inside a component, made of shortest pieces.
class Walk {
 public:
  Walk(const RunGraph& graph, const Loops& loops, const Loop& loop)
      : graph_(graph), loops_(loops), loop_(loop), here_(loop.entry) {
    visit(here_);
  }

  using Wanted = std::function<bool(std::uint32_t from, const RunEdge& edge)>;

  // Goes on to the nearest step that is wanted, and takes it. Whether there is one.
  bool take(const Wanted& wanted) {
    const std::vector<RunEdge> piece = nearest(wanted);
    for (const RunEdge& edge : piece) step(edge);
    return !piece.empty();
  }

  std::uint32_t here() const { return here_; }
  ThreadMask run() const { return run_; }
  Duties unpaid() const { return duties_.unpaid(); }
  const std::vector<Step>& steps() const { return steps_; }

 private:
  struct Found {
    std::uint32_t from = 0;  // index in the list of what was found
    RunEdge by;
  };

  void visit(std::uint32_t node) { duties_.add_state(graph_.state(node).duties); }

  void step(const RunEdge& edge) {
    const MachineEdge& taken = graph_.step(edge);
    steps_.push_back(taken.step);
    if (!taken.of_memory) run_ |= thread_bit(taken.step.thread);
    if (taken.duties != MachineEdge::no_duties) {
      duties_.add_step(graph_.machine().step_duties[taken.duties]);
    }
    here_ = edge.to;
    visit(here_);
  }

  // The way to the nearest such step, with it at its end; empty if there is none.
  std::vector<RunEdge> nearest(const Wanted& wanted) const {
    std::vector<Found> found{{0, {here_, 0}}};
    std::vector<bool> met(graph_.size());
    met[here_] = true;
    for (std::uint32_t index = 0; index < found.size(); ++index) {
      const std::uint32_t node = found[index].by.to;
      for (const RunEdge& edge : graph_.edges_of(node)) {
        if (!loops_.is_inside(loop_, edge)) continue;
        const bool last = wanted(node, edge);
        if (!last && met[edge.to]) continue;
        met[edge.to] = true;
        found.push_back({index, edge});
        if (last) return way_back(found);
      }
    }
    return {};
  }

  static std::vector<RunEdge> way_back(const std::vector<Found>& found) {
    std::vector<RunEdge> way;
    for (std::size_t index = found.size() - 1; index != 0; index = found[index].from) {
      way.push_back(found[index].by);
    }
    std::ranges::reverse(way);
    return way;
  }

  const RunGraph& graph_;
  const Loops& loops_;
  const Loop& loop_;
  std::uint32_t here_;
  std::vector<Step> steps_;
  ThreadMask run_ = 0;
  UnpaidDuties duties_;
};

// Whether the step pays the duty, or leads to where it is not open. What a step raised, a step has
// to pay.
bool pays(const RunGraph& graph, const RunEdge& edge, std::uint32_t duty) {
  const MachineEdge& step = graph.step(edge);
  if (step.duties != MachineEdge::no_duties &&
      std::ranges::binary_search(graph.machine().step_duties[step.duties].paid, duty)) {
    return true;
  }
  return false;
}

bool is_closed(const RunGraph& graph, const RunEdge& edge, std::uint32_t duty) {
  return !std::ranges::binary_search(graph.state(edge.to).duties, duty);
}

void pay_all(Walk& walk, const RunGraph& graph) {
  while (true) {
    const Duties unpaid = walk.unpaid();
    if (unpaid.empty()) return;
    const std::uint32_t duty = unpaid.front();
    const bool paid = walk.take([&](std::uint32_t, const RunEdge& edge) {
      return pays(graph, edge, duty) || is_closed(graph, edge, duty);
    });
    // A duty that a step raised is paid by a step alone.
    if (paid && walk.unpaid() == unpaid) {
      walk.take([&](std::uint32_t, const RunEdge& edge) { return pays(graph, edge, duty); });
    }
    if (walk.unpaid() == unpaid) return;
  }
}

}  // namespace

const Loop* allowed_loop(const Loops& loops, const Promise& promise, const Group& tree) {
  const auto place = std::ranges::find_if(loops.loops(), [&](const Loop& loop) {
    return allows(promise, tree, loop.threads, loop.run);
  });
  return place == loops.loops().end() ? nullptr : &*place;
}

std::vector<bool> can_end(const RunGraph& graph, const Promise& promise, const Group& tree) {
  std::vector<bool> ends(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.is_deadlock(node)) continue;
    ends[node] = graph.state(node).end != NodeEnd::none ||
                 guaranteed(promise, tree, graph.threads(node)) == 0;
  }
  mark_backwards(relied_on(graph, promise, tree), ends);
  return ends;
}

std::optional<std::uint32_t> first_deadlock(const RunGraph& graph) {
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.is_deadlock(node)) return node;
  }
  return std::nullopt;
}

std::vector<Step> walk_around(const RunGraph& graph, const Loops& loops, const Loop& loop) {
  Walk walk(graph, loops, loop);
  for (ThreadMask left = loop.run; left != 0; left = loop.run & ~walk.run()) {
    walk.take([&](std::uint32_t, const RunEdge& edge) {
      const MachineEdge& step = graph.step(edge);
      return !step.of_memory && (thread_bit(step.step.thread) & left) != 0;
    });
  }
  pay_all(walk, graph);
  if (walk.here() != loop.entry) {
    walk.take([&](std::uint32_t, const RunEdge& edge) { return edge.to == loop.entry; });
  }
  pay_all(walk, graph);  // what the way back raised
  if (walk.here() != loop.entry) {
    walk.take([&](std::uint32_t, const RunEdge& edge) { return edge.to == loop.entry; });
  }
  return walk.steps();
}

std::uint64_t trapped(const RunGraph& graph, const Promise& promise, const Group& tree,
                      std::uint32_t node) {
  std::vector<Edge> backwards;
  for (const Edge& edge : relied_on(graph, promise, tree))
    backwards.push_back({edge.to, edge.from});
  std::vector<bool> met(graph.size());
  met[node] = true;
  mark_backwards(backwards, met);
  return static_cast<std::uint64_t>(std::ranges::count(met, true));
}

}  // namespace opexplore
