// What tests of shaders are made of: the words that a language has for a memory, and invocations
// that do one after the other.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mappings/table.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/program.hpp"

namespace opexplore::mappings::detail {

using Entries = std::vector<const Entry*>;

/// What an entry of a language's own table means.
const Action& meaning_of(const Entry& entry);

bool is_atomic_access(const Entry& entry);

/// A variable is declared coherent or not, and that is the same for all its plain accesses.
bool of_one_variable(const Entry& a, const Entry& b);

/// What a language has for one memory, or for none.
struct Vocabulary {
  Entries reads, writes;  ///< atomic ones among them
  Entries atomic_reads, atomic_writes;
  Entries fences, barriers;
};

/// Read-modify-writes stand for the atomic reads and writes of a language that has none of its own,
/// and beside them. Of operations that mean the same the first is taken.
Vocabulary vocabulary_of(const Table& meanings, StorageClass memory);

/// Buffers, and variables of workgroups.
inline constexpr std::array<StorageClass, 2> memories{0, 1};

/// One operation of an invocation.
struct ShaderStep {
  const Entry* entry = nullptr;
  AddressId address = 0;
  Value value = 0;                    ///< that it writes; what an addition adds
  std::optional<Value> guarded = {};  ///< it is done only if the last value read is this
  Value expected = 0;                 ///< what a compare-exchange compares with
};

/// A read. A compare-exchange expects what no test stores: it fails.
ShaderStep reading(const Entry* read, AddressId address = 0);

std::vector<ShaderStep> steps_of(const Entries& entries);

/// Two accesses of an invocation, perhaps with a memory barrier between them.
std::vector<ShaderStep> between(ShaderStep first, const Entry* fence, ShaderStep second);

/// A control barrier alone, with a memory barrier before it, behind it, or on both sides.
std::vector<Entries> meetings(const Vocabulary& words);

/// A test in the making: locations x, y, z of these memories, then invocations.
class ShaderTest {
 public:
  ShaderTest(std::string name, std::span<const StorageClass> of);

  /// An invocation, in workgroup 0 or in a workgroup of its own.
  void add_thread(const std::vector<ShaderStep>& steps, bool workgroup_of_its_own);

  /// The test, which observes everything; `apart` goes into its name.
  Test finish(bool apart);

 private:
  void add_step(const ShaderStep& step, Thread& thread, std::optional<RegisterId>& last,
                Value& barriers) const;

  Test test_;
};

}  // namespace opexplore::mappings::detail
