#include "litmus/kernels/whole/clocks.hpp"

#include <algorithm>

namespace opexplore::kernel {

void Clocks::take(std::span<const Given> given, std::span<const std::uint32_t> threads) {
  std::vector<std::uint32_t> all(times_.size(), 0);
  Known last;
  for (const Given& one : given) {
    if (one.known != nullptr && one.known != last) {
      std::ranges::transform(all, *one.known, all.begin(),
                             [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
      last = one.known;
    }
    std::uint32_t& time = all[one.moment.thread];
    time = std::max(time, one.moment.time);
  }
  const Known shared = std::make_shared<const std::vector<std::uint32_t>>(std::move(all));
  for (const std::uint32_t thread : threads) known_[thread] = shared;
}

}  // namespace opexplore::kernel
