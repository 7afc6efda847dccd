// What an operation that goes on by itself copies, stores or combines, and where to: what follows
// from its operands, before anything is done.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "code/instruction.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Bytes side by side, by their distances from the places that a copy names.
struct CopiedRun {
  Value to = 0;
  std::optional<Value> from;  ///< nothing where nothing is read
  Value bytes = 0;
};

struct PlacedCopy {
  std::vector<Abstract> destinations;  ///< of each CTA that it goes to: one, but of a multicast
  std::optional<Abstract> source;
  std::vector<Abstract> mbarriers;  ///< of each destination, or none
  std::optional<Input> stored;      ///< where nothing is read
  std::vector<CopiedRun> runs;      ///< each destination gets all; there zero, if nothing is read
  Value bytes = 0;                  ///< that each mbarrier is told
  std::optional<std::uint32_t> element_bytes = {};  ///< of a tensor
};

/// Of an AsynchronousOperation. Nothing if the thread stops because of it, or if it goes to no CTA.
/// Throws InputError for what is known only when the program runs, and for operands that the
/// instruction does not have.
std::optional<PlacedCopy> place_copy(Step& step, const code::Asynchronous& what);
/// The same of one that has a descriptor.
std::optional<PlacedCopy> place_tensor_copy(Step& step, const code::Asynchronous& what);

/// \name Bytes of the elements that it is made of
/// @{
/// As many as memory has at each end, as far as that is known.
std::uint32_t usual_width(const Memory& memory, const PlacedCopy& copy);
/// So many, or fewer, so that they begin and end where the runs do.
std::uint32_t dividing(const PlacedCopy& copy, std::uint32_t width);
/// @}

/// Where the operand points. Throws InputError for what is known only when the program runs.
Abstract known_place(Step& step, const code::Operand& operand);

/// In a multicast the same place of each CTA of the mask; otherwise the place itself.
std::vector<Abstract> places_of(Step& step, const Abstract& place,
                                const std::optional<Value>& mask);

/// Stops the thread where a copy begins at no multiple of so many bytes; objects begin at such
/// places.
void stop_at_misaligned(Step& step, const Abstract& place, Value multiple);

}  // namespace opexplore::kernel
