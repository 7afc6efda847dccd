#include "litmus/kernels/program_checks.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// What orders accesses to one address space orders all of them where no other is accessed.
void check_spaces(const Surroundings& around) {
  if (around.of_one_space.empty()) return;
  const std::vector<Element> elements = around.memory.elements_of_addresses();
  const auto is_shared = [&](const Element& element) {
    return around.memory.at(element.object).space == Space::shared;
  };
  const auto shared = std::ranges::count_if(elements, is_shared);
  if (shared == 0 || static_cast<std::size_t>(shared) == elements.size()) return;
  around.source.fail(around.of_one_space.front(),
                     "not modelled: an order of accesses to one address space alone, where the "
                     "kernel accesses two",
                     "choose a scope without one-as, or __ATOMIC_SEQ_CST in OpenCL C");
}

/// What counts arrivals holds nothing else, as long as it is one.
void check_mbarriers(const Surroundings& around, const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const MemoryAccess* const access = memory_access(instruction.action);
      if (access == nullptr) continue;
      const Location& location = program.locations[program.addresses[access->address].location];
      if (location.object != ObjectKind::mbarrier) continue;
      around.source.fail(
          instruction.place,
          "not modelled: an access to the mbarrier " + quote(location.name) + " as if it were data",
          "use other memory for it");
    }
  }
}

/// What is written of initial values has to be what the elements are.
void check_initial_values(const Surroundings& around) {
  for (const Element& element : around.memory.elements_of_addresses()) {
    const auto wrong = around.memory.unsuitable_initial(element);
    if (wrong) throw InputError("--input", {}, *wrong, "write an integer");
  }
}

}  // namespace

void check_program(const Surroundings& around, const Program& program) {
  check_initial_values(around);
  check_spaces(around);
  check_mbarriers(around, program);
}

}  // namespace opexplore::kernel
