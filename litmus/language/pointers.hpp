// Where addresses in registers lead to.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "litmus/language/value_set.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// What a read-modify-write can find in memory, and what it can be given.
struct AtomicValues {
  ValueSet old;
  ValueSet operand;
};

/// What the pointers of a program can hold when they are used.
struct PointerValues {
  /// By thread and index of the access. Where no execution comes, what the registers would
  /// lead to with their initial values.
  std::map<std::pair<ThreadId, InstructionId>, ValueSet> at;
  std::map<std::pair<ThreadId, InstructionId>, AtomicValues> atomics;  ///< likewise
  std::map<std::pair<ThreadId, InstructionId>, ValueSet> stored;       ///< by each Store, likewise
  std::set<std::pair<ThreadId, InstructionId>> unreached;  ///< those of `at` that never run
  bool gave_up = false;  ///< the program is too intricate; the rest says nothing
};

/// Memory as values are followed through it: locations are numbered from 0, and may be made when
/// they are first asked for.
struct PointerMemory {
  std::function<Value(std::size_t location)> initial;
  /// Where an access goes that says its address.
  std::function<std::size_t(AddressId address)> location;
  /// Where the access of that thread and index can go if its pointer holds one of the values.
  std::function<std::vector<std::size_t>(ThreadId, InstructionId, const ValueSet&)> locations;
};

/// Finds the values of all pointers (Load, Store and Atomic with `pointer`; their `address`
/// is not looked at) by following values through registers and memory: per location all
/// values ever stored there, per register and instruction all values that it can have
/// there, both as small sets that grow until nothing changes. Branches say something of the
/// registers that they test (narrowing.hpp). The sets can be too large, never too small. An
/// access through a number that is no address reads and writes nothing.
/// The work is bounded by a constant.
PointerValues pointer_values(const Program& program, const PointerMemory& memory);

/// The same for a program whose names are all there is: a pointer that can hold any number leads to
/// all of them.
PointerValues pointer_values(const Program& program);

/// How many bytes behind the address in its register each access through a pointer goes, by thread
/// and index; none where that is not known, or further than null is from any address.
std::map<std::pair<ThreadId, InstructionId>, Value> pointer_offsets(const Program& program);

/// The address with that number, if there is one.
std::optional<AddressId> address_with(const Program& program, Value value);

}  // namespace opexplore::detail
