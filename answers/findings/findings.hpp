// What is wrong with a test: of a kernel in the words of its source.
//
// docs/cuda.md says how it is worked out, with examples.
#pragma once

#include <string>
#include <vector>

#include "answers/ask.hpp"
#include "answers/exit_code.hpp"
#include "opmodel/results/findings.hpp"

namespace opexplore {

struct Mendable;

/// Says what is wrong with the test, and what mends it, after searches of changed programs:
/// Answer::findings. Of a kernel also AnsweredTest::as_written, and all that was asked of it.
/// Precondition: the answer stays where it is.
void add_findings(AnsweredTest& answered, const ExploreOptions& explore);

/// The bugs of a kernel, and what may mend them. Nothing is searched; but with options a fix for a
/// race of a shader, which it has then.
std::vector<Mendable> bugs_in(const AnsweredTest& answered,
                              const ExploreOptions* explore = nullptr);

/// Whether it has bugs, before anybody says which. Precondition: `answered.asked.kernel`.
bool has_bugs(const AnsweredTest& answered);

/// The worst of the bugs: 11 for a race, 13 for a deadlock, 12 for a hang, 10 for a result or an
/// assertion. Without `hangs` a hang and a deadlock are no failures.
ExitCode code_of(const Findings& found, bool hangs);

/// "block 0", "block 1, thread 2"; as messages call the thread where it has no label.
std::string name_of_thread(const Program& program, ThreadId thread);

/// Where an instruction is: in the source, or else in the PTX.
CodePlace place_of(const Test& test, ThreadId thread, InstructionId instruction);

}  // namespace opexplore
