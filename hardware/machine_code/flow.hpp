// The memory operations of a thread in all orders in which it can do them: an automaton whose words
// are what one way through a program does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace opexplore::hardware {

/// Begins with the first step; a step without a next one ends. A step without a name does nothing.
struct Flow {
  struct Step {
    std::string name;
    std::vector<std::size_t> next;
    std::uint64_t order = 0;  ///< where it is written: equal for copies of one instruction
    /// What an access writes: its operands, each if it is a constant.
    std::vector<std::optional<std::int64_t>> written = {};
  };
  std::vector<Step> steps;
};

/// Takes out each MEMBAR.ALL.CTA that is directly followed by a wider MEMBAR: it adds nothing, and
/// ptxas puts one before every wider one from sm_90 on.
void drop_fences_before_wider_ones(Flow& flow);

/// The only word of the flow; nothing if there are several, or loops.
std::optional<std::vector<std::string>> only_word(const Flow& flow);

/// All names of the flow, in the order in which they are written; each name once at its place.
std::vector<std::string> names_in_order(const Flow& flow);

/// How the words of two flows relate.
struct FlowComparison {
  bool only_first = false;   ///< the first has a word that the second does not have
  bool only_second = false;  ///< the other way round
};

/// Compares all words; nothing where that would take too long.
std::optional<FlowComparison> compare(const Flow& first, const Flow& second);

}  // namespace opexplore::hardware
