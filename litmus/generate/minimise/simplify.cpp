#include "litmus/generate/minimise/simplify.hpp"

#include <cstddef>
#include <utility>

#include "litmus/generate/minimise/places.hpp"
#include "litmus/generate/minimise/question.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::minimise {

namespace {

// Class 0 in place of another one of Vulkan, wherever it is named. Whether it was.
bool without_class(Program& program, StorageClass old) {
  bool named = false;
  for (Thread& thread : program.threads) {
    for (Instruction& instruction : thread.instructions) {
      VulkanAttributes* const attributes = vulkan_of(instruction.action);
      if (attributes == nullptr) continue;
      if (attributes->storage_class == old) attributes->storage_class = 0, named = true;
      if (!has_class(attributes->semantics, old)) continue;
      named = true;
      attributes->semantics &= static_cast<StorageClassSet>(~set_of(old));
      attributes->semantics |= set_of(0);
    }
  }
  return named;
}

void without_unused(const Draft& draft, std::vector<Draft>& out) {
  Draft simpler = draft;
  if (draft.keep == Keep::condition && trim_question(simpler.test)) out.push_back(simpler);
  simpler = draft;
  if (drop_unused_registers(simpler)) out.push_back(std::move(simpler));
  for (std::size_t t = 0; t < draft.origins.size(); ++t) {
    simpler = draft;
    if (drop_thread(simpler, t)) out.push_back(std::move(simpler));
  }
  std::vector<SystemSynchronisation>& pairs = simpler.test.program.system_synchronisations;
  for (std::size_t s = 0; s < draft.test.program.system_synchronisations.size(); ++s) {
    simpler = draft;
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(s));
    out.push_back(simpler);
  }
  for (std::size_t a = draft.test.program.addresses.size(); a-- > 0;) {
    simpler = draft;
    if (drop_address(simpler, static_cast<AddressId>(a))) out.push_back(std::move(simpler));
  }
}

// WART: minimised-types. Registers keep their types.
void with_simpler_memory(const Draft& draft, std::vector<Draft>& out) {
  for (std::size_t l = 0; l < draft.test.program.locations.size(); ++l) {
    Draft simpler = draft;
    Location& location = simpler.test.program.locations[l];
    if (std::exchange(location.region, Region::global) != Region::global) out.push_back(simpler);
    simpler = draft;
    if (std::exchange(simpler.test.program.locations[l].initial, 0) != 0) out.push_back(simpler);
  }
  for (StorageClass i = 1; i < storage_classes; ++i) {
    Draft simpler = draft;
    if (without_class(simpler.test.program, i)) out.push_back(std::move(simpler));
  }
  for (std::size_t t = 0; t < draft.test.program.threads.size(); ++t) {
    for (std::size_t r = 0; r < draft.test.program.threads[t].registers.size(); ++r) {
      Draft simpler = draft;
      Register& reg = simpler.test.program.threads[t].registers[r];
      if (std::exchange(reg.initial, 0) != 0) out.push_back(std::move(simpler));
    }
  }
}

}  // namespace

std::vector<Draft> simpler_surroundings(const Draft& draft) {
  std::vector<Draft> result;
  without_unused(draft, result);
  for (Program& program : simpler_places(draft.test.program)) {
    result.push_back(draft);
    result.back().test.program = std::move(program);
  }
  with_simpler_memory(draft, result);
  return result;
}

}  // namespace opexplore::minimise
