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
  std::string_view name;
  std::string_view cycle;
};

/// MP, SB, LB, S, R, 2+2W, WRC, ISA2, RWC, W+RWC, IRIW, 3.SB, 3.LB, 3.2W, CoRR, CoWW, CoRW1, CoRW2,
/// CoWR: the names of Maranget, Sarkar and Sewell, "A tutorial introduction to the ARM and POWER
/// relaxed memory models", and of Alglave, Maranget and Tautschnig, "Herding cats" (figure 6).
const std::vector<Family>& families();

/// The family of that name. Throws InputError, whose path is "family".
const Family& find_family(std::string_view name);

/// The name of the test: its family, or the shape of its threads if it has none such as
/// `WxWy-Rf-RyRy-Fr`; then, unless all are trivial, `+` and a part per thread.
std::string name_of(const Layout& layout);

}  // namespace opexplore::generate
