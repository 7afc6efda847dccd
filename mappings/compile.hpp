// A C++ test as the PTX test that a mapping table makes of it; with a table of a shading language a
// test of Vulkan as another one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "mappings/table.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::mappings {

/// The table does not say what an operation of the test becomes, or the test cannot be compiled.
/// The place is that of the operation in the source.
struct MappingError : InputError {
  using InputError::InputError;
};

struct Compiled {
  /// In PTX. Observables, condition and filter are those of the source: registers and addresses
  /// keep their numbers, new registers come behind. Registers whose names PTX does not allow are
  /// renamed.
  Test test;
  /// By thread and instruction of the source: the entry it was compiled with. Nothing for what
  /// is no memory operation.
  std::vector<std::vector<std::optional<EntryId>>> entries;
  /// By thread and instruction of `test`: the instruction of the source it comes from.
  std::vector<std::vector<InstructionId>> origin;
};

/// Small objects hold small numbers. What is computed at run time is not checked. Throws
/// MappingError for one that does not fit.
void require_fits(const Test& source, Width width);

// WART: small-objects. Objects of 8 and 16 bits stand for the whole word.
/// Compiles a C++ test, or with a table of a shading language a test of Vulkan that is made of what
/// the language's operations mean; atomic objects are `width` wide. Throws MappingError where the
/// table has no entry: nothing is ever guessed.
Compiled compile(const Test& source, const Table& table, Width width = Width::bits32);

/// What tables make of the test one after the other; without tables the test. Throws MappingError.
Test compiled_through(std::span<const Table> tables, Test test, Width width = Width::bits32);

}  // namespace opexplore::mappings
