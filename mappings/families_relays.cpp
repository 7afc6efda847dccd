#include "mappings/families_relays.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

#include "mappings/shader_test.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings::detail {
namespace {

// Where three invocations are: all in one workgroup, the third in one of its own, or all.
enum class Third : std::uint8_t { together, third_apart, apart };

std::vector<Third> thirds(StorageClass memory) {
  if (memory == 1) return {Third::together};
  return {Third::together, Third::third_apart, Third::apart};
}

// The third invocation reads the data only if the message came to it by the second one, which
// writes a flag of its own, or adds to that of the first.
struct Relay {
  const Entry *write, *read;                // the data
  const Entry *release, *middle, *acquire;  // memory barriers, or none
};

Test relay_test(const Relay& relay, const Vocabulary& words, StorageClass memory, Third third,
                const Entry* add) {
  const Entry* const raise = words.atomic_writes.front();
  const Entry* const look = words.atomic_reads.front();
  const std::array of{memory, memory, memory};
  const bool own_flag = add == nullptr;
  ShaderTest test("relay", std::span(of).first(own_flag ? 3 : 2));
  const bool apart = third == Third::apart;
  test.add_thread(between({relay.write, 0, 1}, relay.release, {raise, 1, 1}), apart);
  if (own_flag) {
    test.add_thread(between({look, 1, 0}, relay.middle, {raise, 2, 1, 1}), apart);
  } else {
    test.add_thread({{add, 1, 1}}, apart);
  }
  ShaderStep last = reading(relay.read);
  last.guarded = own_flag ? 1 : 2;
  const auto flag = static_cast<AddressId>(own_flag ? 2 : 1);
  test.add_thread(between({look, flag, 0}, relay.acquire, last), third != Third::together);
  return test.finish(third != Third::together);
}

// No memory barrier, and those that are about this memory.
Entries fences_of(const Vocabulary& words, StorageClass memory) {
  Entries fences{nullptr};
  std::ranges::copy_if(words.fences, std::back_inserter(fences), [&](const Entry* fence) {
    return has_class(vulkan_of(meaning_of(*fence))->semantics, memory);
  });
  return fences;
}

void add_relays(Relay relay, const Vocabulary& words, StorageClass memory,
                std::vector<Test>& tests) {
  const auto add = std::ranges::find_if(
      words.atomic_writes, [](const Entry* entry) { return entry->operation == Operation::fetch; });
  const Entries fences = fences_of(words, memory);
  for (const Third third : thirds(memory)) {
    for (const Entry* const middle : fences) {
      relay.middle = middle;
      tests.push_back(relay_test(relay, words, memory, third, nullptr));
    }
    if (add == words.atomic_writes.end()) continue;
    tests.push_back(relay_test(relay, words, memory, third, *add));
  }
}

// The plain accesses of one variable.
std::vector<std::pair<const Entry*, const Entry*>> plain_pairs(const Vocabulary& words) {
  std::vector<std::pair<const Entry*, const Entry*>> pairs;
  for (const Entry* const write : words.writes) {
    for (const Entry* const read : words.reads) {
      if (is_atomic_access(*write) || is_atomic_access(*read)) continue;
      if (of_one_variable(*write, *read)) pairs.emplace_back(write, read);
    }
  }
  return pairs;
}

// Each of three invocations of a workgroup meets the others twice: the first writes before, the
// second reads that in between and writes, the third reads both behind.
void add_meetings(const Vocabulary& words, StorageClass memory, std::vector<Test>& tests) {
  const std::array of{memory, memory};
  const std::vector<Entries> all = meetings(words);
  for (const auto& [write, read] : plain_pairs(words)) {
    for (const Entries& first : all) {
      for (const Entries& second : all) {
        // Of those with memory barriers beside them, the same twice.
        if (first != second && (first.size() > 1 || second.size() > 1)) continue;
        std::array<std::vector<ShaderStep>, 3> threads;
        threads[0].push_back({write, 0, 1});
        for (std::vector<ShaderStep>& thread : threads)
          std::ranges::copy(steps_of(first), std::back_inserter(thread));
        threads[1].push_back(reading(read));
        threads[1].push_back({write, 1, 1});
        for (std::vector<ShaderStep>& thread : threads)
          std::ranges::copy(steps_of(second), std::back_inserter(thread));
        threads[2].push_back(reading(read, 1));
        threads[2].push_back(reading(read));
        ShaderTest test("meet-twice", of);
        for (const std::vector<ShaderStep>& thread : threads) test.add_thread(thread, false);
        tests.push_back(test.finish(false));
      }
    }
  }
}

}  // namespace

std::vector<Test> relay_tests(const Table& meanings) {
  std::vector<Test> tests;
  for (const StorageClass memory : memories) {
    const Vocabulary words = vocabulary_of(meanings, memory);
    add_meetings(words, memory, tests);
    if (words.fences.empty()) continue;
    const Entries fences = fences_of(words, memory);
    for (const auto& [write, read] : plain_pairs(words)) {
      for (const Entry* const release : fences) {
        for (const Entry* const acquire : fences) {
          add_relays({write, read, release, nullptr, acquire}, words, memory, tests);
        }
      }
    }
  }
  return tests;
}

}  // namespace opexplore::mappings::detail
