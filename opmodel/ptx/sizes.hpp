// The sizes that the in-order form is compiled for, and which one a program needs.
#pragma once

#include <tuple>

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/view.hpp"

namespace opexplore::ptx_model {

/// So many are enough for most programs that use proxies. Views are compiled for one stage, for
/// these and for the most: they are copied so often that an unused stage costs time.
inline constexpr unsigned few_stages = 8;

/// So many words hold the writes of every execution of the program; of a loop that writes, those of
/// some turns: there a longer execution ends as incomplete.
unsigned words_needed(const Semantics& semantics);

/// The sizes that the in-order form is compiled for: stages, words, words of accesses that may
/// race, and whether the order of SC fences is left open. Of those that are enough the first is
/// taken. opmodel/CMakeLists.txt compiles one source for each of these lines.
using Sizes = std::tuple<   //
    Size<1, 1, 0, false>,   //
    Size<1, 4, 0, false>,   //
    Size<8, 1, 0, false>,   //
    Size<8, 4, 0, false>,   //
    Size<8, 1, 1, false>,   //
    Size<8, 4, 4, false>,   //
    Size<8, 4, 16, false>,  //
    Size<1, 1, 0, true>,    //
    Size<1, 4, 0, true>>;

/// Whether the size is enough for the program, and of the kind that it needs.
template <class Size>
bool is_enough(const Context& context) {
  const Semantics& semantics = context.semantics;
  const std::size_t slots = context.races.count();
  return Size::finds_races == (slots != 0) && slots <= BitSet<Size::slot_words>::capacity &&
         Size::leaves_fences_open == (context.fence_slots.count() != 0) &&
         Size::stages >= static_cast<unsigned>(semantics.stages().count) &&
         Size::words >= words_needed(semantics);
}

/// Calls f(Size) for the first size that is enough, and returns its result. Precondition: at most
/// few_stages stages.
template <std::size_t first = 0, class F>
auto with_size(const Context& context, F&& f) {
  using Size = std::tuple_element_t<first, Sizes>;
  if constexpr (first + 1 < std::tuple_size_v<Sizes>) {
    if (!is_enough<Size>(context)) return with_size<first + 1>(context, f);
  }
  return f(Size());
}

}  // namespace opexplore::ptx_model
