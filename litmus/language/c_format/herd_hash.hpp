// What herd7 and litmus7 print as `Hash=` of a C test.
#pragma once

#include <string>
#include <vector>

#include "litmus/language/tokens.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

/// The hash that herd7 prints for the test written in `source`, so that mcompare7 compares our logs
/// with its logs. Empty if the text has what herd7 does not know: places of threads, scopes,
/// references, members, names with `::`.
///
/// It is a `Hash=` line of the header, if there is one. Otherwise it is the MD5 of three MD5s: of
/// the initial state, sorted; of the threads, with the parameters in one spelling and **the bodies
/// as they are written**, blanks and comments included; of the observed variables and objects,
/// sorted. The name, comments outside of threads and the quantifier do not matter.
///
/// `tokens` are those from the initial state on; `test` is what was read from them.
std::string herd_hash(const Source& source, const std::vector<Token>& tokens, const Test& test);

}  // namespace opexplore::detail
