#include "mappings/diff.hpp"

#include <algorithm>
#include <utility>

#include "mappings/check_blame.hpp"
#include "mappings/check_tests.hpp"
#include "mappings/check_witness.hpp"
#include "mappings/table_group.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings {

namespace {

using Clock = std::chrono::steady_clock;
using Results = std::vector<TestResult>;

// "ld.acquire.{scope}" of "ld.acquire.{scope} {destination}, [{address}]".
std::string mnemonic(const Template& code, const Step& step) {
  const std::string line = to_string(Template{{step}, code.temporaries});
  return line.substr(0, line.find(' '));
}

std::vector<std::string> fences_of(const Template& code) {
  std::vector<std::string> fences;
  for (const Step& step : code.steps) {
    if (fence_of(step.action)) fences.push_back(mnemonic(code, step));
  }
  return fences;
}

std::vector<std::string> accesses_of(const Template& code) {
  std::vector<std::string> accesses;
  for (const Step& step : code.steps) {
    if (memory_access(step.action)) accesses.push_back(mnemonic(code, step));
  }
  return accesses;
}

// What only `a` has, as often as it has it more often.
std::vector<std::string> without(std::vector<std::string> a, const std::vector<std::string>& b) {
  for (const std::string& each : b) {
    const auto found = std::find(a.begin(), a.end(), each);
    if (found != a.end()) a.erase(found);
  }
  return a;
}

std::vector<std::string> effects_of(const Template& before, const Template& after) {
  std::vector<std::string> effects;
  const std::vector<std::string> was = accesses_of(before);
  const std::vector<std::string> is = accesses_of(after);
  if (was.size() == is.size()) {
    for (std::size_t i = 0; i < was.size(); ++i) {
      if (was[i] != is[i]) effects.push_back(was[i] + " becomes " + is[i]);
    }
  }
  const std::vector<std::string> old_fences = fences_of(before);
  const std::vector<std::string> new_fences = fences_of(after);
  for (const std::string& fence : without(old_fences, new_fences)) {
    effects.push_back("saves " + fence);
  }
  for (const std::string& fence : without(new_fences, old_fences)) {
    effects.push_back("adds " + fence);
  }
  std::vector<std::string> lines = to_lines(before);
  std::vector<std::string> new_lines = to_lines(after);
  std::sort(lines.begin(), lines.end());
  std::sort(new_lines.begin(), new_lines.end());
  if (lines == new_lines) effects.emplace_back("the same in another order");
  return effects;
}

std::uint16_t count_of_entries(const Table& table) {
  return static_cast<std::uint16_t>(table.entries.size());
}

std::optional<EntryId> same_entry(const Table& table, const Entry& entry) {
  for (std::uint16_t e = 0; e < count_of_entries(table); ++e) {
    if (detail::same_key(table.entries[e], entry)) return EntryId{e};
  }
  return std::nullopt;
}

std::optional<Compiled> compiled(const Test& test, const Table& table, Width width) {
  try {
    return compile(test, table, width);
  } catch (const MappingError&) {
    return std::nullopt;
  }
}

bool same_program(const std::optional<Compiled>& a, const std::optional<Compiled>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  const auto& threads = a->test.program.threads;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const auto& left = threads[t].instructions;
    const auto& right = b->test.program.threads[t].instructions;
    const bool same =
        std::equal(left.begin(), left.end(), right.begin(), right.end(),
                   [](const Instruction& x, const Instruction& y) { return x.action == y.action; });
    if (!same) return false;
  }
  return true;
}

/// One comparison.
class TableComparison {
 public:
  TableComparison(TestList tests, CheckOptions options, Table before, Table after)
      : tests_(std::move(tests), std::move(options)) {
    diff_.changes = changes_between(before, after);
    if (before.name == after.name) {
      before.name += "-old";
      after.name += "-new";
    }
    diff_.before = std::move(before);
    diff_.after = std::move(after);
  }

  TableDiff run() {
    const Clock::time_point start = Clock::now();
    find_results();
    count();
    const auto broken = [](Finding was, Finding is) {
      return is == Finding::unsound && was != Finding::unsound;
    };
    diff_.broken = examples(after_, before_, diff_.after, diff_.before,
                            [&](Finding is, Finding was) { return broken(was, is); });
    diff_.mended = examples(
        before_, after_, diff_.before, diff_.after,
        [](Finding was, Finding is) { return was == Finding::unsound && is == Finding::sound; });
    diff_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return std::move(diff_);
  }

 private:
  void find_results() {
    before_.resize(tests_.size());
    after_.resize(tests_.size());
    affected_.resize(tests_.size());
    const Width width = tests_.options().width;
    const bool all = tests_.for_each(tests_.size(), diff_.before.name + " and " + diff_.after.name,
                                     [&](std::size_t index) {
                                       const Test test = tests_.make(index);
                                       if (same_program(compiled(test, diff_.before, width),
                                                        compiled(test, diff_.after, width))) {
                                         return true;
                                       }
                                       affected_[index] = 1;
                                       before_[index] = tests_.result(index, diff_.before);
                                       after_[index] = tests_.result(index, diff_.after);
                                       return true;
                                     });
    if (!all) diff_.incomplete = "the comparison was interrupted";
  }

  void count() {
    for (std::size_t i = 0; i < affected_.size(); ++i) {
      if (affected_[i] == 0) continue;
      ++diff_.affected;
      const auto was = static_cast<std::size_t>(before_[i].finding);
      const auto is = static_cast<std::size_t>(after_[i].finding);
      ++diff_.moved.at(was).at(is);
      for (const TestResult* const result : {&before_[i], &after_[i]}) {
        const bool cut = result->finding == Finding::incomplete;
        if (cut && diff_.incomplete.empty()) {
          diff_.incomplete = "a test was not searched to the end because " + result->reason;
        }
      }
    }
  }

  // Counterexamples to `table` on the tests that `chosen` picks by both findings, that of `table`
  // first.
  template <class Chosen>
  std::vector<Counterexample> examples(const Results& results, const Results& others,
                                       const Table& table, const Table& other, Chosen chosen) {
    Results wanted = results;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!chosen(results[i].finding, others[i].finding)) wanted[i].finding = Finding::unseen;
    }
    std::vector<Counterexample> found;
    for (const BlamedTest& blamed : blamed_tests(tests_, table, wanted, &other)) {
      found.push_back(counterexample(tests_, table, blamed, results[blamed.index]));
    }
    return found;
  }

  CheckedTests tests_;
  Results before_, after_;
  std::vector<char> affected_;  ///< by test; no bits, several threads write
  TableDiff diff_;
};

}  // namespace

std::size_t TableDiff::newly_unsound() const {
  std::size_t sum = 0;
  for (std::size_t was = 0; was < finding_count; ++was) {
    if (was != static_cast<std::size_t>(Finding::unsound)) {
      sum += count(static_cast<Finding>(was), Finding::unsound);
    }
  }
  return sum;
}

std::vector<EntryChange> changes_between(const Table& before, const Table& after) {
  std::vector<EntryChange> changes;
  for (std::uint16_t e = 0; e < count_of_entries(after); ++e) {
    const Entry& entry = after.entries[e];
    const auto old = same_entry(before, entry);
    if (!old) {
      changes.push_back({std::nullopt, EntryId{e}, {}});
    } else if (before.at(*old).code != entry.code || before.at(*old).refused != entry.refused) {
      const bool compiles = before.at(*old).refused.empty() && entry.refused.empty();
      changes.push_back(
          {old, EntryId{e},
           compiles ? effects_of(before.at(*old).code, entry.code) : std::vector<std::string>{}});
    }
  }
  for (std::uint16_t e = 0; e < count_of_entries(before); ++e) {
    if (!same_entry(after, before.entries[e])) changes.push_back({EntryId{e}, std::nullopt, {}});
  }
  return changes;
}

TableDiff diff_tables(TestList tests, CheckOptions options, Table before, Table after) {
  return TableComparison(std::move(tests), std::move(options), std::move(before), std::move(after))
      .run();
}

}  // namespace opexplore::mappings
