// Changes of a shader that mend its data race, each put into the program and searched.
#pragma once

#include "answers/findings/findings.hpp"
#include "answers/findings/vocabulary.hpp"
#include "answers/machine_choice.hpp"
#include "opmodel/machines/vulkan/racing.hpp"

namespace opexplore::kernel_fix {

struct ShaderQuestion {
  const AnsweredTest& run;
  const ChosenMachine& machine;
  const ExploreOptions& explore;
  const vulkan::RaceAtEnd& race;
};

/// Gives the bug the first of these after which a complete search finds neither a race nor a
/// barrier that does not open: a barrier of the workgroup between the two; memory barriers on both
/// sides of what hands over; one thread alone that stores what all store; coherent memory, and with
/// it the first two. None if there is none.
void add_shader_fix(const ShaderQuestion& question, Bug& bug);

}  // namespace opexplore::kernel_fix
