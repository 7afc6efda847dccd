#include "tests/oracle/lasso_search.hpp"

#include <optional>
#include <vector>

namespace opexplore::oracle {

namespace {

// A state, and for how many of the required threads it has been waited already.
struct Place {
  std::size_t state = 0;
  std::size_t count = 0;
  bool operator==(const Place&) const = default;
};

class NestedSearch {
 public:
  NestedSearch(const StateGraph& graph, const Threads& allowed, const Threads& required,
               const std::function<bool(const ProgramState&)>& accepted)
      : graph_(graph),
        allowed_(allowed),
        order_(required.begin(), required.end()),
        accepted_(accepted),
        visited_(graph.states.size() * (order_.size() + 1)),
        visited_inside_(visited_.size()) {}

  bool run() {
    for (std::size_t state = 0; state < graph_.states.size(); ++state) {
      if (outer({state, 0})) return true;
    }
    return false;
  }

 private:
  struct Frame {
    Place place;
    std::size_t next_edge = 0;
  };

  std::size_t index(Place place) const { return place.state * (order_.size() + 1) + place.count; }

  // The successor along the next edge of the frame that is allowed, if there is one more.
  std::optional<Place> advance(Frame& frame) const {
    const auto& edges = graph_.edges[frame.place.state];
    while (frame.next_edge < edges.size()) {
      const StateGraph::Edge& edge = edges[frame.next_edge++];
      if (!allowed_.contains(edge.thread)) continue;
      const std::size_t count = frame.place.count == order_.size() ? 0 : frame.place.count;
      return Place{edge.target, count + (edge.thread == order_[count] ? 1 : 0)};
    }
    return std::nullopt;
  }

  // In the order in which places are left for good, looks for a cycle through each that counts.
  bool outer(Place start) {
    if (visited_[index(start)]) return false;
    visited_[index(start)] = true;
    std::vector<Frame> stack = {{start}};
    while (!stack.empty()) {
      if (const std::optional<Place> next = advance(stack.back())) {
        if (visited_[index(*next)]) continue;
        visited_[index(*next)] = true;
        stack.push_back({*next});
        continue;
      }
      const Place left = stack.back().place;
      stack.pop_back();
      const bool counts = left.count == order_.size() && accepted_(graph_.states[left.state]);
      if (counts && inner(left)) return true;
    }
    return false;
  }

  bool inner(Place seed) {
    std::vector<Frame> stack = {{seed}};
    while (!stack.empty()) {
      const std::optional<Place> next = advance(stack.back());
      if (!next) {
        stack.pop_back();
        continue;
      }
      if (*next == seed) return true;
      if (visited_inside_[index(*next)]) continue;
      visited_inside_[index(*next)] = true;
      stack.push_back({*next});
    }
    return false;
  }

  const StateGraph& graph_;
  const Threads& allowed_;
  std::vector<ThreadId> order_;
  const std::function<bool(const ProgramState&)>& accepted_;
  std::vector<bool> visited_;
  std::vector<bool> visited_inside_;
};

}  // namespace

bool has_cycle(const StateGraph& graph, const Threads& allowed, const Threads& required,
               const std::function<bool(const ProgramState&)>& accepted) {
  return NestedSearch(graph, allowed, required, accepted).run();
}

}  // namespace opexplore::oracle
