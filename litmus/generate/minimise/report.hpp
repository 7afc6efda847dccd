// What became of the instructions of a test that was made smaller, for people.
#pragma once

#include <string>
#include <string_view>

#include "litmus/generate/minimise/minimise.hpp"

namespace opexplore::minimise {

/// "needed", "simplified" or "not needed".
std::string_view to_string(Fate::Kind kind);

/// One line per instruction of the original test, in its order:
///     needed      P0:0  line 6  st.weak x, 1
///     simplified  P0:1  line 7  st.release.gpu y, 1  ->  st.weak y, 1
///     not needed  P1:2  line 8  fence.sc.gpu
/// `dialect` says what threads are called. An instruction that was not read from a text has no
/// line.
std::string report(const Minimised& minimised,
                   const Dialect& dialect = native_dialect(Language::ptx));

}  // namespace opexplore::minimise
