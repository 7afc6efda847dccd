// Where threads run: `P0@wavefront 0, workgroup 0, cluster 0, agent 0`.
#pragma once

#include <cstddef>
#include <string>

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Reads a thread and its place. Without a wavefront it has one of its own; a workgroup without a
/// cluster is one of its own.
void read_amdgpu_heading(Tokens& tokens, ProgramBuilder& builder);

/// What that reads.
std::string amdgpu_heading(const Program& program, std::size_t thread);

}  // namespace opexplore::detail
