#include "litmus/spirv/notes.hpp"

#include <algorithm>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <string>

#include "opmodel/instruction.hpp"

namespace opexplore::spirv {

namespace {

using Notes = std::vector<kernel::CompilerNote>;

// Of an old module what is taken to be available to whom.
void add_model(const Noted& noted, Notes& notes) {
  if (!noted.declarations.glsl450) return;
  std::string text =
      "the module has no Vulkan memory model (GLSL450), and says of no access to whom it is "
      "available: ";
  switch (noted.module.origin) {
    case Origin::glsl:
      text +=
          "as in GLSL, shared variables and buffers that are declared coherent are seen by others "
          "where barriers and atomics order them, and other buffers are not";
      break;
    case Origin::hlsl:
      text +=
          "as in HLSL, others see groupshared variables and buffers within a workgroup where "
          "barriers and atomics order them, and globallycoherent buffers everywhere";
      break;
    case Origin::wgsl:
    case Origin::unknown:
      text +=
          "as in WGSL, barriers are taken to let others see what was stored before, as far as "
          "their "
          "memory scope reaches";
  }
  if (noted.module.origin == Origin::unknown) {
    text += "; if it comes from GLSL, that holds of coherent buffers alone";
  }
  notes.push_back({text, {}});
}

bool is_private_access(const opexplore::Instruction& at) {
  const MemoryAccess* const access = memory_access(at.action);
  const VulkanAttributes* const marks = vulkan_of(at.action);
  return access != nullptr && marks != nullptr && !marks->non_private;
}

// The traces that spirv-opt --upgrade-memory-model leaves: the extension, barriers that order, and
// make nothing available, and accesses to buffers without a mark.
void add_upgrade(const Noted& noted, const Program& program, Notes& notes) {
  const bool extended =
      std::ranges::any_of(noted.module.instructions, [](const Instruction& instruction) {
        return spv::Op{instruction.opcode} == spv::Op::OpExtension &&
               text_of(instruction.operands.front()) == "SPV_KHR_vulkan_memory_model";
      });
  if (!extended || noted.declarations.glsl450 || noted.module.origin == Origin::glsl) return;
  bool orders = false, makes = false, is_private = false;
  for (const Thread& thread : program.threads) {
    for (const opexplore::Instruction& instruction : thread.instructions) {
      const VulkanAttributes* const marks = vulkan_of(instruction.action);
      if (marks == nullptr) continue;
      makes = makes || marks->make_available || marks->make_visible;
      orders = orders || (memory_access(instruction.action) == nullptr && marks->semantics != 0);
      is_private = is_private || is_private_access(instruction);
    }
  }
  if (!orders || makes || !is_private) return;
  notes.push_back(
      {"its loads and stores are private, and no barrier makes anything available, so that others "
       "may see none of it: that is what spirv-opt --upgrade-memory-model makes of a module (scope "
       "Device becomes QueueFamily, barriers get neither MakeAvailable nor MakeVisible, accesses "
       "that are not coherent stay private); give the module from before",
       {}});
}

void add_counters(const Noted& noted, Notes& notes) {
  if (noted.turn_counters == 0) return;
  const std::string loops = noted.turn_counters == 1
                                ? "a loop has a counter that its compiler put there"
                                : std::to_string(noted.turn_counters) +
                                      " loops have counters that their compiler put there";
  notes.push_back({loops + ", to leave it after 2^64 turns: no run gets there, and a loop that "
                           "nothing else ends is taken to go on for ever",
                   {}});
}

void add_size(const Noted& noted, Notes& notes) {
  if (!noted.layout.declared) return;
  const kernel::Triple& size = *noted.layout.declared;
  notes.push_back({"a workgroup has " + std::to_string(std::uint64_t{size.x} * size.y * size.z) +
                       " invocations, of which 2 are explored: --block says how many",
                   {}});
}

// The numbers that some thread may read before anybody has written them: before it writes itself,
// or comes to a barrier behind which others may have done so.
std::set<AddressId> read_first(const Program& program) {
  std::set<AddressId> written, result;
  for (const Thread& thread : program.threads) {
    for (const opexplore::Instruction& instruction : thread.instructions) {
      if (writes_memory(instruction.action)) written.insert(*address_of(instruction.action));
    }
  }
  for (const Thread& thread : program.threads) {
    std::set<AddressId> own;
    bool met = false;
    for (const opexplore::Instruction& instruction : thread.instructions) {
      met = met || barrier_of(instruction.action) != nullptr;
      const auto address = address_of(instruction.action);
      if (!address) continue;
      const bool by_others = met && written.contains(*address);
      if (reads_memory(instruction.action) && !own.contains(*address) && !by_others) {
        result.insert(*address);
      }
      if (writes_memory(instruction.action)) own.insert(*address);
    }
  }
  return result;
}

// A source that another compiler makes another program of.
void add_reach(const Noted& noted, const Program& program, Notes& notes) {
  const bool several = noted.layout.shape.workgroups != kernel::Triple{1, 1, 1};
  if (noted.module.origin != Origin::wgsl || !noted.declarations.glsl450 || !several) return;
  for (const Thread& thread : program.threads) {
    for (const opexplore::Instruction& instruction : thread.instructions) {
      if (barrier_of(instruction.action) == nullptr) continue;
      const VulkanAttributes& marks = *vulkan_of(instruction.action);
      if (marks.semantics == 0 || marks.scope != VulkanScope::device) continue;
      notes.push_back(
          {"this compiler's storageBarrier() orders memory for the whole device; WGSL promises it "
           "within a workgroup alone, and other compilers do no more",
           instruction.code});
      return;
    }
  }
}

// What is undefined may be another value at each use.
void add_undefined(const Noted& noted, Notes& notes) {
  if (noted.undefined != nullptr) {
    const opexplore::Instruction at = placed(Store{}, *noted.undefined, noted.module);
    notes.push_back(
        {"an undefined value is stored and read, or shown: it is taken to be 0 or 1, "
         "and may be anything",
         at.code});
  } else if (noted.choices != 0) {
    notes.push_back({"a way depends on a value that is undefined: both ways are explored", {}});
  }
}

using What = kernel::Assumption::What;

void add(What what, std::string name, Value value, std::vector<kernel::Assumption>& to) {
  kernel::Assumption assumed{what, std::move(name), value};
  // A variable of each workgroup is one of the source.
  if (std::ranges::find(to, assumed) == to.end()) to.push_back(std::move(assumed));
}

}  // namespace

kernel::SourceLanguage language_of(const Module& module) {
  switch (module.origin) {
    case Origin::glsl:
      return kernel::SourceLanguage::glsl;
    case Origin::hlsl:
      return kernel::SourceLanguage::hlsl;
    case Origin::wgsl:
      return kernel::SourceLanguage::wgsl;
    case Origin::unknown:
      break;
  }
  return kernel::SourceLanguage::spirv;
}

Notes notes_on(const Noted& noted, const Program& program) {
  Notes notes;
  add_model(noted, notes);
  add_upgrade(noted, program, notes);
  add_counters(noted, notes);
  add_size(noted, notes);
  add_reach(noted, program, notes);
  add_undefined(noted, notes);
  return notes;
}

std::vector<kernel::Assumption> assumptions_of(const Noted& noted, const Program& program,
                                               const Memory& memory) {
  std::vector<kernel::Assumption> result;
  for (const auto& [id, variable] : noted.declarations.variables) {
    if (spv::StorageClass{variable.storage_class} != spv::StorageClass::PushConstant) continue;
    if (!noted.declarations.push_constants.empty()) continue;  // the loader fills them
    for (std::string& name : memory.not_given(variable)) {
      add(What::number, std::move(name), 0, result);
    }
  }
  for (const AddressId address : read_first(program)) {
    if (address >= memory.locations() || memory.is_given(address)) continue;
    const bool shared = memory.object_of(address).is_of_workgroup();
    add(shared ? What::uninitialised : What::zeros, memory.source_name(address), 0, result);
  }
  for (const std::uint32_t object : memory.chosen_lengths()) {
    add(What::length, memory.at(object).name, static_cast<Value>(threads_of(noted.layout.shape)),
        result);
  }
  return result;
}

}  // namespace opexplore::spirv
