#include "tests/oracle/vulkan_barriers.hpp"

#include <map>
#include <tuple>
#include <utility>
#include <variant>

namespace opexplore::oracle::vulkan {

namespace {

Value immediate(const Operand& operand) {
  if (const auto* value = std::get_if<Value>(&operand)) return *value;
  throw Unsupported("an operand of a barrier in a register");
}

// Those of queue family, workgroup and subgroup that confine it; number, id.
using Instance = std::tuple<std::optional<std::uint32_t>, std::optional<std::uint32_t>,
                            std::optional<std::uint32_t>, Value, std::optional<Value>>;

Instance instance_of(const Thread& thread, const Barrier& barrier, BarrierReach reach) {
  if (barrier.arrive) throw Unsupported("a barrier that does not wait");
  Instance result;
  auto& [queue_family, workgroup, subgroup, number, id] = result;
  const std::size_t confined =
      level(reach == BarrierReach::scope ? barrier.vulkan->scope : VulkanScope::workgroup);
  if (confined <= level(VulkanScope::queue_family)) queue_family = thread.gpu;
  if (confined <= level(VulkanScope::workgroup)) workgroup = thread.cta;
  if (confined <= level(VulkanScope::subgroup)) subgroup = thread.warp;
  number = barrier.instance;
  if (barrier.id) id = immediate(*barrier.id);
  return result;
}

struct Gathering {
  std::size_t threads = 0;  // that have it in their text
  std::optional<Value> quorum;
  std::vector<std::size_t> members;  // the events
};

class Choices {
 public:
  Choices(const Graph& graph, BarrierReach reach) : g_(graph), reach_(reach) {
    for (ThreadId t = 0; t < g_.program.threads.size(); ++t) {
      const Thread& thread = g_.program.threads[t];
      std::map<Instance, bool> named;
      for (const Instruction& instruction : thread.instructions) {
        if (const auto* barrier = std::get_if<Barrier>(&instruction.action))
          named[instance_of(thread, *barrier, reach_)] = true;
      }
      for (const auto& [instance, _] : named) ++gatherings_[instance].threads;
    }
    for (std::size_t e = 0; e < g_.size(); ++e) {
      if (g_.events[e].kind == Event::Kind::barrier) join(e);
    }
    for (const auto& [_, gathering] : gatherings_) {
      if (!gathering.members.empty()) open_.push_back(&gathering);
    }
  }

  std::vector<Rows> run() {
    for (const Gathering* gathering : open_) {
      if (!gathering->quorum && gathering->members.size() < gathering->threads) return {};
    }
    // In real time: all events, and then the moments at which the instances open.
    if (g_.size() + open_.size() > most_events) throw Unsupported("too many events");
    Rows time(g_.size() + open_.size());
    for (std::size_t e = 0; e < g_.size(); ++e) time.row(e) = g_.po.row(e) | g_.ssw.row(e);
    choose(0, Rows(g_.size()), time);
    return std::move(result_);
  }

 private:
  void join(std::size_t e) {
    const Thread& thread = g_.program.threads[*g_.events[e].thread];
    const auto& barrier = std::get<Barrier>(thread.instructions[g_.events[e].instruction].action);
    Gathering& gathering = gatherings_[instance_of(thread, barrier, reach_)];
    for (const std::size_t member : gathering.members) {
      if (g_.events[member].thread == g_.events[e].thread)
        throw Unsupported("a thread comes to an instance of a barrier twice");
    }
    std::optional<Value> quorum;
    if (barrier.quorum) quorum = immediate(*barrier.quorum);
    if (quorum && *quorum < 1) throw Unsupported("a quorum of nobody");
    if (!gathering.members.empty() && gathering.quorum != quorum)
      throw Unsupported("an instance of a barrier with two quorums");
    gathering.quorum = quorum;
    gathering.members.push_back(e);
  }

  void choose(std::size_t at, const Rows& syncbar, const Rows& time) {
    if (at == open_.size()) {
      if (acyclic(time)) result_.push_back(syncbar);
      return;
    }
    const std::vector<std::size_t>& members = open_[at]->members;
    const std::size_t every = (std::size_t{1} << members.size()) - 1;
    for (std::size_t early = 1; early <= every; ++early) {
      const auto count = static_cast<Value>(std::bitset<most_events>(early).count());
      if (open_[at]->quorum ? count < *open_[at]->quorum : early != every) continue;
      open(at, early, syncbar, time);
    }
  }

  // With those members there at the moment at which it opens.
  void open(std::size_t at, std::size_t early, Rows syncbar, Rows time) {
    const std::vector<std::size_t>& members = open_[at]->members;
    const std::size_t moment = g_.size() + at;
    for (std::size_t m = 0; m < members.size(); ++m) {
      const bool synchronised = (early >> m & 1U) != 0;
      if (synchronised) {
        time.add(members[m], moment);
        for (const std::size_t other : members) syncbar.add(members[m], other);
      } else {
        time.add(moment, members[m]);
      }
      time.row(moment) |= g_.po.row(members[m]);
    }
    choose(at + 1, syncbar, time);
  }

  const Graph& g_;
  BarrierReach reach_;
  std::map<Instance, Gathering> gatherings_;
  std::vector<const Gathering*> open_;
  std::vector<Rows> result_;
};

}  // namespace

std::vector<Rows> barrier_choices(const Graph& graph, BarrierReach reach) {
  return Choices(graph, reach).run();
}

}  // namespace opexplore::oracle::vulkan
