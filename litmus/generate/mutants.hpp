// Tests made a little weaker: what still forbids its outcome did not need what was taken away.
#pragma once

#include <functional>

#include "opmodel/condition.hpp"

namespace opexplore::generate {

/// Calls `use` with every test that differs from this one in one instruction, made weaker by one
/// step, until it wants no more (returns false):
///  - the order of an access: acq_rel to acquire and to release; acquire and release to relaxed;
///    relaxed to weak (loads and stores alone; `volatile` becomes weak);
///  - the scope of an access or fence: sys to gpu, gpu to cta;
///  - a fence: sc to acq_rel; acq_rel, acquire and release to none;
///  - a proxy fence: to none.
/// The condition stays. The name gets `-mutant-` and what was done: `P1.0-acquire-relaxed` for
/// instruction 0 of thread 1. Returns how many there were.
std::uint64_t for_each_mutant(const Test& test, const std::function<bool(Test)>& use);

}  // namespace opexplore::generate
