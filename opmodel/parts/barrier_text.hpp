// Barriers in traces and messages.
#pragma once

#include <string>
#include <vector>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/program.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore {

/// Appends a component per generation that is being gathered.
void describe(const Barriers& barriers, const Program& program, std::vector<Component>& components);

/// Which generations threads wait for; empty when none waits.
std::string waiting_text(const Barriers& barriers, const Program& program);

/// That the thread stands before a barrier in whose generation it has arrived already.
std::string cannot_arrive_text(ThreadId thread, const Instruction& barrier);

/// Appends a part of a sentence, after a semicolon when it is not the first.
void append_part(std::string& sentence, const std::string& part);

}  // namespace opexplore
