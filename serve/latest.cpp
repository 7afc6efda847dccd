#include "serve/latest.hpp"

#include <algorithm>

namespace opexplore::serve {

Superseded LatestQuestions::begin(const std::string& page, std::uint64_t number) {
  auto superseded = std::make_shared<std::atomic<bool>>(false);
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(pages_, page, &Page::name);
  if (known == pages_.end()) {
    pages_.push_front({page, number, superseded});
    if (pages_.size() > most) pages_.pop_back();
    return superseded;
  }
  if (known->number >= number) {
    *superseded = true;
    return superseded;
  }
  *known->superseded = true;
  known->number = number;
  known->superseded = superseded;
  pages_.splice(pages_.begin(), pages_, known);
  return superseded;
}

}  // namespace opexplore::serve
