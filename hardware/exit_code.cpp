#include "hardware/exit_code.hpp"

namespace opexplore::hardware {

ExitCode code_of(const Result& result) {
  switch (result.status) {
    case Result::Status::ok:
    case Result::Status::unsupported:
      return ExitCode::complete;
    case Result::Status::timed_out:
      return ExitCode::timed_out;
    case Result::Status::incomplete:
    case Result::Status::failed:
    case Result::Status::not_run:
      break;
  }
  return ExitCode::incomplete;
}

ExitCode code_of(const Result& result, const SoundnessCheck& check) {
  switch (check.verdict) {
    case Soundness::unsound:
      return ExitCode::unexpected;
    case Soundness::partial:
    case Soundness::undecided:
      return ExitCode::incomplete;
    case Soundness::no_verdict:
      return result.status == Result::Status::unsupported ? ExitCode::complete
                                                          : ExitCode::incomplete;
    case Soundness::sound:
    case Soundness::refused:
      break;
  }
  return ExitCode::complete;
}

}  // namespace opexplore::hardware
