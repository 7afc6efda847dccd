// Where asynchronous instructions of a kernel go, and the elements that copies are made of: as long
// as the accesses of the kernel, so that each is copied in one piece.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "litmus/kernels/placed_copy.hpp"
#include "litmus/kernels/step.hpp"
#include "opmodel/asynchronous.hpp"

namespace opexplore::kernel {

/// The mbarrier of that place. Where there is none the thread stops.
AddressId mbarrier_at(Step& step, const Abstract& place);

/// How a copy is made of elements.
struct CopyingBy {
  std::uint32_t width = 8;    ///< elements are no longer
  bool exact = false;         ///< and no shorter: they are values of a type
  Operand unread = Value{0};  ///< what is written where nothing is read
};

/// Its elements, in order. None if it goes where nothing is: then the thread has stopped.
std::vector<CopiedElement> copied_elements(Step& step, const PlacedCopy& copy,
                                           const CopyingBy& how);

}  // namespace opexplore::kernel
