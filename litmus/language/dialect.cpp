#include "litmus/language/dialect.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "litmus/language/amdgpu_format/dialect.hpp"
#include "litmus/language/c_format/dialect.hpp"
#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "litmus/language/khronos_format/dialect.hpp"
#include "litmus/language/nvlitmus_format/dialect.hpp"
#include "litmus/language/ptx_format/dialect.hpp"
#include "litmus/language/vulkan_format/dialect.hpp"

namespace opexplore {

std::span<const Dialect> dialects() {
  static constexpr std::array all{ptx_dialect,      gpu_ptx_dialect, c_dialect,     vulkan_dialect,
                                  nvlitmus_dialect, khronos_dialect, amdgpu_dialect};
  return all;
}

const Dialect& native_dialect(Language language) {
  const auto all = dialects();
  const auto found = std::ranges::find(all, language, &Dialect::language);
  if (found == all.end()) {
    throw std::logic_error("no dialect for programs in " + std::string(to_string(language)));
  }
  return *found;
}

std::string thread_name(const Dialect& dialect, std::size_t number) {
  return dialect.thread_letter + std::to_string(number);
}

}  // namespace opexplore
