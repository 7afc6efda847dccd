// Litmus tests written the short way, for tables of tests.
#pragma once

#include <string>
#include <string_view>

namespace opexplore::oracle {

/// Text of a PTX litmus test. `threads` holds the threads, separated by `||`, each
/// "CTA,GPU: instruction; instruction …"; `declarations` the lines between the braces;
/// `condition` everything after the table.
std::string litmus_text(std::string_view name, std::string_view declarations,
                        std::string_view threads, std::string_view condition);

}  // namespace opexplore::oracle
