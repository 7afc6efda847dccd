#include "litmus/kernels/meetings.hpp"

#include <algorithm>
#include <optional>

#include "litmus/kernels/step.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// PTX names barriers 0 to 15 (PTX ISA 9.7.13.1).
constexpr Value first_number = 16;

/// How often a thread has come to a meeting at some place.
class Count {
 public:
  static Count varies() { return Count(std::nullopt); }
  explicit Count(std::optional<std::size_t> times) : times_(times) {}
  Count joined(const Count& other) const { return *this == other ? *this : varies(); }
  Count and_once_more() const { return times_ ? Count(*times_ + 1) : *this; }
  bool is_known() const { return times_.has_value(); }
  bool operator==(const Count&) const = default;

 private:
  std::optional<std::size_t> times_;
};

/// How often the thread has come to the meeting when it ends. Nothing if it never ends without a
/// failure.
std::optional<Count> count_at_end(const ThreadCode& code, Value number) {
  const std::size_t end = code.instructions.size();
  std::vector<std::optional<Count>> counts(end + 1);
  std::vector<std::size_t> open = {0};
  counts[0] = Count(0);
  while (!open.empty()) {
    const std::size_t here = open.back();
    open.pop_back();
    if (here == end) continue;
    const Action& action = code.instructions[here].action;
    if (code.stopped && register_written(action) == code.stopped) continue;
    const auto arrival = code.arrivals.find(static_cast<InstructionId>(here));
    const bool comes = arrival != code.arrivals.end() && arrival->second == number;
    const Count count = comes ? counts[here]->and_once_more() : *counts[here];
    const auto go_to = [&](std::size_t next) {
      const Count joined = counts[next] ? counts[next]->joined(count) : count;
      if (counts[next] == joined) return;
      counts[next] = joined;
      open.push_back(next);
    };
    const Branch* const branch = branch_of(action);
    if (branch != nullptr) go_to(branch->target);
    if (branch == nullptr || branch->comparison) go_to(here + 1);
  }
  return counts[end];
}

bool comes_to(const ThreadCode& code, Value number) {
  return std::ranges::any_of(code.arrivals,
                             [&](const auto& arrival) { return arrival.second == number; });
}

}  // namespace

Value Meetings::number(const std::string& name, ThreadMask expected, Awaited awaited) {
  const Value next = first_number + static_cast<Value>(meetings_.size());
  const auto [known, added] = numbers_.emplace(name, next);
  if (added) {
    meetings_.push_back({expected, awaited, expected, awaited != Awaited::named, {}, {}});
    learnt_ = true;
  }
  return known->second;
}

void Meetings::name_by_mask(const std::string& name) {
  if (by_mask_.insert(name).second) learnt_ = true;
}

const Meeting& Meetings::at(Value number) const {
  return meetings_[static_cast<std::size_t>(number - first_number)];
}

void Meetings::note_value(Value number, const Statement& statement, ThreadId thread, bool defined) {
  Meeting& meeting = meetings_[static_cast<std::size_t>(number - first_number)];
  auto& values = defined ? meeting.defined : meeting.undefined;
  if (values.emplace(&statement, thread).second) learnt_ = true;
}

bool Meetings::learn(std::span<const ThreadCode> threads) {
  bool changed = std::exchange(learnt_, false);
  for (std::size_t i = 0; i < meetings_.size(); ++i) {
    Meeting& meeting = meetings_[i];
    const Value number = first_number + static_cast<Value>(i);
    ThreadMask members = 0;
    bool certain = meeting.certain;
    std::optional<Count> common;
    for (std::size_t t = 0; t < threads.size(); ++t) {
      const ThreadMask thread = thread_bit(static_cast<ThreadId>(t));
      if ((meeting.expected & thread) == 0 || !comes_to(threads[t], number)) continue;
      members |= thread;
      const std::optional<Count> count = count_at_end(threads[t], number);
      if (!count) continue;
      certain = certain && count->is_known() && common.value_or(*count) == *count;
      common = count;
    }
    changed = changed || members != meeting.members || certain != meeting.certain;
    meeting.members = members;
    meeting.certain = certain;
  }
  return changed;
}

}  // namespace opexplore::kernel
