#include "litmus/kernels/swizzle.hpp"

#include <string>

#include "litmus/input/amounts.hpp"

namespace opexplore::kernel {

void note_alignment(Step& step, std::uint16_t object, Value multiple) {
  const Object& of = step.around().memory.at(object);
  if (of.alignment == 0 || of.alignment % multiple == 0) return;
  const std::string& name = of.source_name.empty() ? of.name : of.source_name;
  const std::string wanted = std::to_string(multiple);
  step.around().assumptions.insert(
      '`' + name + "` is taken to begin at a multiple of " + wanted +
      ", as tensor copies need, and is declared with an alignment of " + bytes_text(of.alignment) +
      ": alignas(" + wanted + ") says it");
}

}  // namespace opexplore::kernel
