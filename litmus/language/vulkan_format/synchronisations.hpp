// The pairs of threads that synchronise as a whole: `{ ssw 0 1; ssw 1 2; }`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// A pair as it is written, before it is known which threads there are.
struct WrittenSynchronisation {
  Token word;  ///< `ssw`
  Token before, after;
  std::uint32_t first = 0;   ///< the thread that comes before
  std::uint32_t second = 0;  ///< the one that comes after
};

/// Reads the block if there is one.
std::vector<WrittenSynchronisation> read_synchronisations(Tokens& tokens);

/// Checks the pairs and adds them to the program, whose threads are known. Refuses threads that do
/// not exist, pairs that stand there twice, and threads that would have to wait for themselves.
void add_synchronisations(const Tokens& tokens, ProgramBuilder& builder,
                          const std::vector<WrittenSynchronisation>& pairs);

/// The block, or nothing.
std::string synchronisations_text(const Program& program);

}  // namespace opexplore::detail
