// Makes a test that shows something as small as possible, and says what became of each of its
// instructions. docs/opgen.md says what that guarantees.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "litmus/language/dialect.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::minimise {

/// What a smaller test still asks.
enum class Keep : std::uint8_t {
  /// The test's own question: condition, filter and `locations` stay. A register that nothing
  /// writes any more keeps its initial value.
  condition,
  /// Every register and location; for outcomes that are to differ.
  outcomes,
};

/// What became of an instruction of the original test.
struct Fate {
  enum class Kind : std::uint8_t {
    needed,      ///< it stands as it was
    simplified,  ///< a simpler form of it stands
    removed,
  };

  ThreadId thread = 0;            ///< in the original test
  InstructionId instruction = 0;  ///< in the original test
  Kind kind = Kind::needed;
  std::string before;  ///< as written in the original test
  std::string after;   ///< the simpler form; empty unless simplified
  SourcePlace place;   ///< in the original test
};

struct Limits {
  std::function<bool()> interrupted;  ///< polled before each try; true ends the search
  std::uint64_t most_tries = 100'000;
  /// A search through all smaller sets of instructions is made if there are at most so many.
  std::uint64_t most_subsets = 4096;
};

struct Minimised {
  Test test;                ///< named NAME-min; its path is the original's
  std::vector<Fate> fates;  ///< of all instructions of the original, in its order
  Keep kept = Keep::condition;
  std::uint64_t tried = 0;  ///< how often `shows` was called
  /// No instruction less and no single simplification shows it; false if a limit ended the search.
  bool minimal = false;
  /// No choice of fewer of the original instructions shows it: all were tried.
  bool smallest = false;
};

/// A smallest test found of which `shows` holds. Candidates are complete tests that write() and
/// read() leave as they are; `shows` must give the same answer for the same test.
/// With Keep::outcomes a test that shows nothing when all is observed (its filter says what
/// counts) keeps its condition, and the result says so.
/// `dialect` is that of Fate::after.
/// Throws std::invalid_argument if `shows` does not hold of the test, and what `shows` throws.
Minimised minimise(const Test& test, Keep keep, const std::function<bool(const Test&)>& shows,
                   const Limits& limits = {},
                   const Dialect& dialect = native_dialect(Language::ptx));

}  // namespace opexplore::minimise
