// When there is a hunt (explorer/search/hunt.hpp): because somebody asks for one, or beside a
// search that takes long, so that there is something to show if a limit ends it.
#pragma once

#include <chrono>
#include <cstdint>

#include "answers/machine_choice.hpp"
#include "explorer/explore.hpp"
#include "explorer/search/hunt.hpp"

namespace opexplore {

enum class Hunt : std::uint8_t {
  none,
  alone,  ///< in the place of the search
  beside  ///< of a search that takes long
};

struct HuntOptions {
  Hunt hunt = Hunt::none;
  std::chrono::milliseconds after{5000};  ///< how long a search is waited for
  /// Is given what is found at once, by one thread at a time, which need not be that of the caller.
  HuntSink found = {};
};

/// The report of the search, or of the hunt alone. Of a search that ends by itself the report
/// stands alone; if a limit ends it, what the hunt beside it has found is added, and a limit of
/// memory is for both. Precondition: the machine does not refuse the test.
Answer explored_with(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore,
                     const HuntOptions& hunt);

}  // namespace opexplore
