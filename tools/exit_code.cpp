#include "tools/exit_code.hpp"

#include <algorithm>
#include <array>

namespace opexplore {

ExitCode worse(ExitCode a, ExitCode b) {
  constexpr std::array order{ExitCode::complete,  ExitCode::incomplete,    ExitCode::timed_out,
                             ExitCode::deadlock,  ExitCode::unexpected,    ExitCode::wrong_input,
                             ExitCode::cancelled, ExitCode::internal_error};
  const auto rank = [&](ExitCode code) { return std::find(order.begin(), order.end(), code); };
  return rank(a) < rank(b) ? b : a;
}

}  // namespace opexplore
