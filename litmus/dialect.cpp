#include "litmus/dialect.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "litmus/c_format/dialect.hpp"
#include "litmus/gpu_ptx_format/dialect.hpp"
#include "litmus/ptx_format/dialect.hpp"

namespace opexplore {

std::span<const Dialect> dialects() {
  static constexpr std::array all{ptx_dialect, gpu_ptx_dialect, c_dialect};
  return all;
}

const Dialect& native_dialect(Language language, std::span<const Dialect> known) {
  const auto found = std::ranges::find(known, language, &Dialect::language);
  assert(found != known.end());
  return *found;
}

std::string thread_name(const Dialect& dialect, std::size_t number) {
  return dialect.thread_letter + std::to_string(number);
}

}  // namespace opexplore
