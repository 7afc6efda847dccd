// Promises under which the threads that go on are those of some CTAs, for ever: what they do
// without the others is what a program of these CTAs alone does.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/results/promise.hpp"

namespace opexplore {

/// Who goes on in a run that does not end.
enum class GoingOn : std::uint8_t {
  all,          ///< everybody that can
  started_ctas  ///< everybody in a CTA that has started, and perhaps nobody else
};

/// Of runs of that program under the promise; nothing if it is neither. With one GPU it does not
/// matter what is promised to GPUs that have not started.
std::optional<GoingOn> going_on(const Promise& promise, const Program& program);

/// The test for each set of CTAs of which some are missing, and some not: threads of the others
/// have no instructions. Nothing if there would be more than `most`.
std::optional<std::vector<Test>> with_some_ctas(const Test& test, std::size_t most);

}  // namespace opexplore
