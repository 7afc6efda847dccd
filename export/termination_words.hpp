// The words for what is found about the end of a program, for texts, drawings and documents alike.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// Whether the deadlock of the report is why the promise does not hold.
bool is_deadlocked(const Termination& report, const EndJudgement& judgement);

/// \name Of the lines of a log: one word each.
/// @{
/// "Ends", "Ends-up-to-bound", "May-not-end", "Deadlock" or "Unknown".
std::string_view weak_word(const Termination& report, const EndJudgement& judgement);
/// "Can-always-end", "Can-always-end-up-to-bound", "Can-get-caught", "Deadlock" or "Unknown".
std::string_view strong_word(const Termination& report, const EndJudgement& judgement);
/// @}

/// \name Of documents: the names of the values.
/// @{
std::string_view name_of(Ends ends);
std::string_view name_of(Role role);
/// @}

/// "P2 (block 1)", and the GPU where there are several; "P2" in a language without blocks.
std::string thread_label(const Program& program, ThreadId thread);

/// What the thread does while the loop goes round, or why it does nothing: "has ended", "waits at
/// line 7: `bar.sync 0`", "goes round lines 4, 5".
std::string thread_text(const Test& test, const Lasso& lasso, ThreadId thread);

/// The same of a thread of a trap or a deadlock, in which nobody is shown going round.
std::string thread_text(const Program& program, const LassoThread& thread);

/// "reads flag=0 at line 5, from the initial write, which no other write follows".
std::string read_text(const Test& test, const Lasso& lasso, const SpinRead& read);

/// What the threads read in the loop, a sentence for each: "P0 reads flag=0 at line 5, …"; of a
/// machine that names no events in the words of its steps, "P0 line 5: reads flag=0, …".
std::vector<std::string> read_texts(const Test& test, const Lasso& lasso);

/// What the model of a level promises, in words: "gpu=OBE: a block that has started goes on; …".
std::string boundary_text(const Promise& promise, const Boundary& boundary);

/// "gpu=OBE"; "resident=2"; "warp=stack".
std::string spelled(const Boundary& boundary, const Promise& promise);

/// What the promise says, for those who do not know its name: who makes it, or "".
std::string_view source_text(const Promise& promise);

/// One sentence on what the judgement means, for the weak notion; for warnings too.
std::string weak_sentence(const Termination& report, const EndJudgement& judgement);

/// The same for the strong notion.
std::string strong_sentence(const Termination& report, const EndJudgement& judgement);

}  // namespace opexplore
