// What is around the code of a thread in Khronos' format.
#pragma once

#include <string>

namespace opexplore::testing {

inline const std::string khronos_thread = "NEWWG\nNEWSG\nNEWTHREAD\n";
inline const std::string khronos_question = "SATISFIABLE consistent[X]\n";

}  // namespace opexplore::testing
