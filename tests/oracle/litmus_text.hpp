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

/// The same in Vulkan's dialect; each thread is "PLACE: instruction; instruction …". A and W are in
/// two subgroups of one workgroup (a is where A is), A, B and C in workgroups of one queue family,
/// Q is in another. What is behind each " ssw " of the declarations is a pair of threads.
std::string vulkan_text(std::string_view name, std::string_view declarations,
                        std::string_view threads, std::string_view condition);

}  // namespace opexplore::oracle
