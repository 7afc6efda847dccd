// Stores that may be before loads in program order that they do not wait for.
#pragma once

#include "litmus/kernels/protocol/extract.hpp"

namespace opexplore::kernel {

/// Throws LeftOpen where a thread reads a location and writes another one, neither a fence nor a
/// meeting stands between, the threads' classes do not say whether the write depends on what is
/// read (PTX ISA 8.10, axiom No-Thin-Air, is about chains of dependencies), and it may matter:
/// what others write since they have read there may be what it reads.
void require_known_dependencies(const Extract& extract);

}  // namespace opexplore::kernel
