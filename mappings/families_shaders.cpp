#include "mappings/families_shaders.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "litmus/language/writer.hpp"
#include "mappings/check_search.hpp"
#include "mappings/instantiate.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {
namespace {

using Entries = std::vector<const Entry*>;

const Action& meaning_of(const Entry& entry) { return entry.code.steps.front().action; }

bool is_atomic_access(const Entry& entry) {
  return memory_access(meaning_of(entry)) && entry.order != Order::weak;
}

// What a language has for one memory, or for none.
struct Vocabulary {
  Entries reads, writes, atomic_reads, atomic_writes;
  Entries fences, barriers;
};

// Read-modify-writes stand for the atomic reads and writes of a language that has none of its own,
// and beside them.
Vocabulary vocabulary_of(const Table& meanings, StorageClass memory) {
  Vocabulary words;
  for (const Entry& entry : meanings.entries) {
    if (entry.code.steps.size() != 1) continue;
    const Action& action = meaning_of(entry);
    if (barrier_of(action)) words.barriers.push_back(&entry);
    if (fence_of(action)) words.fences.push_back(&entry);
    if (!memory_access(action) || vulkan_of(action)->storage_class != memory) continue;
    if (entry.operation == Operation::cas) continue;  // the dialect of Vulkan has none
    const bool atomic = is_atomic_access(entry);
    if (reads_memory(action)) (atomic ? words.atomic_reads : words.reads).push_back(&entry);
    if (writes_memory(action)) (atomic ? words.atomic_writes : words.writes).push_back(&entry);
  }
  words.reads.insert(words.reads.end(), words.atomic_reads.begin(), words.atomic_reads.end());
  words.writes.insert(words.writes.end(), words.atomic_writes.begin(), words.atomic_writes.end());
  return words;
}

// A variable is declared coherent or not, and that is the same for all its plain accesses.
bool of_one_variable(const Entry& a, const Entry& b) {
  if (is_atomic_access(a) || is_atomic_access(b)) return true;
  return a.spelled.substr(a.spelled.find(' ')) == b.spelled.substr(b.spelled.find(' '));
}

// One operation of a thread.
struct ShaderStep {
  const Entry* entry = nullptr;
  AddressId address = 0;
  Value value = 0;                    ///< that it writes; what an addition adds
  std::optional<Value> guarded = {};  ///< it is done only if the thread has last read this value
};

class ShaderTest {
 public:
  ShaderTest(std::string name, std::span<const StorageClass> memories) {
    test_.name = std::move(name);
    test_.program.language = Language::vulkan;
    for (std::size_t i = 0; i < memories.size(); ++i) {
      const std::string location = i == 0 ? "x" : "y";
      const auto id = static_cast<AddressId>(i);
      test_.program.addresses.push_back({location, static_cast<LocationId>(i), id});
      test_.program.locations.push_back({location});
    }
  }

  void add_thread(const std::vector<ShaderStep>& steps, bool workgroup_of_its_own) {
    const auto number = static_cast<std::uint32_t>(test_.program.threads.size());
    Thread thread;
    thread.cta = workgroup_of_its_own ? number : 0;
    thread.warp = workgroup_of_its_own ? 0 : number;
    detail::Scratch scratch(thread);
    std::optional<RegisterId> last;
    Value barriers = 0;
    test_.name += '+';
    for (const ShaderStep& step : steps) {
      if (step.guarded && last) add_guard(thread, *last, *step.guarded);
      detail::SourceOperation operation;
      operation.address = step.address;
      operation.value = step.value;
      const Action& action = meaning_of(*step.entry);
      if (reads_memory(action)) last = operation.destination = new_register(thread);
      if (barrier_of(action)) operation.barrier = barriers++;
      for (Action& each :
           detail::instantiate(step.entry->code, operation, {}, NumberType::s64, scratch)) {
        if (Atomic* const atomic = read_modify_write(each)) set_operation(*atomic);
        thread.instructions.push_back({std::move(each), {}, ""});
      }
      test_.name += &step == steps.data() ? step.entry->spelled : "-" + step.entry->spelled;
    }
    const auto end = static_cast<InstructionId>(thread.instructions.size());
    for (Instruction& instruction : thread.instructions) {
      if (Branch* const branch = branch_of(instruction.action)) branch->target = end;
    }
    test_.program.threads.push_back(std::move(thread));
  }

  Test finish(bool apart) {
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

 private:
  static RegisterId new_register(Thread& thread) {
    const auto id = static_cast<RegisterId>(thread.registers.size());
    thread.registers.push_back({.name = "r" + std::to_string(id)});
    return id;
  }
  static void add_guard(Thread& thread, RegisterId reg, Value expected) {
    thread.instructions.push_back(
        {Branch{Comparison::not_equal, RegisterOperand{reg}, expected, 0}, {}, ""});
  }
  // Of what {op} stands for, an addition.
  static void set_operation(Atomic& atomic) {
    if (atomic.op != AtomicOp::exch) atomic.op = AtomicOp::add;
  }

  Test test_;
};

constexpr std::array<StorageClass, 2> memories{0, 1};

// Invocations of two workgroups share buffers alone.
std::vector<bool> separations(std::span<const StorageClass> of) {
  const bool shared = std::ranges::find(of, StorageClass{1}) != of.end();
  return shared ? std::vector<bool>{false} : std::vector<bool>{false, true};
}

// A control barrier alone, with a memory barrier before it, behind it, or on both sides.
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

std::vector<ShaderStep> steps_of(const Entries& entries) {
  std::vector<ShaderStep> steps;
  for (const Entry* const entry : entries) steps.push_back({entry});
  return steps;
}

std::vector<Test> barrier_tests(const Table& meanings) {
  std::vector<Test> tests;
  for (const StorageClass memory : memories) {
    const Vocabulary words = vocabulary_of(meanings, memory);
    for (const Entries& meeting : meetings(words)) {
      for (const Entry* const write : words.writes) {
        for (const Entry* const read : words.reads) {
          if (!of_one_variable(*write, *read)) continue;
          for (const bool write_first : {true, false}) {
            std::vector<ShaderStep> first = steps_of(meeting);
            std::vector<ShaderStep> second = first;
            first.insert(first.begin(), write_first ? ShaderStep{write, 0, 1} : ShaderStep{read});
            second.push_back(write_first ? ShaderStep{read} : ShaderStep{write, 0, 1});
            ShaderTest test("meet", std::array{memory});
            test.add_thread(first, false);
            test.add_thread(second, false);
            tests.push_back(test.finish(false));
          }
        }
      }
    }
  }
  return tests;
}

// A thread of two accesses, perhaps with a memory barrier between them.
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

// The data are accessed only by who has seen the flag, which atomics write and read.
void add_messages(const Table& meanings, StorageClass data, StorageClass flag,
                  std::vector<Test>& tests) {
  const Vocabulary on_data = vocabulary_of(meanings, data);
  const Vocabulary on_flag = vocabulary_of(meanings, flag);
  if (on_flag.atomic_writes.empty() || on_flag.atomic_reads.empty()) return;
  const Entry* const raise = on_flag.atomic_writes.front();
  const Entry* const look = on_flag.atomic_reads.front();
  Entries fences{nullptr};
  fences.insert(fences.end(), on_data.fences.begin(), on_data.fences.end());
  const std::array of{data, flag};
  for (const Entry* const release : fences) {
    for (const Entry* const acquire : fences) {
      for (const Entry* const write : on_data.writes) {
        for (const Entry* const read : on_data.reads) {
          if (!of_one_variable(*write, *read)) continue;
          for (const bool apart : separations(of)) {
            ShaderTest test("message", of);
            test.add_thread(between({write, 0, 1}, release, {raise, 1, 1}), apart);
            test.add_thread(between({look, 1, 0}, acquire, {read, 0, 0, 1}), apart);
            tests.push_back(test.finish(apart));
          }
        }
      }
    }
  }
}

std::vector<Test> message_tests(const Table& meanings) {
  std::vector<Test> tests;
  for (const StorageClass data : memories) {
    for (const StorageClass flag : memories) add_messages(meanings, data, flag, tests);
  }
  return tests;
}

// The shapes of two threads with two accesses each: which write, and to which location.
struct TwoByTwo {
  std::string_view name;
  std::array<bool, 4> writes;
  std::array<AddressId, 4> at;
};
constexpr std::array two_by_two{TwoByTwo{"SB", {true, false, true, false}, {0, 1, 1, 0}},
                                TwoByTwo{"LB", {false, true, false, true}, {0, 1, 1, 0}},
                                TwoByTwo{"MP", {true, true, false, false}, {0, 1, 1, 0}},
                                TwoByTwo{"2+2W", {true, true, true, true}, {0, 1, 1, 0}},
                                TwoByTwo{"CoRR", {true, true, false, false}, {0, 0, 0, 0}},
                                TwoByTwo{"CoWR", {true, false, true, false}, {0, 0, 0, 0}}};

void add_atomics(const TwoByTwo& shape, const Table& meanings, StorageClass memory,
                 std::vector<Test>& tests) {
  const Vocabulary words = vocabulary_of(meanings, memory);
  const std::array of{memory, memory};
  const bool one = shape.at[1] == shape.at[0];
  for (const Entry* const write : words.atomic_writes) {
    for (const Entry* const read : words.atomic_reads) {
      for (const bool apart : separations(of)) {
        ShaderTest test(std::string(shape.name), std::span(of).first(one ? 1 : 2));
        for (const std::size_t first : {0U, 2U}) {
          std::vector<ShaderStep> steps;
          for (std::size_t i = first; i < first + 2; ++i) {
            const bool writes = shape.writes.at(i);
            const auto value = static_cast<Value>(writes ? i + 1 : 0);
            steps.push_back({writes ? write : read, shape.at.at(i), value});
          }
          test.add_thread(steps, apart);
        }
        tests.push_back(test.finish(apart));
      }
    }
  }
}

std::vector<Test> atomic_tests(const Table& meanings) {
  std::vector<Test> tests;
  for (const StorageClass memory : memories) {
    for (const TwoByTwo& shape : two_by_two) add_atomics(shape, meanings, memory, tests);
  }
  return tests;
}

}  // namespace

std::vector<Test> shader_tests_of(std::string_view family, const Table& meanings) {
  if (family == "barriers") return barrier_tests(meanings);
  if (family == "messages") return message_tests(meanings);
  return atomic_tests(meanings);
}

}  // namespace opexplore::mappings
