#include "mappings/families_shaders.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "mappings/families_relays.hpp"
#include "mappings/shader_test.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings {
namespace detail {
namespace {

// Invocations of two workgroups share buffers alone.
std::vector<bool> separations(std::span<const StorageClass> of) {
  const bool shared = std::ranges::find(of, StorageClass{1}) != of.end();
  return shared ? std::vector<bool>{false} : std::vector<bool>{false, true};
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
            first.insert(first.begin(), write_first ? ShaderStep{write, 0, 1} : reading(read));
            second.push_back(write_first ? reading(read) : ShaderStep{write, 0, 1});
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
            ShaderStep last = reading(read);
            last.guarded = 1;
            test.add_thread(between({look, 1, 0}, acquire, last), apart);
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

// The two accesses of a thread. A compare-exchange that writes expects what its thread has written.
std::vector<ShaderStep> steps_of(const TwoByTwo& shape, std::size_t first, const Entry* write,
                                 const Entry* read) {
  std::vector<ShaderStep> steps;
  for (std::size_t i = first; i < first + 2; ++i) {
    const AddressId at = shape.at.at(i);
    if (!shape.writes.at(i)) {
      steps.push_back(reading(read, at));
      continue;
    }
    const bool again = !steps.empty() && steps.back().address == at;
    steps.push_back({.entry = write,
                     .address = at,
                     .value = static_cast<Value>(i + 1),
                     .expected = again ? steps.back().value : 0});
  }
  return steps;
}

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
          test.add_thread(steps_of(shape, first, write, read), apart);
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
}  // namespace detail

std::vector<Test> shader_tests_of(std::string_view family, const Table& meanings) {
  if (family == "barriers") return detail::barrier_tests(meanings);
  if (family == "messages") return detail::message_tests(meanings);
  if (family == "relays") return detail::relay_tests(meanings);
  return detail::atomic_tests(meanings);
}

}  // namespace opexplore::mappings
