// What a program ends with that ran tests or held results against machines.
#pragma once

#include "answers/exit_code.hpp"
#include "hardware/result.hpp"
#include "hardware/soundness.hpp"

namespace opexplore::hardware {

/// Of a test that was run. One that no hardware can run is done.
ExitCode code_of(const Result& result);

/// Of a result that was held against a machine. A test that no hardware can run, or that the
/// machine refuses, is an answer.
ExitCode code_of(const Result& result, const SoundnessCheck& check);

}  // namespace opexplore::hardware
