// Which threads of a kernel run, on what, and what is asked: as its module says it, a launch file
// and options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/launch_words.hpp"
#include "litmus/spirv/annotations.hpp"
#include "litmus/spirv/declarations.hpp"
#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

/// How threads are spread.
struct Layout {
  Shape shape;
  std::uint32_t subgroup_size = 1;
  bool chosen = false;  ///< nobody said how many workgroups there are
  /// The size of a workgroup that the module declares, where fewer threads run.
  std::optional<kernel::Triple> declared = {};
};

/// What the launch leaves open the words say, and then the annotations, which get the initial
/// values and the question. Where nobody says how many workgroups there are it is one, or two
/// for a `report` on a kernel that asks for their number, or has atomics. Throws InputError, and
/// UsageError for words.
Layout layout_of(const Module& module, const std::optional<kernel::Launch>& launch,
                 const kernel::LaunchWords& words, bool report, Annotations& annotations);

/// The threads. Throws InputError if there are none, or too many.
std::vector<Invocation> invocations_of(const Module& module, const Layout& layout);

/// "2 workgroups of 1 invocation".
std::string launch_text(const Shape& shape);
/// "workgroup 0"; where a workgroup has several threads "workgroup 0, invocation 1".
std::string thread_label(const Invocation& invocation);

/// An expression of C as conditions are written: `a == 0 && !b` is `a == 0 /\ ~b`.
std::string as_condition(const std::string& expression);

}  // namespace opexplore::spirv
