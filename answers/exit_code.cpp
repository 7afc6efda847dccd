#include "answers/exit_code.hpp"

#include <algorithm>
#include <array>

namespace opexplore {

ExitCode worse(ExitCode a, ExitCode b) {
  constexpr std::array order{
      ExitCode::complete,    ExitCode::incomplete, ExitCode::timed_out,  ExitCode::never_ends,
      ExitCode::deadlock,    ExitCode::data_race,  ExitCode::unexpected, ExitCode::disagreement,
      ExitCode::wrong_input, ExitCode::no_gpu,     ExitCode::cancelled,  ExitCode::internal_error};
  const auto rank = [&](ExitCode code) { return std::find(order.begin(), order.end(), code); };
  return rank(a) < rank(b) ? b : a;
}

ExitCode code_of(Incomplete incomplete) {
  switch (incomplete) {
    case Incomplete::none:
      return ExitCode::complete;
    case Incomplete::time:
      return ExitCode::timed_out;
    case Incomplete::interrupted:
      return ExitCode::cancelled;
    case Incomplete::states:
    case Incomplete::memory:
    case Incomplete::machine_bound:
    case Incomplete::storage:
      break;
  }
  return ExitCode::incomplete;
}

}  // namespace opexplore
