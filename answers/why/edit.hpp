// Changes to the text of a program: an instruction made stronger, a fence put between two.
//
// The text carries them, not the thread: threads of a kernel that run the same line all get it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "answers/why/why.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::why_parts {

/// An instruction of a test.
struct Spot {
  ThreadId thread = 0;
  InstructionId instruction = 0;
};

/// \name Edits. The order and the scope that are there only grow.
/// @{
/// An access or fence with that order, at least at that scope.
Edit strengthened(const Test& test, Spot spot, Order order, Scope scope);
/// The same in Vulkan, with all that the attributes have.
Edit strengthened(const Test& test, Spot spot, Order order, const VulkanAttributes& more);
/// With the order that it has.
Edit widened(const Test& test, Spot spot, Scope scope);
/// An access by the name and the proxy of another one.
Edit readdressed(const Test& test, Spot spot, const MemoryAccess& like);
/// A fence beside it.
Edit inserted(const Test& test, Spot spot, Edit::Where where, Action fence);
/// @}

/// A test with some edits, and where its instructions come from.
struct Edited {
  Test test;
  /// By thread and instruction of `test`: the instruction of the original; nothing for what was
  /// inserted.
  std::vector<std::vector<std::optional<InstructionId>>> origins;
};

/// All edits together. What is at one instruction adds up.
Edited edited(const Test& test, std::span<const Edit> edits);

/// The program without what synchronises: accesses are weak, read-modify-writes relaxed.cta, in C++
/// all accesses relaxed, and there are no fences. Barriers stay, for others wait at them.
Edited stripped(const Test& test);

}  // namespace opexplore::why_parts
