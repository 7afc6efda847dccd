// A graph whose nodes are told apart by what surrounds them: colour refinement (Weisfeiler and
// Leman 1968; McKay and Piperno, "Practical graph isomorphism, II", 2014, section 3).
//
// Colours are numbers of 64 bits that depend on the graph alone and not on how its nodes are
// numbered. Two nodes that some automorphism exchanges have equal colours; others nearly always
// differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace opexplore {

/// A colour that depends on these, and on their order. Its rank is 0.
std::uint64_t colour_of(std::initializer_list<std::uint64_t> parts);

/// The colour with this rank: whatever its node is refined to is before those of higher rank.
std::uint64_t with_rank(std::uint16_t rank, std::uint64_t colour);

/// Nodes and edges with colours and labels, to be refined.
class ColouredGraph {
 public:
  using Node = std::uint32_t;

  /// Begins with nodes of these colours, numbered from 0.
  explicit ColouredGraph(std::span<const std::uint64_t> colours)
      : colours_(colours.begin(), colours.end()) {}

  /// A new node, numbered next.
  Node add(std::uint64_t colour);
  void connect(Node from, Node to, std::uint32_t label) { edges_.push_back({from, to, label}); }

  std::span<const std::uint64_t> colours() const { return colours_; }

  /// Gives nodes different colours whose edges have different labels, or lead to or come from nodes
  /// of different colours, until that tells no more of them apart.
  void refine();

  /// Gives the node a colour of its own.
  void single_out(Node node);

  /// Per node a number that is equal for nodes with the same edges to and from the same nodes:
  /// such nodes can change places with nothing else moving.
  std::vector<std::uint64_t> neighbourhoods() const;

 private:
  struct Edge {
    Node from = 0;
    Node to = 0;
    std::uint32_t label = 0;
  };

  std::vector<std::uint64_t> colours_;
  std::vector<Edge> edges_;
  std::uint64_t singled_out_ = 0;
};

}  // namespace opexplore
