#include "opmodel/machines/amdgpu/location_order.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/machines/amdgpu/node_sets.hpp"

namespace opexplore::amdgpu {

namespace {

std::uint8_t level_of(SyncScope scope) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(scope) + 1U);
}

void add(Effects& effects, const AmdgpuEvent& event) {
  if (event.available) effects.available = event.available;
  if (event.visible) effects.visible = event.visible;
  if (event.make_available) effects.make_available = event.scope;
  if (event.make_visible) effects.make_visible = event.scope;
}

InstructionEffects effects_of(const Action& action, const Program& program) {
  InstructionEffects effects;
  for (const AmdgpuEvent& event : amdgpu_events(action, program)) add(effects.usual, event);
  const Atomic* const atomic = read_modify_write(action);
  if (atomic != nullptr) add(effects.failed, failed_read(*atomic, program));
  return effects;
}

}  // namespace

EffectsTable effects_of(const Program& program) {
  EffectsTable table;
  for (const Thread& thread : program.threads) {
    auto& row = table.emplace_back();
    for (const Instruction& instruction : thread.instructions) {
      row.push_back(effects_of(instruction.action, program));
    }
  }
  return table;
}

LocationOrder::LocationOrder(const cxx::Context& context, const EffectsTable& effects,
                             const cxx::Relations& relations,
                             std::vector<InstructionId> instructions)
    : context_(context),
      effects_(effects),
      relations_(relations),
      instructions_(std::move(instructions)),
      visible_(relations.nodes().size()) {
  for (std::size_t write = 0; write < relations_.nodes().size(); ++write) {
    if (relations_.nodes()[write].writes()) order(write);
  }
}

const Effects& LocationOrder::effects(std::size_t node) const {
  const cxx::Node& what = relations_.nodes()[node];
  const InstructionEffects& effects = effects_[what.name.thread][instructions_[node]];
  const bool failed = what.done == cxx::Done::read && effects.failed.visible;
  return failed ? effects.failed : effects.usual;
}

bool LocationOrder::reaches(SyncScope scope, std::size_t a, std::size_t b) const {
  const auto& nodes = relations_.nodes();
  return context_.distance(nodes[a].name.thread, nodes[b].name.thread) <= scope;
}

// In which instance a maker makes the write available: for itself its own scope.
SyncScope LocationOrder::scope_of_availability(std::size_t node, std::size_t write) const {
  return node == write ? *effects(node).available : *effects(node).make_available;
}

NodeSet LocationOrder::available(std::size_t write) const {
  const std::size_t size = relations_.nodes().size();
  NodeSet makers = effects(write).available ? bit(write) : 0;
  for_each_node(relations_.program_order()[write], [&](std::size_t node) {
    if (effects(node).make_available) makers |= bit(node);
  });
  for (NodeSet before = ~makers; before != makers;) {
    before = makers;
    for (std::size_t node = 0; node < size; ++node) {
      const auto scope = effects(node).make_available;
      if (!scope || node == write || (makers & bit(node)) != 0) continue;
      if (!reaches(*scope, node, write)) continue;
      bool taken_up = false;
      for_each_node(makers, [&](std::size_t maker) {
        taken_up = taken_up || ((relations_.happens_before()[maker] & bit(node)) != 0 &&
                                reaches(scope_of_availability(maker, write), maker, node));
      });
      if (taken_up) makers |= bit(node);
    }
  }
  return makers;
}

// (a): the maker happens before the node, and each is in the other's instance.
std::uint8_t LocationOrder::first_level(std::size_t maker, std::size_t write, std::size_t node,
                                        SyncScope scope) const {
  const SyncScope its = scope_of_availability(maker, write);
  const bool before = (relations_.happens_before()[maker] & bit(node)) != 0;
  if (!before || !reaches(its, maker, node) || !reaches(scope, node, maker)) return 0;
  return level_of(std::min(its, scope));
}

// (b): another node to which the write is visible happens before this one.
std::uint8_t LocationOrder::next_level(const VisibleLevels& levels, std::size_t from,
                                       std::size_t node, SyncScope scope) const {
  if (levels[from] == 0 || (relations_.happens_before()[from] & bit(node)) == 0) return 0;
  const auto its = static_cast<SyncScope>(levels[from] - 1);
  if (!reaches(its, from, node) || !reaches(scope, node, from)) return 0;
  return level_of(std::min(its, scope));
}

std::uint8_t LocationOrder::level_at(const VisibleLevels& levels, NodeSet makers, std::size_t write,
                                     std::size_t node, SyncScope scope) const {
  std::uint8_t level = levels[node];
  for_each_node(makers, [&](std::size_t maker) {
    level = std::max(level, first_level(maker, write, node, scope));
  });
  for (std::size_t from = 0; from < relations_.nodes().size(); ++from) {
    level = std::max(level, next_level(levels, from, node, scope));
  }
  return level;
}

VisibleLevels LocationOrder::visible(std::size_t write, NodeSet makers) const {
  VisibleLevels levels{};
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t node = 0; node < relations_.nodes().size(); ++node) {
      const Effects& what = effects(node);
      const std::uint8_t before = levels[node];
      if (what.make_visible) {
        levels[node] = level_at(levels, makers, write, node, *what.make_visible);
      }
      if (what.visible && relations_.same_location(write, node)) {
        levels[node] = level_at(levels, makers, write, node, *what.visible);
      }
      changed = changed || levels[node] != before;
    }
  }
  return levels;
}

// W lo A in program order, a later write in whose instance W is available, and a read that is or
// follows an operation that W is visible to.
void LocationOrder::order(std::size_t write) {
  const auto& nodes = relations_.nodes();
  const NodeSet makers = available(write);
  visible_[write] = visible(write, makers);
  NodeSet visible_to = 0;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (visible_[write][node] == 0) continue;
    visible_to |= bit(node) | relations_.program_order()[node];
  }
  for (std::size_t other = 0; other < nodes.size(); ++other) {
    if (other == write || !relations_.same_location(write, other)) continue;
    const bool behind = (relations_.program_order()[write] & bit(other)) != 0;
    if (nodes[other].writes()) {
      bool available_to = behind;
      for_each_node(makers, [&](std::size_t maker) {
        available_to = available_to || ((relations_.happens_before()[maker] & bit(other)) != 0 &&
                                        reaches(scope_of_availability(maker, write), maker, other));
      });
      if (available_to) before_writes_[write] |= bit(other);
    }
    if (nodes[other].reads() && (behind || (visible_to & bit(other)) != 0)) {
      before_reads_[write] |= bit(other);
    }
  }
}

}  // namespace opexplore::amdgpu
