// Instructions as the text of a program would have them: of a kernel that is PTX as compilers write
// it, of a test the dialect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "studies/repair/points.hpp"

namespace opexplore::repair {

/// Whether the program was read from a module of PTX, whose lines its instructions have.
bool is_of_kernel(const Test& test);

/// The action as it would be written in the place of the instruction there, or, if `inserted`, as
/// one of its own in front of that: "atom.acquire.gpu.global.inc.u32 %r5, [%rd6], %r4",
/// "fence.acq_rel.gpu". Precondition: it is the instruction at another level, or a fence.
std::string instruction_text(const Test& test, Site site, const Action& action, bool inserted);

/// The mnemonic of an access with that order and scope (PTX ISA 9.7.9.8, 9.7.9.12, 9.7.13.5,
/// 9.7.13.7): what says another one, or how it is cached, is left out.
std::string mnemonic_at(std::string_view mnemonic, const Level& level);

/// The module with the changes: mnemonics are replaced, fences put in lines of their own.
std::string changed_module(const Test& test, std::string_view text,
                           const std::vector<Point>& points, const Assignment& levels);

}  // namespace opexplore::repair
