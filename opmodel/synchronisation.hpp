// What a model asks of accesses and fences before they order anything: what explanations of its
// outcomes look at (answers/why).
#pragma once

namespace opexplore {

/// Where the definitions of PTX differ (docs/machines-ptx.md).
struct Synchronisation {
  bool proxies = true;          ///< 7.5; 6.0 has neither proxies nor aliases
  bool fence_sc_orders = true;  ///< fence.sc is an acquire-release fence, too
};

}  // namespace opexplore
