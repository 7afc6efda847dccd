// A model with its names and types resolved: what the evaluation works on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "axioms/barriers.hpp"
#include "axioms/cat_syntax.hpp"
#include "axioms/formula.hpp"

namespace opexplore::axioms {

/// One acyclic, irreflexive, empty.
struct Check {
  CheckKind kind = CheckKind::empty;
  bool negated = false;
  bool flag = false;
  std::string name;  ///< after `as`, else "acyclic at FILE:LINE"
  NodeId node = 0;
};

/// A check `empty needed \ (order | order^-1 | otherwise)`: pairs that an order has to have.
struct Demand {
  Variable variable = Variable::coherence;
  NodeId needed = 0;
  bool either_way = false;          ///< the inverse is as good
  std::optional<NodeId> otherwise;  ///< pairs in this need no order
  std::size_t check = 0;            ///< of CompiledModel::checks
};

struct CompiledModel {
  std::string name;    ///< of a built-in model, or the file as given
  std::string title;   ///< the text at the head of the file
  std::string origin;  ///< the file, or "built in"
  Formula formula;
  std::vector<Check> checks;
  std::vector<Demand> demands;
  std::vector<std::pair<std::string, NodeId>> relations;  ///< by the model's names, last one wins
  std::vector<std::string> shown;     ///< names among these that are to be drawn, in that order
  bool uses_sync_fence = false;       ///< else that order is not enumerated
  Language language = Language::ptx;  ///< of the programs that it speaks of
  bool partial_coherence = false;
  bool failed_cas_writes = false;
  BarrierReading barriers = BarrierReading::generations;
  bool asynchronous = false;  ///< it speaks of asynchronous operations
  /// What the readings of the model are, by name: "place" is "path".
  std::map<std::string, std::string> readings;
};

/// Resolves names and types. Includes have been replaced by what they include. Throws CatError.
CompiledModel compile(const CatFile& file);

}  // namespace opexplore::axioms
