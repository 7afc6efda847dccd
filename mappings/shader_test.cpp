#include "mappings/shader_test.hpp"

#include <algorithm>
#include <utility>

#include "litmus/language/writer.hpp"
#include "mappings/check_search.hpp"
#include "mappings/compile_shader.hpp"
#include "mappings/instantiate.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings::detail {
namespace {

// No test stores it.
constexpr Value never_stored = 9;

RegisterId new_register(Thread& thread) {
  const auto id = static_cast<RegisterId>(thread.registers.size());
  thread.registers.push_back({.name = "r" + std::to_string(id)});
  return id;
}
void add_guard(Thread& thread, RegisterId reg, Value expected) {
  thread.instructions.push_back(
      {Branch{Comparison::not_equal, RegisterOperand{reg}, expected, 0}, {}, ""});
}
// Of what {op} stands for, an addition.
void set_operation(Atomic& atomic) {
  const bool own = atomic.op == AtomicOp::exch || atomic.op == AtomicOp::cas;
  if (!own) atomic.op = AtomicOp::add;
}

}  // namespace

const Action& meaning_of(const Entry& entry) { return entry.code.steps.front().action; }

bool is_atomic_access(const Entry& entry) {
  return memory_access(meaning_of(entry)) && entry.order != Order::weak;
}

bool of_one_variable(const Entry& a, const Entry& b) {
  if (is_atomic_access(a) || is_atomic_access(b)) return true;
  return a.spelled.substr(a.spelled.find(' ')) == b.spelled.substr(b.spelled.find(' '));
}

Vocabulary vocabulary_of(const Table& meanings, StorageClass memory) {
  Vocabulary words;
  for (const Entry& entry : meanings.entries) {
    if (entry.code.steps.size() != 1) continue;
    const Action& action = meaning_of(entry);
    if (barrier_of(action)) words.barriers.push_back(&entry);
    if (fence_of(action)) words.fences.push_back(&entry);
    if (!memory_access(action) || vulkan_of(action)->storage_class != memory) continue;
    const auto first_of_meaning = operation_meaning(action, meanings);
    if (!first_of_meaning || &meanings.at(*first_of_meaning) != &entry) continue;
    const bool atomic = is_atomic_access(entry);
    if (reads_memory(action)) (atomic ? words.atomic_reads : words.reads).push_back(&entry);
    if (writes_memory(action)) (atomic ? words.atomic_writes : words.writes).push_back(&entry);
  }
  words.reads.insert(words.reads.end(), words.atomic_reads.begin(), words.atomic_reads.end());
  words.writes.insert(words.writes.end(), words.atomic_writes.begin(), words.atomic_writes.end());
  return words;
}

ShaderStep reading(const Entry* read, AddressId address) {
  return {.entry = read, .address = address, .expected = never_stored};
}

std::vector<ShaderStep> steps_of(const Entries& entries) {
  std::vector<ShaderStep> steps;
  for (const Entry* const entry : entries) steps.push_back({entry});
  return steps;
}

std::vector<ShaderStep> between(ShaderStep first, const Entry* fence, ShaderStep second) {
  std::vector<ShaderStep> steps{first};
  if (fence != nullptr) {
    steps.push_back({fence});
    // What depends on the first access is not done at all otherwise.
    if (second.guarded) steps.back().guarded = std::exchange(second.guarded, std::nullopt);
  }
  steps.push_back(second);
  return steps;
}

std::vector<Entries> meetings(const Vocabulary& words) {
  std::vector<Entries> all;
  Entries none{nullptr};
  none.insert(none.end(), words.fences.begin(), words.fences.end());
  for (const Entry* const barrier : words.barriers) {
    for (const Entry* const before : none) {
      for (const Entry* const behind : none) {
        Entries meeting{before, barrier, behind};
        std::erase(meeting, nullptr);
        all.push_back(std::move(meeting));
      }
    }
  }
  return all;
}

ShaderTest::ShaderTest(std::string name, std::span<const StorageClass> of) {
  test_.name = std::move(name);
  test_.program.language = Language::vulkan;
  for (std::size_t i = 0; i < of.size(); ++i) {
    const std::string location{"xyz"[i]};
    const auto id = static_cast<AddressId>(i);
    test_.program.addresses.push_back({location, static_cast<LocationId>(i), id});
    test_.program.locations.push_back({location});
  }
}

void ShaderTest::add_thread(const std::vector<ShaderStep>& steps, bool workgroup_of_its_own) {
  const auto number = static_cast<std::uint32_t>(test_.program.threads.size());
  Thread thread;
  thread.cta = workgroup_of_its_own ? number : 0;
  thread.warp = workgroup_of_its_own ? 0 : number;
  std::optional<RegisterId> last;
  Value barriers = 0;
  test_.name += '+';
  for (const ShaderStep& step : steps) {
    add_step(step, thread, last, barriers);
    test_.name += &step == steps.data() ? step.entry->spelled : "-" + step.entry->spelled;
  }
  const auto end = static_cast<InstructionId>(thread.instructions.size());
  for (Instruction& instruction : thread.instructions) {
    if (Branch* const branch = branch_of(instruction.action)) branch->target = end;
  }
  test_.program.threads.push_back(std::move(thread));
}

void ShaderTest::add_step(const ShaderStep& step, Thread& thread, std::optional<RegisterId>& last,
                          Value& barriers) const {
  if (step.guarded && last) add_guard(thread, *last, *step.guarded);
  SourceOperation operation;
  operation.address = step.address;
  operation.value = step.value;
  operation.expected = step.expected;
  const Action& action = meaning_of(*step.entry);
  if (reads_memory(action)) last = operation.destination = new_register(thread);
  if (barrier_of(action)) operation.barrier = barriers++;
  Scratch scratch(thread);
  for (Action& each : instantiate(step.entry->code, operation, {}, NumberType::s64, scratch)) {
    if (Atomic* const atomic = read_modify_write(each)) set_operation(*atomic);
    thread.instructions.push_back({std::move(each), {}, ""});
  }
}

Test ShaderTest::finish(bool apart) {
  std::ranges::replace(test_.name, ' ', '_');
  test_.name += apart ? "-apart" : "";
  Program& program = test_.program;
  for (Thread& thread : program.threads) {
    for (Instruction& instruction : thread.instructions) {
      instruction.text = opexplore::to_string(instruction.action, thread, program);
    }
  }
  return observing_everything(std::move(test_));
}

}  // namespace opexplore::mappings::detail
