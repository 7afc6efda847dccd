// The sizes that the in-order form is compiled for, and which one a program needs.
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/view.hpp"

namespace opexplore::ptx_model {

/// So many are enough for most programs that use proxies. Views are compiled for one stage, for
/// these and for the most: they are copied so often that an unused stage costs time.
inline constexpr unsigned few_stages = 8;

/// So many words hold the writes of every execution of the program; of a loop that writes, those of
/// some turns: there a longer execution ends as incomplete.
unsigned words_needed(const Semantics& semantics);

/// Calls f(Size) for the smallest size that the in-order form is compiled for and that is enough,
/// and returns its result. Precondition: at most few_stages stages.
template <class F>
auto with_size(const Context& context, F&& f) {
  const Semantics& semantics = context.semantics;
  const unsigned words = words_needed(semantics);
  if (const std::size_t slots = context.races.count(); slots != 0) {
    if (slots > BitSet<4>::capacity) return f(Size<few_stages, most_words, 16>{});
    if (words != 1 || slots > BitSet<1>::capacity) return f(Size<few_stages, most_words, 4>{});
    return f(Size<few_stages, 1, 1>{});
  }
  if (context.fence_slots.count() != 0) {
    if (words == 1) return f(Size<1, 1, 0, true>{});
    return f(Size<1, most_words, 0, true>{});
  }
  if (semantics.stages().count > 1) {
    if (words == 1) return f(Size<few_stages, 1>{});
    return f(Size<few_stages, most_words>{});
  }
  if (words == 1) return f(Size<1, 1>{});
  return f(Size<1, most_words>{});
}

}  // namespace opexplore::ptx_model
