// Programs and changes to them in the words of CUDA C++ (CUDA C++ Programming Guide, "Memory Fence
// Functions", "Atomic Functions"; libcu++, "cuda::atomic_ref").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/data_races.hpp"
#include "answers/findings/findings.hpp"
#include "answers/why/why.hpp"
#include "litmus/kernels/facts.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::kernel_words {

/// What an access is: "store", "load", "atomic add", with "volatile" or "atomic" in front where it
/// is strong.
std::string kind_of_access(const Action& action);

/// The location as the source writes it: "table[2]".
std::string location(const kernel::Facts& facts, AddressId address);

/// How many bytes the access takes as written, if that is known; otherwise 0.
std::uint32_t bytes_of(const Test& test, const kernel::Facts& facts, ThreadId thread,
                       InstructionId instruction);

/// Whether others access the bytes in another size, so that the access is weak whatever it says
/// (PTX ISA 8.6 "Morally strong operations").
bool differs_in_size(const Test& test, const kernel::Facts& facts, ThreadId thread,
                     InstructionId instruction);

/// A fence of that order and scope as a statement.
std::string fence_statement(const Fence& fence);

/// The edit as a change of the source.
CodeEdit code_edit(const Test& test, const kernel::Facts& facts, const Edit& edit);

/// "flag.store(release, device scope) at handoff.cu:7". Precondition: the edit is of an access.
std::string atomic_way(const Test& test, const kernel::Facts& facts, const Edit& edit);

/// Why two accesses are not morally strong: "block 0's is weak"; "block scope, at which block 0
/// accesses it, does not include block 1".
std::string not_strong(const Program& program, const RacingPair& pair,
                       const NotStrongReason& reason);

/// What the missing rows of a checklist say, a sentence for each line of the source.
std::vector<std::string> sentences(const AnsweredTest& run,
                                   const std::vector<const WhyRow*>& missing);

/// "&table[2]" for the address of an element, else nothing.
std::optional<std::string> pointed_at(const Program& program, const kernel::Facts& facts,
                                      Value value);

/// A value of that location: "42", "&table[2]", or "1.5" if it is a floating-point number.
std::string value(const Test& test, const kernel::Facts& facts, AddressId address, Value value);

/// Values of that location: "0, 1 or 42".
std::string listed(const Test& test, const kernel::Facts& facts, AddressId address,
                   const std::vector<Value>& values);

/// The instruction of the last step of that thread.
std::optional<InstructionId> last_of(const std::vector<TraceStep>& steps, ThreadId thread);

/// Where the trace ends, for want of somebody to blame; where the program begins, if there is none.
BugPlace last_place(const Test& test, const Trace* trace);

/// The values of a location in a sentence: "out is always 42"; "out is 0 or 42".
std::string values(const Test& test, const kernel::Facts& facts, AddressId address,
                   const std::vector<Value>& values);

}  // namespace opexplore::kernel_words
