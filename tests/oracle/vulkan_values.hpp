// What the events of a Vulkan execution read and write, for the oracle.
#pragma once

#include <optional>
#include <vector>

#include "opmodel/condition.hpp"
#include "tests/oracle/vulkan_graph.hpp"

namespace opexplore::oracle::vulkan {

/// By event: the write that a read reads from, if that is decided.
using ReadsFrom = std::vector<std::optional<std::size_t>>;

/// The values of one execution as far as its reads determine them.
class Values {
 public:
  explicit Values(const Graph& graph) : g_(graph), read_(graph.size()) {}

  /// Takes them from what is decided. Reads of a cycle that none of its values starts have
  /// what `assumed` gives them, if anything.
  void update(const ReadsFrom& reads_from, const std::vector<std::optional<Value>>& assumed);

  std::optional<Value> written(std::size_t write) const;
  std::optional<Value> read(std::size_t event) const { return read_[event]; }
  /// The last value of the register.
  std::optional<Value> of(ThreadId thread, RegisterId reg) const;
  /// Whether some branch does not go the way of its path, or an assumed value is not what is read.
  bool contradictory(const ReadsFrom& reads_from) const;

 private:
  std::optional<Value> of_expression(ThreadId thread, std::size_t index) const;

  const Graph& g_;
  std::vector<std::optional<Value>> read_;
};

/// The constants of a test, from its program and its conditions, each once.
std::vector<Value> constants_of(const Test& test);

}  // namespace opexplore::oracle::vulkan
