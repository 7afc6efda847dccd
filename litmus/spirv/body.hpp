// The code of a kernel as blocks, with the functions that it calls put in their places (SPIR-V
// specification, 2.11 "Structured Control Flow"; merges say nothing that a walk needs).
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "litmus/spirv/declarations.hpp"
#include "litmus/spirv/module.hpp"

namespace opexplore::spirv {

struct Block {
  Id label = 0;
  std::vector<Instruction> phis;
  std::vector<Instruction> instructions;  ///< the last one ends the block
  /// Ids that are read behind the phis before they are written.
  std::set<Id> live;
  bool joins = false;  ///< several ways lead into it
};

struct Body {
  std::vector<Block> blocks;  ///< the first one begins
  std::map<Id, std::size_t> by_label;
  std::map<Id, Id> type_of;  ///< of results and parameters

  /// The block of a label that an instruction names; throws InputError if there is none.
  std::size_t block(const Module& module, const Instruction& user, Id label) const;
};

/// The body of the entry point. What is called gets ids of its own, with the names of the old ones,
/// which `module` gets as well. Throws InputError for recursion, for what is no sequence of blocks,
/// and for code that becomes too long.
Body read_body(Module& module, const Declarations& declarations, const Instruction& entry_point);

/// The labels that the instruction at the end of a block may go to.
std::vector<Id> targets_of(const Instruction& end);

}  // namespace opexplore::spirv
