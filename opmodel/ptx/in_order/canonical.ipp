#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/parts/coloured_graph.hpp"
#include "opmodel/ptx/in_order/members.hpp"
#include "opmodel/ptx/in_order/permute.hpp"

namespace opexplore::ptx_model {

namespace {

// The furthest comes first. Of threads that may go first the lowest goes (closure.hpp): so it is
// the same one that goes on, and not each of them from time to time.
std::uint16_t rank_of(const Context& context, ThreadId thread, InstructionId pc) {
  return static_cast<std::uint16_t>(context.thread(thread).instructions.size() - pc);
}

// The colour and all numbers, values and flags of the part that stay what they are wherever threads
// go. `owner`: the thread that it belongs to, if it is part of one.
template <class Part>
std::uint64_t colour_of_part(const Context& context, ThreadId owner, const Part& part,
                             std::uint64_t colour) {
  std::span<const RegisterId> live;
  const auto add = [&](auto number) {
    colour = colour_of({colour, static_cast<std::uint64_t>(number)});
  };
  const auto look = [&]<class M>(const M& member) {
    if constexpr (requires { M::per; }) {
      return;
    } else if constexpr (M::is == Is::position) {
      add(member.of);
      live = context.liveness.live(owner, member.of);
    } else if constexpr (M::is == Is::registers) {
      for (const RegisterId reg : live) add(member.of[reg]);
    } else if constexpr (M::is == Is::number || M::is == Is::value || M::is == Is::flag) {
      add(member.of);
    } else if constexpr (M::is == Is::write) {
      add(member.of < initial_write ? 0 : member.of);
    } else if constexpr (M::is == Is::address) {  // that of an access, as it may move
      add(first_step_at(context, owner, member.of));
    }
  };
  with_members(part, [&](auto... member) { (look(member), ...); });
  return colour;
}

template <class Size>
std::vector<std::uint64_t> colours_of_threads(const Context& context,
                                              const InOrderState<Size>& state) {
  std::vector<std::uint64_t> colours;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto& mine = state.threads[t];
    const std::uint64_t colour =
        colour_of_part(context, thread, mine, context.symmetry.first_place(thread));
    colours.push_back(with_rank(rank_of(context, thread, mine.pc), colour));
  }
  return colours;
}

// The label of edges from whatever has the member, the `index`-th, in what has the label.
constexpr std::uint32_t label(std::uint32_t within, std::size_t index) {
  return within << 4U | static_cast<std::uint32_t>(index + 1);
}

// A state as a graph: its threads, writes, fences and accesses are nodes, and so are the parts in
// lists. Members that name them are edges.
template <class Size>
class StateGraph {
 public:
  StateGraph(const Context& context, const InOrderState<Size>& state,
             std::span<const std::uint64_t> threads)
      : context_(context), state_(state), graph_(threads) {
    add_units();
    if constexpr (Size::finds_races) add_accesses();
    add_writes();
    add_fences();
    connect_part(nobody, 0, state);
  }

  ColouredGraph take() { return std::move(graph_); }

 private:
  using Node = ColouredGraph::Node;
  static constexpr Node nobody = ~Node{0};  // the state itself
  // Labels of their own: members of units, what a thread has done, with its number there.
  static constexpr std::uint32_t belongs = 1U << 31U;

  // Threads that change places with others of their CTA hang together.
  void add_units() {
    for (const Symmetry::Group& group : context_.symmetry.groups()) {
      if (group.front().size() == 1) continue;
      for (const Symmetry::Unit& unit : group) {
        const Node node = graph_.add(0);
        for (const ThreadId thread : unit) graph_.connect(node, thread, belongs);
      }
    }
  }

  void own(ThreadId thread, Node node, std::size_t number) {
    graph_.connect(thread, node, belongs | static_cast<std::uint32_t>(number + 1));
  }

  // Those that may still race.
  void add_accesses() {
    accesses_.resize(context_.races.count(), 0);
    state_.racing.done.for_each([&](std::size_t at) {
      const RacySlot& slot = context_.races[static_cast<RacePlan::Slot>(at)];
      accesses_[at] = graph_.add(
          colour_of({slot.instruction, (slot.writes ? 1U : 0U) | (slot.earlier ? 2U : 0U)}));
      own(slot.thread, accesses_[at], 0);
    });
  }

  // Numbered by thread, and in program order.
  void add_writes() {
    const auto& writes = state_.memory.writes;
    first_write_ = static_cast<Node>(graph_.colours().size());
    std::size_t rank = 0;
    for (std::size_t w = 0; w < writes.size(); ++w) {
      rank = w > 0 && writes[w - 1].thread == writes[w].thread ? rank + 1 : 0;
      own(writes[w].thread, graph_.add(colour_of_part(context_, writes[w].thread, writes[w], 0)),
          rank);
    }
  }

  void add_fences() {
    const FenceSlots& slots = context_.fence_slots;
    first_fence_ = static_cast<Node>(graph_.colours().size());
    for (std::size_t f = 0; f < slots.count(); ++f) {
      own(slots.place(f).thread, graph_.add(4), slots.place(f).at);
    }
    first_cluster_ = static_cast<Node>(graph_.colours().size());
    for (std::size_t f = 0; f < state_.fences.size(); ++f) graph_.add(3);
    for (std::size_t t = 0; !state_.fences.empty() && t < state_.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const auto written = context_.fence_clusters.written(thread, Scope::sys);
      for (std::size_t i = 0; i < written.size(); ++i) own(thread, first_cluster_ + written[i], i);
    }
  }

  Node node(Per per, std::size_t index) const {
    const auto at = static_cast<Node>(index);
    switch (per) {
      case Per::write:
        return first_write_ + at;
      case Per::cluster:
        return first_cluster_ + at;
      case Per::fence:
        return first_fence_ + at;
      default:
        return at;  // a thread
    }
  }

  template <class... M>
  void connect_members([[maybe_unused]] Node from, [[maybe_unused]] std::uint32_t within,
                       const M&... member) {
    std::size_t index = 0;
    (connect(from, label(within, index++), member), ...);
  }
  template <class Part>
  void connect_part(Node from, std::uint32_t within, const Part& part) {
    with_members(part, [&](auto... member) { connect_members(from, within, member...); });
  }

  template <Is is, class T>
  void connect(Node from, std::uint32_t label, const Member<is, T>& member) {
    const auto to = [&](Node node) { graph_.connect(from, node, label); };
    if constexpr (is == Is::thread) {
      to(member.of);
    } else if constexpr (is == Is::threads) {
      for_each_thread(member.of, to);
    } else if constexpr (is == Is::write) {
      if (member.of < initial_write) to(node(Per::write, member.of));
    } else if constexpr (is == Is::writes) {
      member.of.for_each([&](std::size_t w) { to(node(Per::write, w)); });
    } else if constexpr (is == Is::fences) {
      member.of.for_each([&](std::size_t f) { to(node(Per::fence, f)); });
    } else if constexpr (is == Is::accesses) {
      if (from == nobody) return;  // those that have nodes
      member.of.for_each([&](std::size_t at) { to(accesses_[at]); });
    } else if constexpr (is == Is::locations) {
      if (member.of != 0) connect_readers(from, label, member.of);
    } else if constexpr (is == Is::view || is == Is::handed_on || is == Is::part) {
      connect_part(from, label, member.of);
    } else if constexpr (is == Is::scoped) {
      connect_members(from, label, as<Is::handed_on>(member.of[0]), as<Is::handed_on>(member.of[1]),
                      as<Is::handed_on>(member.of[2]));
    } else if constexpr (is == Is::list) {
      for (const auto& part : member.of) {
        const Node mine = graph_.add(colour_of_part(context_, owner_, part, label));
        if (from != nobody) to(mine);
        connect_part(mine, 0, part);
      }
    } else if constexpr (is == Is::barriers) {
      for (const Generation& generation : member.of.generations()) connect_generation(generation);
    }
  }

  template <Per per, class First, class... Others>
  void connect(Node from, std::uint32_t within, const Elements<per, First, Others...>& elements) {
    for (std::size_t i = 0; i < elements.first.of.size(); ++i) {
      with_members(elements, i, [&](auto... member) {
        if constexpr (per == Per::stage) {
          connect_members(from, label(within, i), member...);
        } else {
          if constexpr (per == Per::thread) owner_ = static_cast<ThreadId>(i);
          connect_members(node(per, i), within, member...);
        }
      });
    }
  }

  // Locations are told by the threads that may read there, as they may move.
  void connect_readers(Node from, std::uint32_t label, PlaceSet locations) {
    for (std::size_t t = 0; t < state_.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      for (InstructionId i = 0; i < context_.ends[t]; ++i) {
        const Access& access = context_.semantics.access(thread, i);
        if (!access.reads || (locations & place(access.location)) == 0) continue;
        if (!context_.skips(thread, i)) graph_.connect(from, thread, label << 16U | i);
      }
    }
  }

  void connect_generation(const Generation& generation) {
    const Value quorum = generation.quorum.value_or(-1);
    const Node node = graph_.add(colour_of(
        {static_cast<std::uint64_t>(generation.resource), static_cast<std::uint64_t>(quorum)}));
    for_each_thread(generation.arrived, [&](ThreadId thread) { graph_.connect(node, thread, 1); });
    for_each_thread(generation.waiting, [&](ThreadId thread) { graph_.connect(node, thread, 2); });
  }

  const Context& context_;
  const InOrderState<Size>& state_;
  ColouredGraph graph_;
  Node first_write_ = 0;
  Node first_cluster_ = 0;
  Node first_fence_ = 0;
  std::vector<Node> accesses_;  // by slot
  ThreadId owner_ = 0;          // whose members are connected
};

}  // namespace

template <class Size>
void make_canonical(const Context& context, InOrderState<Size>& state) {
  const auto threads = colours_of_threads(context, state);
  if (const auto arrangement = arrange(context.symmetry, threads)) {
    permute(context, state, *arrangement);
  } else {
    permute(context, state,
            arrange(context.symmetry, StateGraph<Size>(context, state, threads).take()));
  }
}

}  // namespace opexplore::ptx_model
