// A test of Khronos as a whole, before it is a program: its threads and where they run, its
// directives, its statements.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "litmus/language/khronos_format/instruction.hpp"
#include "litmus/language/statement.hpp"

namespace opexplore::detail {

struct KhronosThread {
  Token word;                         ///< NEWTHREAD
  std::optional<std::uint32_t> name;  ///< by which SSW knows it
  std::uint32_t queue_family = 0;
  std::uint32_t workgroup = 0;  ///< of its queue family
  std::uint32_t subgroup = 0;   ///< of its workgroup
  std::vector<KhronosInstruction> instructions;
};

/// `SSW 0 1` or `SLOC x y`.
struct KhronosPair {
  Token word;
  Token first, second;
};

struct KhronosTest {
  std::vector<KhronosThread> threads;
  std::vector<KhronosPair> synchronisations;  ///< SSW
  std::vector<KhronosPair> same_locations;    ///< SLOC
  std::vector<Statement> statements;
};

/// Reads all lines. Refuses groups that are opened without what belongs in them, threads without an
/// instruction, and tests without a statement. Throws InputError.
KhronosTest read_khronos_lines(const Source& source, const std::vector<KhronosLine>& lines);

/// Refuses barriers of one instance that differ, and a thread that comes to one twice: Khronos'
/// formal model has no execution of either. Throws InputError.
void check_barriers(const Source& source, const KhronosTest& test);

/// Why the test means something else in Dartagnan's dialect, where all barriers are of a workgroup;
/// nothing if it does not. Precondition: check_barriers().
std::optional<InputError> barrier_of_another_reach(const Source& source, const KhronosTest& test);

}  // namespace opexplore::detail
