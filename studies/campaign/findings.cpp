#include "studies/campaign/findings.hpp"

#include <algorithm>
#include <exception>
#include <iterator>

namespace opexplore {

CampaignFindings::CampaignFindings(const CampaignPart& part, std::size_t part_number,
                                   const CampaignOptions& options)
    : part_(part), options_(options), part_number_(part_number) {
  for (const RangeResult& result : options.known) {
    if (result.part != part_number) continue;
    known_.insert(result.range);
    absorb(result);
  }
}

void CampaignFindings::add(std::uint64_t index, std::uint64_t number, const Test& test,
                           const Checked& checked) {
  ++counts_[static_cast<std::size_t>(checked.kind)];
  if (checked.kind == Kind::equal && !options_.done) return;
  const std::lock_guard lock(mutex_);
  if (checked.kind == Kind::different) {
    keep(differences_, index, &test, checked.note);
  } else if (checked.kind != Kind::equal) {
    const Key key{checked.kind, checked.note};
    note(key, 1, index, &test);
    if (options_.first_difference) noted_.at(key).numbers.push_back(number);
  }
  if (checked.kind == Kind::failed) keep(failures_, index, &test, checked.note);
  if (options_.done) add_to_range(index, number, checked);
}

void CampaignFindings::absorb(const RangeResult& result) {
  for (std::size_t kind = 0; kind < counts_.size(); ++kind) counts_[kind] += result.counts[kind];
  const std::lock_guard lock(mutex_);
  for (const auto& [index, text] : result.differences) keep(differences_, index, nullptr, text);
  for (const auto& [index, text] : result.failures) keep(failures_, index, nullptr, text);
  for (const RangeResult::Noted& noted : result.noted) {
    note({noted.kind, noted.note}, noted.tests, noted.first_index, nullptr);
  }
}

void CampaignFindings::note(const Key& key, std::uint64_t tests, std::uint64_t index,
                            const Test* test) {
  Noted& noted = noted_[key];
  const bool first = noted.tests == 0 || index < noted.first_index;
  noted.tests += tests;
  if (!first) return;
  noted.first_index = index;
  noted.first = test != nullptr ? std::optional(*test) : std::nullopt;
}

void CampaignFindings::keep(Kept& kept, std::uint64_t index, const Test* test,
                            const std::string& note) const {
  kept.emplace(index, std::pair(test != nullptr ? std::optional(*test) : std::nullopt, note));
  if (kept.size() > std::max<std::size_t>(options_.most_kept, 1)) kept.erase(--kept.end());
}

void CampaignFindings::add_to_range(std::uint64_t index, std::uint64_t number,
                                    const Checked& checked) {
  const std::uint64_t range = number / tests_per_range;
  RangeResult& result = open_[range];
  result.part = part_number_;
  result.range = range;
  ++result.counts[static_cast<std::size_t>(checked.kind)];
  if (checked.kind == Kind::different) result.differences.push_back({index, checked.note});
  if (checked.kind == Kind::failed) result.failures.push_back({index, checked.note});
  if (checked.kind != Kind::different && checked.kind != Kind::equal) {
    const auto same = std::ranges::find_if(result.noted, [&](const RangeResult::Noted& noted) {
      return noted.kind == checked.kind && noted.note == checked.note;
    });
    if (same == result.noted.end()) {
      result.noted.push_back({checked.kind, checked.note, 1, index});
    } else {
      ++same->tests;
      same->first_index = std::min(same->first_index, index);
    }
  }
  hand_over_if_done(range);
}

void CampaignFindings::hand_over_if_done(std::uint64_t range) {
  const auto entry = open_.find(range);
  if (entry == open_.end()) return;
  const std::uint64_t begin = range * tests_per_range;
  const std::uint64_t size =
      selected_ ? std::min(tests_per_range, *selected_ - begin) : tests_per_range;
  RangeResult& result = entry->second;
  if (result.checked() != size) return;
  // By index and by note, whatever the order in which threads came; no more than are kept.
  for (auto* const kept : {&result.differences, &result.failures}) {
    std::ranges::sort(*kept, {}, &RangeResult::Kept::index);
    const std::size_t most = std::max<std::size_t>(options_.most_kept, 1);
    if (kept->size() > most) kept->resize(most);
  }
  std::ranges::sort(result.noted, {}, [](const RangeResult::Noted& noted) {
    return std::pair(noted.kind, noted.note);
  });
  options_.done(result);
  open_.erase(entry);
}

void CampaignFindings::end_at(std::uint64_t selected) {
  const std::lock_guard lock(mutex_);
  if (selected_) return;
  selected_ = selected;
  if (selected != 0) hand_over_if_done((selected - 1) / tests_per_range);
}

void CampaignFindings::add_counts(PartResult& result) const {
  const auto of = [&](Kind kind) { return counts_[static_cast<std::size_t>(kind)].load(); };
  result.equal = of(Kind::equal);
  result.different = of(Kind::different);
  result.undecided = of(Kind::undecided);
  result.undefined = of(Kind::undefined);
  result.refused = of(Kind::refused);
  result.failed = of(Kind::failed);
  result.checked = result.equal + result.different + result.undecided + result.undefined +
                   result.refused + result.failed;
}

void CampaignFindings::forget_after(std::uint64_t number, PartResult& result) {
  differences_.erase(std::next(differences_.begin()), differences_.end());
  failures_.erase(failures_.upper_bound(differences_.begin()->first), failures_.end());
  result.checked = number + 1;
  result.different = 1;
  result.undecided = result.undefined = result.refused = result.failed = 0;
  for (auto& [key, noted] : noted_) {
    noted.tests = static_cast<std::uint64_t>(
        std::ranges::count_if(noted.numbers, [&](std::uint64_t other) { return other < number; }));
    (key.first == Kind::undecided   ? result.undecided
     : key.first == Kind::undefined ? result.undefined
     : key.first == Kind::refused   ? result.refused
                                    : result.failed) += noted.tests;
  }
  result.equal = number - result.undecided - result.undefined - result.refused - result.failed;
}

void CampaignFindings::finish(PartResult& result) {
  make_missing();
  result.differences = taken(differences_);
  result.failures = taken(failures_);
  for (auto& [key, noted] : noted_) {
    if (noted.tests == 0) continue;
    result.reasons.push_back({key.first, full_note(key, *noted.first), noted.tests,
                              noted.first_index, noted.first->name});
  }
  std::ranges::sort(result.reasons, [](const CampaignReason& a, const CampaignReason& b) {
    return a.tests != b.tests ? a.tests > b.tests : a.first_index < b.first_index;
  });
}

std::set<std::uint64_t> CampaignFindings::missing() const {
  std::set<std::uint64_t> indices;
  for (const Kept* const kept : {&differences_, &failures_}) {
    for (const auto& [index, test] : *kept) {
      if (!test.first) indices.insert(index);
    }
  }
  for (const auto& [key, noted] : noted_) {
    if (noted.tests != 0 && !noted.first) indices.insert(noted.first_index);
  }
  return indices;
}

void CampaignFindings::make_missing() {
  const std::set<std::uint64_t> indices = missing();
  if (indices.empty()) return;
  std::map<std::uint64_t, Test> made;
  std::uint64_t index = 0;
  generate::for_each_make(part_.specification, [&](const generate::Make& make) {
    const std::uint64_t here = index++;
    if (indices.contains(here)) made.emplace(here, made_test(make, here));
    return made.size() < indices.size();
  });
  for (Kept* const kept : {&differences_, &failures_}) {
    for (auto& [at, test] : *kept) {
      if (!test.first) test.first = made.at(at);
    }
  }
  for (auto& [key, noted] : noted_) {
    if (noted.tests != 0 && !noted.first) noted.first = made.at(noted.first_index);
  }
}

std::vector<KeptTest> CampaignFindings::taken(Kept& kept) {
  std::vector<KeptTest> result;
  for (auto& [index, entry] : kept) {
    Test test = *std::move(entry.first);
    // One that could not even be made has no threads.
    if (!test.program.threads.empty()) test = generate::finished(std::move(test));
    result.push_back({index, std::move(test), std::move(entry.second)});
  }
  return result;
}

// Why a test is refused may quote an instruction and its line, which a bare test does not have.
std::string CampaignFindings::full_note(const Key& key, const Test& first) const {
  if (key.first != Kind::refused) return key.second;
  const Stop never = [] { return false; };
  const Checked again = part_.check(generate::finished(first), never);
  return again.kind == Kind::refused ? again.note : key.second;
}

Test named_test(std::uint64_t index) {
  Test test;
  test.name = "number " + std::to_string(index);
  return test;
}

Test made_test(const generate::Make& make, std::uint64_t index) {
  try {
    return make(generate::Finish::bare);
  } catch (const std::exception&) {
    return named_test(index);
  }
}

}  // namespace opexplore
