#include "mappings/check_blame.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace opexplore::mappings {

namespace {

/// How much stronger than its table a cure is.
enum class Strength : std::uint8_t { as_written, fenced, all_fences };

constexpr std::array<std::string_view, 3> fence_words{
    "", " with fence.sc.sys before and behind",
    " with fence.acq_rel.sys and fence.sc.sys before and behind"};

/// Where cures are taken from.
struct Cures {
  const Table& table;
  Strength strength;
};

const Table& proven() {
  static const Table table = load_table(proven_table);
  return table;
}

// What is tried of an entry: of a shading language what the text of the language says.
std::vector<Cures> usual_cures(const Table& table) {
  if (!table.language.empty()) return {{meanings_of(table), Strength::as_written}};
  std::vector<Cures> cures;
  for (const Strength strength : {Strength::as_written, Strength::fenced, Strength::all_fences}) {
    cures.push_back({proven(), strength});
  }
  return cures;
}

Template with_fences(Template code, Strength strength) {
  const Step sc{Fence{Order::sc, Scope::sys}};
  const Step acq_rel{Fence{Order::acq_rel, Scope::sys}};
  std::vector<Step> around{sc};
  if (strength == Strength::all_fences) around.push_back(acq_rel);
  for (const Step& fence : around) code.steps.insert(code.steps.begin(), fence);
  for (const Step& fence : around) code.steps.push_back(fence);
  return code;
}

// The entry of a table for the same operation, of whatever width.
std::optional<EntryId> same_operation(const Entry& entry, const Table& table) {
  if (!entry.spelled.empty()) return find_spelled(table, entry.spelled);
  Request request{entry.operation, entry.order, entry.failure, entry.width,
                  entry.scope.value_or(Scope::sys)};
  if (const auto found = find(table, request)) return found;
  request.width = Width::bits32;
  return find(table, request);
}

// What replaces the entry; nothing if it is that already, or the table has none.
std::optional<Template> cure_of(const Entry& entry, const Cures& cures) {
  const auto found = same_operation(entry, cures.table);
  if (!found) return std::nullopt;
  Template code = cures.table.at(*found).code;
  if (cures.strength != Strength::as_written) code = with_fences(std::move(code), cures.strength);
  if (code == entry.code) return std::nullopt;
  return code;
}

/// Tries cures for one failing test.
class Trial {
 public:
  Trial(const CheckedTests& tests, std::size_t index, const Table& table, const Cures& cures,
        const std::vector<EntryId>& used)
      : tests_(tests), index_(index), table_(table), cures_(cures) {
    for (const EntryId entry : used) {
      auto cure = cure_of(table.at(entry), cures);
      if (cure) candidates_.emplace_back(entry, std::move(*cure));
    }
  }

  Blame run() const {
    Blame found;
    for (const auto& candidate : candidates_) {
      if (helps({candidate})) add(found, candidate);
    }
    if (!found.entries.empty()) return found;
    found.together = true;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      for (std::size_t j = i + 1; j < candidates_.size(); ++j) {
        if (candidates_.size() > 1 && helps({candidates_[i], candidates_[j]})) {
          add(found, candidates_[i]);
          add(found, candidates_[j]);
          return found;
        }
      }
    }
    if (candidates_.size() > 2 && helps(candidates_)) {
      for (const auto& candidate : candidates_) add(found, candidate);
    }
    return found;
  }

 private:
  using Candidate = std::pair<EntryId, Template>;

  bool helps(const std::vector<Candidate>& candidates) const {
    Table cured = table_;
    for (const auto& [entry, code] : candidates) cured = with_entry(std::move(cured), entry, code);
    return tests_.passes(index_, cured);
  }

  void add(Blame& found, const Candidate& candidate) const {
    found.entries.push_back(candidate.first);
    found.cures.push_back(candidate.second);
    found.source = cures_.table.name;
    found.fences = fence_words.at(static_cast<std::size_t>(cures_.strength));
  }

  const CheckedTests& tests_;
  std::size_t index_;
  const Table& table_;
  const Cures& cures_;
  std::vector<Candidate> candidates_;
};

// Of tests that use the same entries so many are looked at: what makes one fail makes most of
// them fail.
constexpr std::size_t alike_at_most = 16;

/// Goes through the failing tests until every entry that can be blamed is.
class Search {
 public:
  Search(const CheckedTests& tests, const Table& table, const std::vector<TestResult>& results,
         const Table* other)
      : tests_(tests), table_(table), results_(results), other_(other) {}

  std::vector<BlamedTest> run() {
    for (std::size_t i = 0; i < results_.size() && !tests_.interrupted(); ++i) {
      if (results_[i].finding == Finding::unsound) look_at(i);
    }
    return chosen();
  }

 private:
  void look_at(std::size_t index) {
    const std::vector<EntryId>& used = results_[index].used;
    const bool settled = std::all_of(used.begin(), used.end(),
                                     [&](EntryId entry) { return alone_.count(entry) != 0; });
    if (settled || ++alike_[used] > alike_at_most) return;
    BlamedTest blamed{index, blame(tests_, index, table_, used, other_)};
    const std::vector<EntryId>& entries = blamed.blame.entries;
    if (entries.size() == 1) {
      if (alone_.insert(entries.front()).second) found_.push_back(std::move(blamed));
    } else {
      shared_.push_back(std::move(blamed));
    }
  }

  // Behind those with one culprit come those that none of these explains.
  std::vector<BlamedTest> chosen() {
    std::set<EntryId> explained = alone_;
    for (BlamedTest& blamed : shared_) {
      const std::vector<EntryId>& entries = blamed.blame.entries;
      const bool known = std::any_of(entries.begin(), entries.end(),
                                     [&](EntryId entry) { return explained.count(entry) != 0; });
      if (known || (entries.empty() && unexplained_)) continue;
      explained.insert(entries.begin(), entries.end());
      unexplained_ = unexplained_ || entries.empty();
      found_.push_back(std::move(blamed));
    }
    std::sort(found_.begin(), found_.end(),
              [](const BlamedTest& a, const BlamedTest& b) { return a.index < b.index; });
    return std::move(found_);
  }

  const CheckedTests& tests_;
  const Table& table_;
  const std::vector<TestResult>& results_;
  const Table* other_;
  std::set<EntryId> alone_;  ///< to blame for some test by themselves
  std::map<std::vector<EntryId>, std::size_t> alike_;
  std::vector<BlamedTest> found_, shared_;
  bool unexplained_ = false;  ///< a test for which nothing helps is among the chosen ones
};

}  // namespace

Blame blame(const CheckedTests& tests, std::size_t index, const Table& table,
            const std::vector<EntryId>& used, const Table* other) {
  std::vector<Cures> tried;
  if (other != nullptr) tried.push_back({*other, Strength::as_written});
  std::ranges::move(usual_cures(table), std::back_inserter(tried));
  Blame found;
  for (const Cures& cures : tried) {
    found = Trial(tests, index, table, cures, used).run();
    if (!found.entries.empty()) return found;
  }
  return found;
}

std::vector<BlamedTest> blamed_tests(const CheckedTests& tests, const Table& table,
                                     const std::vector<TestResult>& results, const Table* other) {
  return Search(tests, table, results, other).run();
}

}  // namespace opexplore::mappings
