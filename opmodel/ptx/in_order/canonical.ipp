#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/parts/coloured_graph.hpp"
#include "opmodel/ptx/in_order/permute.hpp"

namespace opexplore::ptx_model {

namespace {

// What edges of the graph of a state mean. Those into views also say at which scope and stage.
enum class Meaning : std::uint32_t {
  member,  // of a unit that moves as a whole
  wrote,
  source,
  after,
  not_after,
  observed,
  known,
  released,
  hands_on,
  pattern_of,
  fence,
  fences_known,
  arrived,
  waits,
  meets,
  brought,
  accessed,
  observed_by,
  passed_over,
  knows_access,
  knows_fence,
  knows_source,
  met,
  made,
  met_initial,
  address_released  // and which, from here on
};

// The meanings of views go into labels of the accesses and fences in them, too.
static_assert(static_cast<unsigned>(Meaning::address_released) < 1U << 5U);

constexpr std::uint32_t label(Meaning meaning, std::size_t detail = 0) {
  return static_cast<std::uint32_t>(meaning) << 16U | static_cast<std::uint32_t>(detail);
}

// The furthest comes first. Of threads that may go first the lowest goes (closure.hpp): so it is
// the same one that goes on, and not each of them from time to time.
std::uint16_t rank_of(const Context& context, ThreadId thread, InstructionId pc) {
  return static_cast<std::uint16_t>(context.thread(thread).instructions.size() - pc);
}

template <class Size>
std::vector<std::uint64_t> colours_of_threads(const Context& context,
                                              const InOrderState<Size>& state) {
  std::vector<std::uint64_t> colours;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto& mine = state.threads[t];
    std::uint64_t colour =
        colour_of({context.symmetry.first_place(thread), mine.pc, mine.awaits ? 1U : 0U});
    for (const RegisterId reg : context.liveness.live(thread, mine.pc)) {
      colour = colour_of({colour, static_cast<std::uint64_t>(mine.registers[reg])});
    }
    colours.push_back(with_rank(rank_of(context, thread, mine.pc), colour));
  }
  return colours;
}

// A state as a graph: its threads, its writes and whatever has a view are nodes.
template <class Size>
class StateGraph {
 public:
  StateGraph(const Context& context, const InOrderState<Size>& state,
             std::span<const std::uint64_t> threads)
      : context_(context), state_(state), graph_(threads) {
    add_units();
    if constexpr (Size::finds_races) add_accesses();
    add_writes();
    if constexpr (Size::leaves_fences_open) add_open_fences();
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      add_knowledge(static_cast<ThreadId>(t), state.threads[t].knowledge);
    }
    add_messages();
    if (!state.fences.empty()) add_fences();
    if (context.barriers.has_barriers()) add_barriers();
  }

  ColouredGraph take() { return std::move(graph_); }

 private:
  using Node = ColouredGraph::Node;

  // Threads that change places with others of their CTA hang together.
  void add_units() {
    for (const Symmetry::Group& group : context_.symmetry.groups()) {
      if (group.front().size() == 1) continue;
      for (const Symmetry::Unit& unit : group) {
        const Node node = graph_.add(0);
        for (const ThreadId thread : unit) graph_.connect(node, thread, label(Meaning::member));
      }
    }
  }

  void items(Node from, std::uint32_t label, const typename Size::Items& set) {
    set.for_each([&](std::size_t w) { graph_.connect(from, write(w), label); });
  }

  void view(Node from, Meaning meaning, const View<Size>& view, std::size_t detail = 0) {
    for (std::size_t s = 0; s < view.items.stage.size(); ++s) {
      const std::size_t all = detail * view.items.stage.size() + s;
      items(from, label(meaning, all), view.items.stage[s]);
      if constexpr (Size::finds_races) {
        const auto kind = static_cast<std::size_t>(meaning);
        accesses(from, label(Meaning::knows_access, all << 5U | kind), view.accesses.stage[s]);
      }
    }
    if constexpr (Size::leaves_fences_open) {
      const std::size_t which = detail << 5U | static_cast<std::size_t>(meaning);
      view.open.fences.for_each([&](std::size_t f) {
        graph_.connect(from, fence(f), label(Meaning::knows_fence, which));
      });
      items(from, label(Meaning::knows_source, which), view.open.sources);
    }
  }

  void views(Node from, Meaning meaning, const ScopedViews<Size>& views, std::size_t detail = 0) {
    for (std::size_t l = 0; l < views.size(); ++l) {
      view(from, meaning, views[l], detail * views.size() + l);
    }
  }

  // Those that may still race.
  void add_accesses() {
    accesses_.resize(context_.races.count(), 0);
    state_.racing.done.for_each([&](std::size_t at) {
      const RacySlot& slot = context_.races[static_cast<RacePlan::Slot>(at)];
      accesses_[at] = graph_.add(
          colour_of({slot.instruction, (slot.writes ? 1U : 0U) | (slot.earlier ? 2U : 0U)}));
      graph_.connect(slot.thread, accesses_[at], label(Meaning::accessed));
    });
  }

  void accesses(Node from, std::uint32_t label, const BitSet<Size::slot_words>& set) {
    set.for_each([&](std::size_t at) { graph_.connect(from, accesses_[at], label); });
  }

  void add_writes() {
    const auto& writes = state_.memory.writes;
    first_write_ = static_cast<Node>(graph_.colours().size());
    for (const auto& write : writes) {
      const std::uint64_t reads = write.rmw_source < initial_write ? 0 : write.rmw_source;
      graph_.add(colour_of({write.instruction, static_cast<std::uint64_t>(write.value), reads}));
    }
    std::size_t rank = 0;
    for (std::size_t w = 0; w < writes.size(); ++w) {
      const ThreadId thread = writes[w].thread;
      rank = w > 0 && writes[w - 1].thread == thread ? rank + 1 : 0;
      graph_.connect(thread, write(w), label(Meaning::wrote, rank));
      items(write(w), label(Meaning::after), writes[w].after);
      items(write(w), label(Meaning::not_after), writes[w].not_after);
      if constexpr (Size::finds_races) {
        accesses(write(w), label(Meaning::observed_by), state_.racing.observed[w]);
      }
      if (writes[w].rmw_source < initial_write) {
        graph_.connect(write(w), write(writes[w].rmw_source), label(Meaning::source));
      }
    }
  }

  // Addresses are those of accesses, for they may move with the thread.
  void add_knowledge(ThreadId thread, const Knowledge<Size>& knowledge) {
    items(thread, label(Meaning::passed_over), state_.threads[thread].passed_over);
    view(thread, Meaning::known, knowledge.view);
    views(thread, Meaning::released, knowledge.released);
    items(thread, label(Meaning::observed), knowledge.observed);
    for (const auto& waiting : knowledge.address_released) {
      const InstructionId first = first_step_at(context_, thread, waiting.address);
      const std::size_t which = first * 2U + (waiting.surface_headed ? 1U : 0U);
      views(thread, Meaning::address_released, waiting.views, which);
    }
  }

  void add_messages() {
    for (std::size_t w = 0; w < state_.messages.size(); ++w) {
      for (const auto& source : state_.messages[w]) {
        const Node node = graph_.add(source.surface_headed ? 1 : 2);
        graph_.connect(write(w), node, label(Meaning::hands_on));
        graph_.connect(node, source.thread, label(Meaning::pattern_of));
        views(node, Meaning::known, source.views);
      }
    }
  }

  void add_fences() {
    const auto first = static_cast<Node>(graph_.colours().size());
    for (const View<Size>& known : state_.fences) {
      view(graph_.add(3), Meaning::fences_known, known);
    }
    for (std::size_t t = 0; t < state_.threads.size(); ++t) {
      const auto written = context_.fence_clusters.written(static_cast<ThreadId>(t), Scope::sys);
      for (std::size_t i = 0; i < written.size(); ++i) {
        graph_.connect(first + written[i], static_cast<Node>(t), label(Meaning::fence, i));
      }
    }
  }

  // What each has met is told by the threads that may read there, as locations may move.
  void add_open_fences() {
    const FenceSlots& slots = context_.fence_slots;
    first_fence_ = static_cast<Node>(graph_.colours().size());
    for (std::size_t f = 0; f < slots.count(); ++f) graph_.add(4);
    for (std::size_t f = 0; f < slots.count(); ++f) {
      const OpenFence<Size>& open = state_.open_fences[f];
      graph_.connect(slots.place(f).thread, fence(f), label(Meaning::fence, slots.place(f).at));
      view(fence(f), Meaning::fences_known, open.known);
      items(fence(f), label(Meaning::met), open.met);
      items(fence(f), label(Meaning::made), open.made);
      if (open.met_initial != 0) add_met_initial(fence(f), open.met_initial);
    }
  }

  void add_met_initial(Node fence, PlaceSet locations) {
    for (std::size_t t = 0; t < state_.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      for (InstructionId i = 0; i < context_.ends[t]; ++i) {
        const Access& access = context_.semantics.access(thread, i);
        if (!access.reads || (locations & place(access.location)) == 0) continue;
        if (context_.skips(thread, i)) continue;
        graph_.connect(fence, thread, label(Meaning::met_initial, i));
      }
    }
  }

  void join(Node node, ThreadMask threads, Meaning meaning) {
    for_each_thread(threads,
                    [&](ThreadId thread) { graph_.connect(node, thread, label(meaning)); });
  }

  void add_barriers() {
    for (const Generation& generation : state_.barriers.generations()) {
      const Value quorum = generation.quorum.value_or(-1);
      const Node node = graph_.add(colour_of(
          {static_cast<std::uint64_t>(generation.resource), static_cast<std::uint64_t>(quorum)}));
      join(node, generation.arrived, Meaning::arrived);
      join(node, generation.waiting, Meaning::waits);
    }
    for (const auto& gathering : state_.gatherings) {
      const Node node = graph_.add(colour_of(
          {static_cast<std::uint64_t>(gathering.resource), gathering.complete ? 1U : 0U}));
      join(node, gathering.cta, Meaning::meets);
      view(node, Meaning::brought, gathering.view);
    }
  }

  Node write(std::size_t write) const { return first_write_ + static_cast<Node>(write); }
  Node fence(std::size_t slot) const { return first_fence_ + static_cast<Node>(slot); }

  const Context& context_;
  const InOrderState<Size>& state_;
  ColouredGraph graph_;
  Node first_write_ = 0;
  Node first_fence_ = 0;
  std::vector<Node> accesses_;  // by slot
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
