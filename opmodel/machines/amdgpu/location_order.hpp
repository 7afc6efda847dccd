// Availability, visibility and location order over a graph (LLVM, AMDGPUMemoryModel).
//
// Happens-before is that of the graph (opmodel/machines/cxx/relations.hpp): a release and an
// acquire synchronise whether or not they are marked av-none. What a write needs beside it, to be
// seen, is said here: it has to be made available and then visible, by chains of operations that
// happen one after the other. All of it only grows with the graph.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "opmodel/amdgpu.hpp"
#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/relations.hpp"

namespace opexplore::amdgpu {

/// What an instruction does to availability and visibility: in which scope, if it does.
struct Effects {
  std::optional<SyncScope> available;       ///< its own write
  std::optional<SyncScope> visible;         ///< what it reads itself
  std::optional<SyncScope> make_available;  ///< all writes that happen before it
  std::optional<SyncScope> make_visible;    ///< to all reads behind it
};

/// Of an instruction, and of a compare-and-swap that fails.
struct InstructionEffects {
  Effects usual;
  Effects failed;
};

/// By thread and instruction.
using EffectsTable = std::vector<std::vector<InstructionEffects>>;
EffectsTable effects_of(const Program& program);

/// For a write how far it is visible to each node, in levels: 0 is not at all, and then a scope's
/// number and one.
using VisibleLevels = std::array<std::uint8_t, cxx::max_graph_events>;

class LocationOrder {
 public:
  /// Keeps references to the first three. `instructions` are those of the nodes.
  LocationOrder(const cxx::Context& context, const EffectsTable& effects,
                const cxx::Relations& relations, std::vector<InstructionId> instructions);

  /// By write: the writes to its location that it comes before, and the reads. What is before all
  /// writes, the initial value, is no node.
  const cxx::Matrix& before_writes() const { return before_writes_; }
  const cxx::Matrix& before_reads() const { return before_reads_; }

  /// By node; of those that write.
  const std::vector<VisibleLevels>& visible() const { return visible_; }

 private:
  using NodeSet = cxx::NodeSet;

  const Effects& effects(std::size_t node) const;
  bool reaches(SyncScope scope, std::size_t a, std::size_t b) const;

  // available — M, availability (a), (b), (c): the operations that make the write available; the
  // write itself is among them if it does.
  NodeSet available(std::size_t write) const;
  SyncScope scope_of_availability(std::size_t node, std::size_t write) const;
  // visible — M, visibility (a), (b).
  VisibleLevels visible(std::size_t write, NodeSet makers) const;
  std::uint8_t first_level(std::size_t maker, std::size_t write, std::size_t node,
                           SyncScope scope) const;
  std::uint8_t next_level(const VisibleLevels& levels, std::size_t from, std::size_t node,
                          SyncScope scope) const;
  std::uint8_t level_at(const VisibleLevels& levels, NodeSet makers, std::size_t write,
                        std::size_t node, SyncScope scope) const;
  void order(std::size_t write);

  const cxx::Context& context_;
  const EffectsTable& effects_;
  const cxx::Relations& relations_;
  std::vector<InstructionId> instructions_;
  std::vector<VisibleLevels> visible_;
  cxx::Matrix before_writes_{};
  cxx::Matrix before_reads_{};
};

}  // namespace opexplore::amdgpu
