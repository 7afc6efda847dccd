// Which question of a page is the latest: what is typed on ends what was asked before.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace opexplore::serve {

/// Whether a newer question of the same page came.
using Superseded = std::shared_ptr<std::atomic<bool>>;

class LatestQuestions {
 public:
  /// The question `number` of the page begins: those before it are superseded, and it is itself if
  /// a newer one is known. Of pages that have asked nothing for long nothing is remembered.
  Superseded begin(const std::string& page, std::uint64_t number);

 private:
  struct Page {
    std::string name;
    std::uint64_t number = 0;
    Superseded superseded;
  };

  static constexpr std::size_t most = 256;

  std::mutex mutex_;
  std::list<Page> pages_;  ///< the one that asked last first
};

}  // namespace opexplore::serve
