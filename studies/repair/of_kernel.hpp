// Kernels as programs that change: what of them cannot be asked, and their changes in the words of
// their sources.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/failure.hpp"
#include "opmodel/results/findings.hpp"
#include "studies/repair/fix.hpp"

namespace opexplore::repair {

/// Why the kernel of the question cannot be asked about, or nothing.
std::optional<Failure> refusal_of_kernel(const Test& test, const FixQuestion& question);

/// Where accesses stand that others make in other sizes, so that they are weak whatever they say.
std::vector<SourcePlace> in_other_sizes(const Test& test, const kernel::Facts& facts);

/// What the answer rests on, since nobody said it: a sentence each.
std::vector<std::string> remarks_of(const kernel::Facts& facts);

/// Whether the kernel was compiled for this, so that its PTX is no file that could be patched.
bool is_compiled(const FixAnswer& answer);

/// What is bad about the end: "data race on `data`", "assertion `flag == 1` can fail".
std::string title_of(const FixAnswer& answer, const BadEnd& end);

/// What is looked at and was not found: "no data race, no misuse, never `[out]=0`".
std::string nothing_wrong(const FixAnswer& answer);

/// "kernel sum(int*, int*), explored as <<<2, 1>>>".
std::string launch_of(const kernel::Facts& facts);

/// The changes of the fix as changes of the source, each once; of points without a line of it none.
std::vector<CodeEdit> source_edits(const FixAnswer& answer, const Fix& fix);

}  // namespace opexplore::repair
