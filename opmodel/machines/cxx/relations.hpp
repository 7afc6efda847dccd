// The relations of the C++ memory model over a graph, and what it forbids.
//
// All of them only grow as the graph does, so a graph that breaks an axiom can be given up: no
// execution that extends it is consistent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"

namespace opexplore::cxx {

using NodeSet = std::uint64_t;
using Matrix = std::array<NodeSet, max_graph_events>;

/// An event that is not postponed, with all that the axioms ask of it. A read-modify-write is one.
struct Node {
  EventName name;
  Done done = Done::fence;
  Order order = Order::weak;  ///< of a compare-exchange that failed, its failure order
  SyncScope scope = SyncScope::system;
  LocationId location = 0;            ///< accesses alone
  std::size_t read_place = 0;         ///< in coherence, of what it reads
  std::size_t write_place = 0;        ///< of what it writes
  std::optional<std::size_t> source;  ///< the node it reads from
  bool undefined = false;             ///< it reads `undef`, from nowhere

  bool fence() const { return done == Done::fence; }
  bool barrier() const { return done == Done::barrier; }
  bool accesses() const { return reads() || writes(); }
  bool reads() const { return done == Done::read || done == Done::update; }
  bool writes() const { return done == Done::write || done == Done::update; }
  bool atomic() const { return order != Order::weak; }
  bool sc() const { return order == Order::sc; }
  bool acquires() const { return !(done == Done::write) && (opexplore::acquires(order) || sc()); }
  bool releases() const { return !(done == Done::read) && (opexplore::releases(order) || sc()); }
};

/// Lustig, Sahasrabuddhe, Giroux, ASPLOS 2019, section 4; Lahav et al., PLDI 2017; P0668, P0982.
class Relations {
 public:
  Relations(const Context& context, const State& state);

  /// Coherence, atomicity and the order of sc operations. Where coherence is a total order,
  /// atomicity is the rules' concern: they put nothing between an update and what it read.
  bool consistent() const { return coherent() && atomic() && sc_order_exists(); }

  /// Two accesses that conflict, are unordered, and of which one is not atomic at a scope that
  /// includes the other's thread ([intro.races]; libcu++ memory model): undefined behaviour.
  std::optional<std::pair<EventName, EventName>> race() const;

  /// \name What models beside this one ask of the graph (opmodel/machines/amdgpu/).
  /// @{
  const std::vector<Node>& nodes() const { return nodes_; }
  const Matrix& program_order() const { return program_order_; }
  const Matrix& happens_before() const { return happens_before_; }
  /// Modification order: of writes that are atomic towards each other alone where reads may be
  /// `undef`.
  const Matrix& modification_order() const { return modification_order_; }
  /// Whether they are of one thread, or atomics whose scopes include each other's thread.
  bool included(std::size_t a, std::size_t b) const;
  bool same_location(std::size_t a, std::size_t b) const {
    return nodes_[a].accesses() && nodes_[b].accesses() && nodes_[a].location == nodes_[b].location;
  }
  /// @}

 private:
  void add_nodes(const State& state);
  void find_release_heads();
  void add_carried(std::size_t write);
  void find_synchronizes_with();
  void find_meetings(const State& state);
  void add_meeting(std::size_t a, std::size_t b);
  void find_happens_before();

  void find_communication();
  NodeSet from_read(std::size_t read) const;
  bool atomic() const;
  bool eco(std::size_t a, std::size_t b) const;
  bool coherent() const;
  bool sc_order_exists() const;
  Matrix cxx20_sc_edges(NodeSet sc) const;
  Matrix rc11_sc_edges(NodeSet sc) const;
  NodeSet before(std::size_t node) const;
  Matrix after_communication() const;

  const Context& context_;
  std::vector<Node> nodes_;  // thread by thread, in program order
  std::vector<std::vector<std::size_t>> coherence_;
  Matrix program_order_{};
  Matrix heads_{};  // by write: the releases whose release sequences it is in
  Matrix synchronizes_{};
  Matrix meetings_{};  // what is in front of a barrier, to what is behind it in other threads
  Matrix happens_before_{};
  // Where reads may be `undef`: mo between writes that are atomic towards each other, and eco.
  Matrix modification_order_{};
  Matrix later_{};  // mo+
  Matrix communication_{};
};

}  // namespace opexplore::cxx
