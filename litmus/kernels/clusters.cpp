#include "litmus/kernels/clusters.hpp"

#include <optional>
#include <string>
#include <utility>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/instructions.hpp"

namespace opexplore::kernel {

namespace {

/// A thread of the CTA of that rank, as far as variables are concerned.
Executor of_rank(const Executor& executor, std::uint32_t rank) {
  Executor other = executor;
  const Triple& shape = executor.cluster;
  const Triple first = cluster_index(executor);
  const Triple inside = from_linear(rank, shape);
  other.block = {first.x * shape.x + inside.x, first.y * shape.y + inside.y,
                 first.z * shape.z + inside.z};
  other.cta =
      executor.cta - linear(executor.block, executor.blocks) + linear(other.block, executor.blocks);
  return other;
}

/// A variable in shared memory, and the kernel or function that declares it.
struct SharedVariable {
  const Variable* variable = nullptr;
  std::string entry;  ///< empty for one of the module
  std::uint32_t rank = 0;
};

std::optional<SharedVariable> shared_variable(const Step& step, std::uint16_t object) {
  const Surroundings& around = step.around();
  const std::string& key = around.memory.key_of(object);
  for (std::uint32_t rank = 0; rank < cluster_size(step.executor()); ++rank) {
    const Executor other = of_rank(step.executor(), rank);
    const auto find = [&](const std::vector<Variable>& variables, const std::string& entry) {
      const Variable* found = nullptr;
      for (const Variable& variable : variables) {
        const bool shared = variable.space == Space::shared;
        if (shared && variable_key(other, variable, entry) == key) found = &variable;
      }
      return found;
    };
    if (const Variable* const found = find(around.module.variables, "")) {
      return SharedVariable{found, "", rank};
    }
    for (const auto* const bodies : {&around.module.entries, &around.module.functions}) {
      for (const Entry& entry : *bodies) {
        const std::string name(entry.name.text);
        if (const Variable* const found = find(entry.variables, name)) {
          return SharedVariable{found, name, rank};
        }
      }
    }
  }
  return std::nullopt;
}

SharedVariable require_shared(const Step& step, const Abstract& place) {
  if (place.is_address()) {
    if (auto found = shared_variable(step, place.object)) return *std::move(found);
  }
  step.fail("not modelled: an address of another CTA that is not known to be of shared memory (" +
                written(step) + ")",
            "map the address of a __shared__ variable");
}

}  // namespace

std::uint32_t cluster_size(const Executor& executor) {
  return static_cast<std::uint32_t>(size(executor.cluster));
}

std::uint32_t rank_in_cluster(const Executor& executor) {
  return linear(index_in_cluster(executor), executor.cluster);
}

Triple cluster_index(const Executor& executor) {
  const Triple& block = executor.block;
  const Triple& shape = executor.cluster;
  return {block.x / shape.x, block.y / shape.y, block.z / shape.z};
}

Triple index_in_cluster(const Executor& executor) {
  const Triple& block = executor.block;
  const Triple& shape = executor.cluster;
  return {block.x % shape.x, block.y % shape.y, block.z % shape.z};
}

std::uint32_t first_cta(const Executor& executor) { return of_rank(executor, 0).cta; }

Abstract in_cluster(Step& step, const Abstract& place, std::uint32_t rank) {
  const SharedVariable shared = require_shared(step, place);
  if (rank >= cluster_size(step.executor())) {
    const std::uint32_t size = cluster_size(step.executor());
    step.fail("the cluster has no CTA of rank " + std::to_string(rank) + " (" + written(step) + ")",
              size == 1 ? "the kernel names no cluster: say how many blocks it has, --cluster 2"
                        : "ranks are 0 to " + std::to_string(size - 1));
  }
  const Abstract there = variable_address(step.around(), of_rank(step.executor(), rank),
                                          *shared.variable, shared.entry);
  return address(there.object, place.number);
}

std::uint32_t rank_of(Step& step, const Abstract& place) {
  return require_shared(step, place).rank;
}

void execute_cluster_address(Step& step, const code::ClusterAddress& what) {
  const Abstract place = step.input(step.operands()[1], {'b', 64}).known;
  if (what.rank) return step.set(step.destination(), constant(rank_of(step, place)));
  const Abstract rank = step.input(step.operands()[2], {'u', 32}).known;
  if (!rank.is_constant()) {
    step.fail_at(step.operands()[2],
                 "not modelled: the rank of a CTA that is known only when the program runs",
                 "let it follow from the launch");
  }
  step.set(step.destination(), in_cluster(step, place, static_cast<std::uint32_t>(rank.number)));
}

}  // namespace opexplore::kernel
