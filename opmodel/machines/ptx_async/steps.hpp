// Which steps a state has. Events that read nothing and count nothing can come at any time: what
// they are is decided by what stands before them, and whoever comes later has all the choices that
// it would have had before. So one of them is taken alone, as is a read whose location nobody can
// write any more (README.md has the argument).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "opmodel/machines/ptx_async/context.hpp"
#include "opmodel/machines/ptx_async/rules.hpp"

namespace opexplore::ptx_async {

using Found = std::vector<std::pair<Step, State>>;

/// What becomes of loop iterations that changed nothing.
enum class Rounds : std::uint8_t {
  as_asked,  ///< Context::leaves_rounds_out
  kept       ///< what their last steps have done is to be seen
};

/// The steps of a state, in an order that it alone decides. Whether some were given up: they break
/// an axiom, or go round a loop without changing anything.
bool find_steps(const Context& context, const State& state, Found& found,
                Rounds rounds = Rounds::as_asked);

/// What each thread is about to do.
std::vector<Standing> standings_of(const Context& context, const State& state);

/// Whether all threads have ended and all that runs on by itself has completed.
bool is_over(const Context& context, const State& state, const std::vector<Standing>& standings);

/// The values that the next observed location may keep. Precondition: is_over(), not all settled.
std::vector<EventId> last_values(const Context& context, const State& state);

}  // namespace opexplore::ptx_async
