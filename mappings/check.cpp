#include "mappings/check.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "mappings/check_blame.hpp"
#include "mappings/check_jobs.hpp"
#include "mappings/check_tests.hpp"
#include "mappings/check_witness.hpp"

namespace opexplore::mappings {

namespace {

using Clock = std::chrono::steady_clock;
using Results = std::vector<TestResult>;

// Sound tests that use the entry, in an order that soon comes by different ones: with a weaker
// entry those that fail are many, or none.
std::vector<std::size_t> sound_users(const Results& results, EntryId entry) {
  std::vector<std::size_t> users;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].finding == Finding::sound && results[i].uses(entry)) users.push_back(i);
  }
  constexpr std::size_t stride = 61;
  std::vector<std::size_t> mixed;
  for (std::size_t start = 0; start < stride; ++start) {
    for (std::size_t i = start; i < users.size(); i += stride) mixed.push_back(users[i]);
  }
  return mixed;
}

/// One check of one table.
class Check {
 public:
  Check(const CheckedTests& tests, const Table& table, const Crew* crew)
      : tests_(tests), crew_(crew) {
    report_.table = table;
    report_.width = tests.options().width;
  }

  TableReport run() {
    const Clock::time_point start = Clock::now();
    find_results();
    count();
    find_counterexamples();
    if (tests_.options().weaken) weaken();
    report_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return std::move(report_);
  }

 private:
  void find_results() {
    if (crew_ != nullptr) {
      results_ = results_of_crew(tests_, report_.table, *crew_);
      return;
    }
    results_.resize(tests_.size());
    tests_.for_each(tests_.size(), report_.table.name, [&](std::size_t index) {
      results_[index] = tests_.result(index, report_.table);
      return true;
    });
  }

  void count() {
    report_.findings.assign(finding_count, 0);
    report_.entries.resize(report_.table.entries.size());
    std::vector<std::set<std::string>> families(report_.entries.size());
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const TestResult& result = results_[i];
      ++report_.findings[static_cast<std::size_t>(result.finding)];
      for (const EntryId entry : result.used) ++report_.entries[entry.index].uses;
      if (result.finding == Finding::unsound) report_.unsound_tests.push_back(i);
      const bool gap = result.finding == Finding::uncovered || result.finding == Finding::refused;
      if (gap && report_.first_gap.empty()) report_.first_gap = result.reason;
      if (result.finding != Finding::sound) continue;
      for (const EntryId entry : result.used) {
        EntryReport& used = report_.entries[entry.index];
        used.verdict = EntryReport::Verdict::sound;
        ++used.tests;
        families[entry.index].insert(std::string(tests_.family(i)));
      }
    }
    for (std::size_t e = 0; e < families.size(); ++e) {
      report_.entries[e].families.assign(families[e].begin(), families[e].end());
    }
    explain_gaps();
  }

  void explain_gaps() {
    if (report_.count(Finding::unseen) > 0) {
      report_.incomplete = "the check was interrupted";
    } else if (const std::size_t cut = report_.count(Finding::incomplete); cut > 0) {
      const auto first = std::find_if(results_.begin(), results_.end(), [](const TestResult& it) {
        return it.finding == Finding::incomplete;
      });
      report_.incomplete = std::to_string(cut) + " tests were not searched to the end, the first " +
                           "one because " + first->reason;
    }
  }

  void find_counterexamples() {
    for (const BlamedTest& blamed : blamed_tests(tests_, report_.table, results_)) {
      const std::size_t number = report_.counterexamples.size();
      report_.counterexamples.push_back(
          counterexample(tests_, report_.table, blamed, results_[blamed.index]));
      for (const EntryId entry : blamed.blame.entries) {
        EntryReport& found = report_.entries[entry.index];
        found.verdict = EntryReport::Verdict::unsound;
        if (!found.counterexample) found.counterexample = number;
      }
    }
  }

  void weaken() {
    report_.weakened = true;
    for (std::uint16_t e = 0; e < report_.entries.size(); ++e) {
      EntryReport& entry = report_.entries[e];
      if (entry.verdict != EntryReport::Verdict::sound) continue;
      const std::vector<std::size_t> users = sound_users(results_, {e});
      const std::vector<Template> weaker = weakenings(report_.table, {e});
      for (std::size_t number = 0; number < weaker.size(); ++number) {
        const std::optional<bool> enough = is_enough({{e}, number}, weaker[number], users);
        if (!enough) {
          report_.incomplete = "the check was interrupted";
          report_.weakened = false;
          return;
        }
        if (*enough) entry.enough.push_back(weaker[number]);
      }
    }
  }

  // Nothing when the user has ended the check.
  std::optional<bool> is_enough(const Weakening& weakening, const Template& weaker,
                                const std::vector<std::size_t>& users) const {
    const EntryId entry = weakening.entry;
    const std::string doing =
        report_.table.name + ", " + to_string(entry, report_.table) + " as " + to_string(weaker);
    if (crew_ != nullptr) return all_pass_for_crew(tests_, weakening, users, doing, *crew_);
    const Table table = with_entry(report_.table, entry, weaker);
    const bool all = tests_.for_each(users.size(), doing,
                                     [&](std::size_t i) { return tests_.passes(users[i], table); });
    return tests_.interrupted() ? std::nullopt : std::optional(all);
  }

  const CheckedTests& tests_;
  const Crew* crew_;
  Results results_;
  TableReport report_;
};

}  // namespace

struct Checker::Shared {
  CheckedTests tests;
};

Checker::Checker(TestList tests, CheckOptions options)
    : shared_(new Shared{{std::move(tests), std::move(options)}}) {}
Checker::~Checker() = default;

TableReport Checker::check(const Table& table, const Crew* crew) {
  return Check(shared_->tests, table, crew).run();
}

std::string Checker::done(const Table& table, std::string_view job) {
  return done_for_crew(shared_->tests, table, job);
}

std::vector<EntryId> TableReport::untested() const {
  std::vector<EntryId> result;
  if (count(Finding::unseen) > 0) return result;
  for (std::uint16_t e = 0; e < entries.size(); ++e) {
    const Entry& entry = table.entries[e];
    const bool said = entries[e].uses > 0 || !entry.refused.empty();
    if (!said && is_for_width(entry, width)) result.push_back({e});
  }
  return result;
}

std::string_view to_string(Finding finding) {
  constexpr std::array<std::string_view, 7> names{"unseen",    "sound",   "unsound",   "undefined",
                                                  "uncovered", "refused", "incomplete"};
  return names.at(static_cast<std::size_t>(finding));
}

}  // namespace opexplore::mappings
