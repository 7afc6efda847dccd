// The names of cycles: families, and what tells the tests of a family apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/cycle.hpp"

namespace opexplore::generate {

/// A named cycle without fences, dependencies and annotations.
struct Family {
  std::string name;
  std::string cycle;
};

/// MP, SB, LB, S, R, 2+2W, WRC, ISA2, RWC, W+RWC, IRIW, 3.SB, 3.LB, 3.2W, CoRR, CoWW, CoRW1, CoRW2,
/// CoWR: the names of Maranget, Sarkar and Sewell, "A tutorial introduction to the ARM and POWER
/// relaxed memory models", and of Alglave, Maranget and Tautschnig, "Herding cats" (figure 6).
const std::vector<Family>& families();

/// The family of that name, `SB`, or `8.SB`: the one with 8 threads (see scaled_family). Throws
/// InputError, whose path is "family".
Family find_family(std::string_view name);

/// The families that there are with any number of threads, by the names they have with the fewest:
/// the rings SB, LB, 2+2W and R (a ring of writes that ends in a read), the chains MP (three
/// threads make ISA2), WRC and S, and IRIW with as many readers as writers.
std::vector<std::string_view> scalable_families();

/// One of these with so many threads: `8.SB`, or `SB`, `ISA2`, … where these have so many. Nothing
/// if it cannot have so many. Throws InputError, whose path is "family", for other names.
std::optional<Family> scaled_family(std::string_view name, std::size_t threads);

/// The name of the test: its family, or the shape of its threads if it has none such as
/// `WxWy-Rf-RyRy-Fr`; then, unless all are trivial, `+` and a part per thread.
std::string name_of(const Layout& layout);

}  // namespace opexplore::generate
