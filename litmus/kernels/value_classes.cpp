#include "litmus/kernels/value_classes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace opexplore::kernel {

namespace {

// More are no small set.
constexpr std::size_t most_numbers = 32;
// Longer periods are cut, and refused for their many numbers.
constexpr std::uint64_t longest_period = 64;

}  // namespace

Value ValueClasses::held(Value number) const {
  if (bits_ >= 64) return number;
  const std::uint64_t low = static_cast<std::uint64_t>(number) << (64 - bits_);
  return static_cast<Value>(low) >> (64 - bits_);
}

// Both orders agree on numbers of one sign, so that 0 parts those.
void ValueClasses::split_at(Value number) {
  splits_.insert(held(number));
  splits_.insert(0);
}

void ValueClasses::repeat(std::uint64_t period) {
  period = std::clamp<std::uint64_t>(period, 1, longest_period);
  period_ = std::min(std::lcm(period_, period), longest_period * longest_period);
}

std::optional<std::vector<Value>> ValueClasses::numbers(bool is_signed) const {
  constexpr Value lowest = std::numeric_limits<Value>::min();
  const Value least = bits_ >= 64 ? lowest : -(Value{1} << (bits_ - 1));
  const Value most = -(least + 1);
  std::vector<Value> all(splits_.begin(), splits_.end());
  const auto take = [&](Value first, Value last, Value step) {
    for (std::uint64_t i = 0; i < period_ && all.size() <= most_numbers; ++i) {
      all.push_back(first);
      if (first == last) return;
      first += step;
    }
  };
  if (splits_.empty()) take(0, most, 1);
  Value open = least;  // the first number behind the last one that was split at
  for (const Value split : splits_) {
    const bool negative = split <= 0;
    if (open < split) negative ? take(split - 1, open, -1) : take(open, split - 1, 1);
    open = split == most ? most : split + 1;
  }
  if (!splits_.empty() && *splits_.rbegin() != most) take(open, most, 1);
  if (all.size() > most_numbers) return std::nullopt;
  if (!is_signed && bits_ < 64) {
    for (Value& value : all) {
      if (value < 0) value += Value{1} << bits_;
    }
  }
  std::ranges::sort(all, [](Value a, Value b) {
    const auto size = [](Value value) {
      const auto bits = static_cast<std::uint64_t>(value);
      return value < 0 ? ~bits + 1 : bits;
    };
    return size(a) != size(b) ? size(a) < size(b) : a > b;
  });
  return all;
}

}  // namespace opexplore::kernel
