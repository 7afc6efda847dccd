// Crews that need not do what was done before.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "answers/crew.hpp"

namespace opexplore {

/// The crew of one process, which leads: each job is done when its result is waited for, unless the
/// user has ended the run.
Crew crew_of_one(Crew::Work work, std::function<bool()> interrupted);

/// Of jobs, by the MD5 of their texts.
using NotedResults = std::map<std::string, std::string>;
using NoteResult = std::function<void(const std::string& job, std::string_view result)>;

/// A crew that leads: hands out to `crew`, which has to live as long, what is not `known`, and
/// notes what it does. Precondition: the text of a job says all that its result depends on.
Crew noted(const Crew& crew, NotedResults known, NoteResult note);

}  // namespace opexplore
