#include "opmodel/machines/vulkan/permute.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "opmodel/machines/vulkan/renumber.hpp"

namespace opexplore::vulkan {

namespace {

// By thread, the place that it comes to.
using ThreadPlaces = std::vector<ThreadId>;

ThreadMask moved(ThreadMask threads, const ThreadPlaces& places) {
  ThreadMask result = 0;
  for (std::size_t thread = 0; thread < places.size(); ++thread) {
    if ((threads & thread_bit(static_cast<ThreadId>(thread))) != 0) {
      result |= thread_bit(places[thread]);
    }
  }
  return result;
}

// The operation of the same instruction in the thread's place.
OperationId moved(const Plan& plan, OperationId operation, const ThreadPlaces& places) {
  const Operation& what = plan[operation];
  const OperationId first = plan.operation(what.thread, what.at);
  return static_cast<OperationId>(plan.operation(places[what.thread], what.at) +
                                  (operation - first));
}

// Each thread has as many of them, one after the other.
template <class Element>
void move_rows(std::vector<Element>& rows, const Arrangement& arrangement) {
  const std::vector<Element> before = std::exchange(rows, {});
  const std::size_t each = before.size() / arrangement.size();
  for (const ThreadId thread : arrangement) {
    const auto first = before.begin() + static_cast<std::ptrdiff_t>(thread * each);
    rows.insert(rows.end(), first, first + static_cast<std::ptrdiff_t>(each));
  }
}

// Threads that change places have the same registers, others may have more or fewer.
void move_registers(const Context& context, State& state, const Arrangement& arrangement) {
  const std::vector<Value> before = state.registers;
  for (std::size_t place = 0; place < arrangement.size(); ++place) {
    const auto registers = context.registers(state, static_cast<ThreadId>(place));
    const auto first =
        before.begin() + static_cast<std::ptrdiff_t>(context.first_register[arrangement[place]]);
    std::copy_n(first, registers.size(), registers.begin());
  }
}

void move_instances(const Plan& plan, State& state, const ThreadPlaces& places) {
  for (Instance& instance : state.instances) {
    instance.members = moved(instance.members, places);
    for (Member& member : instance.arrived) {
      member.thread = places[member.thread];
      member.operation = moved(plan, member.operation, places);
    }
    std::ranges::sort(instance.arrived, {}, &Member::thread);
  }
  std::ranges::sort(state.instances, [](const Instance& a, const Instance& b) {
    return std::tie(a.members, a.number, a.id, a.reach) <
           std::tie(b.members, b.number, b.id, b.reach);
  });
}

}  // namespace

void permute(const Context& context, State& state, const Arrangement& arrangement) {
  if (std::ranges::is_sorted(arrangement)) return;
  ThreadPlaces places(arrangement.size());
  for (std::size_t place = 0; place < arrangement.size(); ++place) {
    places[arrangement[place]] = static_cast<ThreadId>(place);
  }
  move_registers(context, state, arrangement);
  move_rows(state.next, arrangement);
  for (auto* const rows :
       {&state.known, &state.start, &state.released, &state.through, &state.pending}) {
    move_rows(*rows, arrangement);
  }
  state.started = moved(state.started, places);
  for (Message& message : state.messages) message.brought = moved(message.brought, places);
  for (Event& event : state.events) event.operation = moved(context.plan, event.operation, places);
  move_instances(context.plan, state, places);
  if (state.race) {
    state.race->first = moved(context.plan, state.race->first, places);
    state.race->second = moved(context.plan, state.race->second, places);
  }
  keep_events(context, state, EventSet::below(state.events.size()));
}

namespace {

// What edges of the graph of a state mean; in the higher bits is more.
enum class Meaning : std::uint32_t {
  member,  // of a unit that moves as a whole
  executed,
  reads_from,
  read_half,
  location_order,
  before,
  known,
  start,
  released,
  through,
  pending,
  writes,
  sources,
  hands_on,
  what,
  by,
  late,
  late_before,
  late_after,
  late_write,
  late_write_before,
  late_write_after,
  late_sources,
  meets,
  arrived,
  arrival
};

constexpr std::uint32_t label(Meaning meaning, std::size_t detail = 0) {
  return static_cast<std::uint32_t>(detail) << 8U | static_cast<std::uint32_t>(meaning);
}

std::uint64_t number(const std::optional<Value>& value) {
  return value ? static_cast<std::uint64_t>(*value) + 1U : 0U;
}

// The furthest comes first: of threads that may go first the lowest goes (closure.hpp), so it is
// the same one that goes on.
std::vector<std::uint64_t> colours_of_threads(const Context& context, const State& state) {
  std::vector<std::uint64_t> colours;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const InstructionId at = state.next[index];
    const bool started = (state.started & thread_bit(thread)) != 0;
    std::uint64_t colour = colour_of({context.symmetry.first_place(thread), at, started ? 1U : 0U});
    for (const RegisterId reg : context.liveness.live(thread, at)) {
      const Value value = context.registers(state, thread)[reg];
      colour = colour_of({colour, static_cast<std::uint64_t>(value)});
    }
    if (state.race) {
      const bool first = context.plan[state.race->first].thread == thread;
      const bool second = context.plan[state.race->second].thread == thread;
      colour = colour_of({colour, first ? 1U : 0U, second ? 1U : 0U});
    }
    const std::size_t left = context.program.threads[index].instructions.size() - at;
    colours.push_back(with_rank(static_cast<std::uint16_t>(left), colour));
  }
  return colours;
}

// A state as a graph: threads, events, and whatever has a set of events are nodes.
class StateGraph {
 public:
  StateGraph(const Context& context, const State& state, std::span<const std::uint64_t> threads)
      : context_(context), state_(state), graph_(threads) {
    add_units();
    add_events();
    add_knowledge();
    add_messages();
    add_stamps();
    add_late();
    add_instances();
  }

  ColouredGraph take() { return std::move(graph_); }

 private:
  using Node = ColouredGraph::Node;

  Node event(std::size_t index) const { return first_event_ + static_cast<Node>(index); }

  void to_event(Node from, EventId to, std::uint32_t label) {
    if (to != no_event) graph_.connect(from, event(to), label);
  }
  void to_events(Node from, const EventSet& events, std::uint32_t label) {
    events.for_each([&](std::size_t index) { graph_.connect(from, event(index), label); });
  }

  // Threads that change places with others of their workgroup hang together.
  void add_units() {
    for (const Symmetry::Group& group : context_.symmetry.groups()) {
      if (group.front().size() == 1) continue;
      for (const Symmetry::Unit& unit : group) {
        const Node node = graph_.add(0);
        for (const ThreadId thread : unit) graph_.connect(node, thread, label(Meaning::member));
      }
    }
  }

  void add_events() {
    first_event_ = static_cast<Node>(graph_.colours().size());
    for (const Event& event : state_.events) {
      const Operation& what = context_.plan[event.operation];
      const std::size_t half = event.operation - context_.plan.operation(what.thread, what.at);
      graph_.add(colour_of({1, what.at, half}));
    }
    std::size_t age = 0;
    for (std::size_t index = 0; index < state_.events.size(); ++index) {
      const Event& one = state_.events[index];
      const ThreadId thread = context_.plan[one.operation].thread;
      const bool first =
          index == 0 || context_.of(state_, static_cast<EventId>(index - 1)).thread != thread;
      age = first ? 0 : age + 1;
      graph_.connect(thread, event(index), label(Meaning::executed, age));
      to_event(event(index), one.reads_from, label(Meaning::reads_from));
      to_event(event(index), one.read_half, label(Meaning::read_half));
      if (state_.ordered.empty()) continue;
      to_events(event(index), state_.ordered[index].location_order, label(Meaning::location_order));
      to_events(event(index), state_.ordered[index].before, label(Meaning::before));
    }
  }

  void add_rows(const std::vector<EventSet>& rows, Meaning meaning) {
    const std::size_t each = rows.size() / state_.next.size();
    for (std::size_t row = 0; row < rows.size(); ++row) {
      to_events(static_cast<Node>(row / each), rows[row], label(meaning, row % each));
    }
  }

  void add_knowledge() {
    add_rows(state_.known, Meaning::known);
    add_rows(state_.start, Meaning::start);
    add_rows(state_.released, Meaning::released);
    add_rows(state_.through, Meaning::through);
    add_rows(state_.pending, Meaning::pending);
    for (const Handed& handed : state_.handed) {
      to_events(event(handed.release), handed.events, label(Meaning::hands_on, handed.mask));
    }
  }

  void add_messages() {
    for (std::size_t index = 0; index < state_.messages.size(); ++index) {
      const Message& message = state_.messages[index];
      const Node node = graph_.add(colour_of(
          {2, index, static_cast<std::uint64_t>(message.value), message.bound ? 1U : 0U}));
      to_event(node, message.write, label(Meaning::writes));
      to_events(node, message.sources, label(Meaning::sources));
    }
  }

  void add_stamps() {
    for (const Stamp& stamp : state_.stamps) {
      const Node node =
          graph_.add(colour_of({3, static_cast<std::uint64_t>(stamp.kind), stamp.places}));
      to_event(node, stamp.write, label(Meaning::what));
      to_event(node, stamp.by, label(Meaning::by));
    }
  }

  void add_late() {
    for (const LateRead& late : state_.late) {
      const Node node = graph_.add(colour_of({4, static_cast<std::uint64_t>(late.write.operand)}));
      to_event(node, late.event, label(Meaning::late));
      to_events(node, late.before, label(Meaning::late_before));
      to_events(node, late.after, label(Meaning::late_after));
      to_event(node, late.write.event, label(Meaning::late_write));
      to_events(node, late.write.before, label(Meaning::late_write_before));
      to_events(node, late.write.after, label(Meaning::late_write_after));
      to_events(node, late.write.sources, label(Meaning::late_sources));
    }
  }

  void add_instances() {
    for (const Instance& instance : state_.instances) {
      const Node node =
          graph_.add(colour_of({5, static_cast<std::uint64_t>(instance.number), number(instance.id),
                                number(instance.quorum), instance.open ? 1U : 0U}));
      for (std::size_t thread = 0; thread < state_.next.size(); ++thread) {
        if ((instance.members & thread_bit(static_cast<ThreadId>(thread))) == 0) continue;
        graph_.connect(node, static_cast<Node>(thread), label(Meaning::meets));
      }
      for (const Member& member : instance.arrived) {
        const Node arrived = graph_.add(6);
        graph_.connect(node, arrived, label(Meaning::arrived));
        graph_.connect(arrived, member.thread, label(Meaning::by));
        to_event(arrived, member.event, label(Meaning::arrival));
        to_events(arrived, member.released, label(Meaning::released));
      }
    }
  }

  const Context& context_;
  const State& state_;
  ColouredGraph graph_;
  Node first_event_ = 0;
};

}  // namespace

void make_canonical(const Context& context, State& state) {
  const auto threads = colours_of_threads(context, state);
  if (const auto arrangement = arrange(context.symmetry, threads)) {
    permute(context, state, *arrangement);
  } else {
    permute(context, state, arrange(context.symmetry, StateGraph(context, state, threads).take()));
  }
}

}  // namespace opexplore::vulkan
