#include "litmus/language/dialect.hpp"

#include <algorithm>
#include <array>

#include "litmus/language/c_format/dialect.hpp"
#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "litmus/language/ptx_format/dialect.hpp"

namespace opexplore {

std::span<const Dialect> dialects() {
  static constexpr std::array all{ptx_dialect, gpu_ptx_dialect, c_dialect};
  return all;
}

const Dialect& native_dialect(Language language) {
  return *std::ranges::find(dialects(), language, &Dialect::language);
}

std::string thread_name(const Dialect& dialect, std::size_t number) {
  return dialect.thread_letter + std::to_string(number);
}

}  // namespace opexplore
