// What is found out of a statement once, for all threads that execute it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// What a statement is for whoever runs it.
enum class Deed : std::uint8_t {
  compute,
  jump,
  leave,
  exit,
  stop,
  skip,
  call,
  barrier,
  lanes,
  matrix,
  access,
  asynchronous
};

/// What is found out of a statement at its first turn.
struct KnownStatement {
  Deed deed = Deed::compute;
  std::size_t target = 0;  ///< of a jump
  bool observes = false;   ///< somebody may read what a read-modify-write returns
  /// Of a wait at an mbarrier: whether a thread that waits in vain, for whatever time, goes on in
  /// the end as if it had not.
  bool waits_unseen = false;
};

class KnownStatements {
 public:
  /// Of the function's statement.
  const KnownStatement& at(const Entry& function, std::size_t statement) {
    auto& all = known_[&function];
    if (all.empty()) all.resize(function.statements.size());
    if (!all[statement]) all[statement] = found_out(function, statement);
    return *all[statement];
  }

 private:
  KnownStatement found_out(const Entry& function, std::size_t at);
  bool is_observed(const Entry& function, std::size_t at);
  bool waits_unseen(const Entry& function, std::size_t at);
  const std::vector<std::vector<bool>>& live_in(const Entry& function);

  std::map<const Entry*, std::vector<std::optional<KnownStatement>>> known_;
  std::map<const Entry*, std::vector<std::vector<bool>>> live_;
};

}  // namespace opexplore::kernel
