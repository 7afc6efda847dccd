// Removing follows Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input
// (TSE 2002): parts of half the size, then of a quarter, down to single instructions.
#include "litmus/generate/minimise/search.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "litmus/generate/minimise/simpler_actions.hpp"
#include "litmus/generate/minimise/simplify.hpp"
#include "litmus/language/program_size.hpp"

namespace opexplore::minimise {

Search::Search(const std::function<bool(const Test&)>& shows, const Limits& limits)
    : shows_(shows), limits_(limits) {}

bool Search::within_limits() {
  if (stopped_) return false;
  stopped_ = tried_ >= limits_.most_tries || (limits_.interrupted && limits_.interrupted());
  return !stopped_;
}

bool Search::accept(const Draft& candidate) {
  if (!within_limits()) return false;
  std::optional<Settled> smaller = settled(candidate);
  if (!smaller || !met_.insert(std::move(smaller->text)).second) return false;
  ++tried_;
  if (!shows_(smaller->test)) return false;
  current_ = adopted(candidate, smaller->test);
  test_ = std::move(smaller->test);
  return true;
}

bool Search::start(const Draft& draft) {
  std::optional<Settled> whole = settled(draft);
  if (!whole) throw std::invalid_argument("minimise: the test cannot be read back");
  current_ = adopted(draft, whole->test);
  test_ = std::move(whole->test);
  met_.insert(std::move(whole->text));
  ++tried_;
  const bool shown = shows_(test_);
  within_limits();  // an interruption may be why it is not shown
  return shown;
}

void Search::run() {
  smallest_ = remove();
  while (simplify() && within_limits()) remove();
}

bool Search::remove() {
  const Draft base = current_;
  remove_one_by_one();
  if (!few_subsets(base)) {
    if (few_subsets(current_)) {
      search_subsets(current_);
    } else {
      while (remove_pair()) remove_chunks(1);
    }
  }
  if (!few_subsets(base)) return false;
  search_subsets(base);
  return within_limits();
}

void Search::remove_one_by_one() {
  for (std::size_t t = current_.origins.size(); t-- > 0;) {
    if (t >= current_.origins.size()) continue;  // other threads went with one
    std::size_t begin = 0;
    for (std::size_t i = 0; i < t; ++i) begin += current_.origins[i].size();
    accept(without(begin, begin + current_.origins[t].size()));
  }
  for (std::size_t size = instructions() / 2; size > 1; size /= 2) remove_chunks(size);
  while (remove_chunks(1)) {
  }
}

bool Search::remove_chunks(std::size_t size) {
  bool removed = false;
  for (std::size_t begin = 0; begin < instructions() && within_limits();) {
    if (accept(without(begin, begin + size))) {
      removed = true;
    } else {
      begin += size;
    }
  }
  return removed;
}

bool Search::remove_pair() {
  const std::size_t count = instructions();
  for (std::size_t second = 1; second < count; ++second) {
    for (std::size_t first = 0; first < second && within_limits(); ++first) {
      std::vector<bool> kept(count, true);
      kept[first] = kept[second] = false;
      if (accept(with_instructions(current_, kept))) return true;
    }
  }
  return false;
}

void Search::search_subsets(const Draft& base) {
  const std::size_t all = count_instructions(base.test.program);
  for (std::size_t count = 0; count < instructions(); ++count) {
    std::vector<bool> kept(all, false);
    std::fill_n(kept.begin(), count, true);
    do {
      if (accept(with_instructions(base, kept))) return;
    } while (within_limits() && std::prev_permutation(kept.begin(), kept.end()));
  }
}

bool Search::few_subsets(const Draft& base) const {
  // Of n instructions there are n (n-1) … (n-i+1) / i! sets of i.
  const std::uint64_t all = count_instructions(base.test.program);
  std::uint64_t of_size = 1;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < instructions(); ++i) {
    sum += of_size;
    if (sum > limits_.most_subsets || of_size > limits_.most_subsets) return false;
    of_size = of_size * (all - i) / (i + 1);
  }
  return true;
}

bool Search::simplify() {
  bool simplified = false;
  for (std::size_t t = 0; t < current_.origins.size(); ++t) {
    for (std::size_t i = 0; i < current_.origins[t].size(); ++i) {
      while (simplify_instruction(t, i)) simplified = true;
    }
  }
  while (simplify_surroundings()) simplified = true;
  return simplified;
}

bool Search::simplify_instruction(std::size_t thread, std::size_t index) {
  const Program& program = current_.test.program;
  const Action& action = program.threads[thread].instructions[index].action;
  for (const Action& form :
       simpler_actions(action, program, {current_.keep, current_.may_weaken})) {
    Draft candidate = current_;
    candidate.test.program.threads[thread].instructions[index].action = form;
    if (accept(candidate)) return true;
  }
  return false;
}

bool Search::simplify_surroundings() {
  const std::vector<Draft> candidates = simpler_surroundings(current_);
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Draft& candidate) { return accept(candidate); });
}

std::size_t Search::instructions() const { return count_instructions(current_.test.program); }

Draft Search::without(std::size_t begin, std::size_t end) const {
  std::vector<bool> kept(instructions(), true);
  for (std::size_t i = begin; i < std::min(end, kept.size()); ++i) kept[i] = false;
  return with_instructions(current_, kept);
}

}  // namespace opexplore::minimise
