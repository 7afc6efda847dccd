// Kernels that main launches before the one that is explored: the setup among them is run as main
// launches it, and of the others it is said that they were not.
#pragma once

#include "litmus/kernels/default_launch.hpp"

namespace opexplore::kernel {

/// The first launch of the kernel that stands in front of the other one; null if there is none.
const CudaLaunch* launch_before(const NamedEntry& entry, const CudaSource& source,
                                const CudaLaunch& other);

/// The launch, with what its memory holds at an earlier one where it is not known any more: a
/// kernel may have written there in between.
CudaLaunch with_memory_of(CudaLaunch launch, const CudaLaunch& earlier);

/// Has the kernel prepare memory for the launch: in the shape and with the arguments that main
/// launches it with before `explored`, which is null if main does not launch what is explored; else
/// by one thread, with the arguments of the same names.
void set_setup(const NamedEntry& setup, const Module& module, const CudaSource& source,
               const NamedEntry& launched, const CudaLaunch* explored, Launch& launch);

/// Notes which kernels main launches before, and are not run.
void add_notes_on_earlier(const CudaLaunch& explored, const Module& module,
                          const CudaSource& source, Launch& launch);

}  // namespace opexplore::kernel
