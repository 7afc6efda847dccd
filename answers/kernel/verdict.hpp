// What an answer says of a kernel, in the words of its source.
//
// docs/cuda.md says how it is worked out, with examples.
#pragma once

#include <string>
#include <vector>

#include "answers/ask.hpp"
#include "answers/exit_code.hpp"
#include "answers/kernel/bugs.hpp"

namespace opexplore {

struct Mendable;

/// Precondition: `answered.asked.kernel`. The verdict refers to traces of the answer, which must
/// stay where it is.
KernelVerdict verdict_on(const AnsweredTest& answered, const ExploreOptions& explore);

/// The bugs, and what may mend them. Nothing is searched; but with options a fix for a race of a
/// shader, which it has then.
std::vector<Mendable> bugs_in(const AnsweredTest& answered,
                              const ExploreOptions* explore = nullptr);

/// Whether the verdict has bugs, found out without it.
bool has_bugs(const AnsweredTest& answered);

/// The worst of its bugs: 11 for a race, 13 for a deadlock, 12 for a hang, 10 for a result or an
/// assertion. Without `hangs` a hang and a deadlock are no failures.
ExitCode code_of(const KernelVerdict& verdict, bool hangs);

/// "block 0", "block 1, thread 2"; as messages call the thread where it has no label.
std::string name_of_thread(const Program& program, ThreadId thread);

/// Where an instruction is: in the source, or else in the PTX.
CodePlace place_of(const Test& test, ThreadId thread, InstructionId instruction);

}  // namespace opexplore
