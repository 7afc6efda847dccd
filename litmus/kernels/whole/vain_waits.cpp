#include "litmus/kernels/whole/vain_waits.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include "code/uses.hpp"

namespace opexplore::kernel {

namespace {

bool is_wait(const code::Instruction& instruction) {
  const auto* const what = std::get_if<code::Asynchronous>(&instruction.operation);
  const auto* const use = what != nullptr ? std::get_if<MbarrierOperation>(&what->what) : nullptr;
  return use != nullptr && use->kind == MbarrierOperation::Kind::wait;
}

// Whether the two name the same, wherever they stand.
bool are_same(const code::Operand& a, const code::Operand& b) {
  const bool symbols = a.kind == code::Operand::Kind::symbol;
  return a.kind == b.kind && a.reg == b.reg && a.number == b.number && a.special == b.special &&
         (!symbols || a.text == b.text) && std::ranges::equal(a.parts, b.parts, are_same);
}

// A wait, and all that its thread may do until it has left it.
class VainWait {
 public:
  VainWait(const code::Function& function, std::size_t at)
      : function_(function), at_(at), inside_(function.instructions.size()) {}

  // What leads back to a wait for the same, by nothing but computing.
  void find() {
    inside_[at_] = true;
    std::vector<bool> seen(inside_.size());
    std::vector<std::size_t> met;
    const auto meet = [&](std::size_t next) {
      if (next >= seen.size() || seen[next] || !may_be_inside(next)) return;
      seen[next] = true;
      met.push_back(next);
    };
    for (const std::size_t next : code::successors(function_, at_)) meet(next);
    for (std::size_t i = 0; i < met.size(); ++i) {
      for (const std::size_t next : code::successors(function_, met[i])) meet(next);
      if (is_same_wait(met[i])) inside_[met[i]] = true;
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (const std::size_t one : met) {
        if (inside_[one]) continue;
        inside_[one] = std::ranges::any_of(code::successors(function_, one), [&](std::size_t next) {
          return next < inside_.size() && inside_[next];
        });
        grows = grows || inside_[one];
      }
    }
  }

  // Where a thread goes on, if that is one place.
  std::optional<std::size_t> exit() const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      if (!inside_[i]) continue;
      for (const std::size_t next : code::successors(function_, i)) {
        if (next < inside_.size() && inside_[next]) continue;
        if (found && *found != next) return std::nullopt;
        found = next;
      }
    }
    return found;
  }

  // Whether it comes back to the wait, or leaves, whatever it computes.
  bool always_comes_back() const {
    std::vector<bool> done(inside_.size());
    for (std::size_t i = 0; i < inside_.size(); ++i) done[i] = !inside_[i] || is_same_wait(i);
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t i = 0; i < inside_.size(); ++i) {
        if (done[i]) continue;
        done[i] = std::ranges::all_of(code::successors(function_, i), [&](std::size_t next) {
          return next >= done.size() || done[next];
        });
        grows = grows || done[i];
      }
    }
    return std::ranges::find(done, false) == done.end();
  }

  template <class Use>
  void for_each_written(Use&& use) const {
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      if (!inside_[i]) continue;
      const code::Uses uses = code::uses_of(function_.instructions[i]);
      std::ranges::for_each(uses.written, use);
      std::ranges::for_each(uses.perhaps_written, use);
    }
  }

 private:
  bool may_be_inside(std::size_t at) const {
    const code::Instruction& instruction = function_.instructions[at];
    return code::computes(instruction) || code::is<code::Hint>(instruction) ||
           code::is<code::Pause>(instruction) || code::is<code::Jump>(instruction) ||
           is_same_wait(at);
  }

  bool is_same_wait(std::size_t at) const {
    const code::Instruction& other = function_.instructions[at];
    const code::Instruction& own = function_.instructions[at_];
    if (!is_wait(other) || other.results != own.results) return false;
    for (std::size_t i = own.results; i < own.operands.size(); ++i) {
      if (i >= other.operands.size() || !are_same(own.operands[i], other.operands[i])) return false;
    }
    return own.operands.size() == other.operands.size();
  }

  const code::Function& function_;
  std::size_t at_;
  std::vector<bool> inside_;
};

}  // namespace

bool waits_unseen(const code::Function& function, std::size_t at,
                  const std::vector<std::vector<bool>>& live) {
  const code::Instruction& wait = function.instructions[at];
  if (!is_wait(wait) || wait.guard) return false;
  VainWait around(function, at);
  around.find();
  const std::optional<std::size_t> exit = around.exit();
  if (!exit || !around.always_comes_back()) return false;
  std::vector<std::uint16_t> kept;
  for (std::size_t i = wait.results; i < wait.operands.size(); ++i) {
    const auto registers = code::registers_of(wait.operands[i]);
    kept.insert(kept.end(), registers.begin(), registers.end());
  }
  bool unseen = true;
  around.for_each_written([&](std::uint16_t reg) {
    unseen = unseen && !live[*exit][reg] && std::ranges::find(kept, reg) == kept.end();
  });
  return unseen;
}

}  // namespace opexplore::kernel
