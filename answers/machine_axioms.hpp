// What the model that a machine implements adds to the machine's answers, for pictures: it is not
// searched for longer than a picture is worth, and is the same on every run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/ask.hpp"
#include "answers/explain.hpp"
#include "answers/semantics.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/execution.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// The execution that a trace to a final state goes through, by the model that its machine
/// implements. Nothing where the trace's events do not say what each read reads, or the model does
/// not find it: in a loop with more rounds than it looks at, say.
std::optional<Execution> execution_of(const ChosenModel& model, const Test& test,
                                      const Trace& trace);

/// AnsweredTest::forbidden; where a machine alone was asked, and nothing ends as its test asks,
/// what the model that it implements says of that. Nothing of kernels.
std::vector<Forbidden> forbidden_by_axioms(const AnsweredTest& run);

/// The names of the relations that its executions have: those of the model, or of the model that
/// the machine implements. None of a machine that implements none.
std::vector<std::string> relation_names(const Semantics& semantics);

}  // namespace opexplore
