#include "opmodel/ptx/sizes.hpp"

#include "opmodel/parts/flow.hpp"

namespace opexplore::ptx_model {

unsigned words_needed(const Semantics& semantics) {
  // Of a write in a loop so many are counted; a lock of few threads does with one word.
  constexpr std::size_t turns = 4;
  std::size_t writes = 0;
  for (const Thread& thread : semantics.program().threads) {
    const std::size_t times = has_backward_jump(thread) ? turns : 1;
    for (const Instruction& instruction : thread.instructions) {
      if (writes_memory(instruction.action)) writes += times;
    }
  }
  if (writes < ItemSet<1>::capacity) return 1;
  return writes < ItemSet<2>::capacity ? 2 : most_words;
}

}  // namespace opexplore::ptx_model
