#include "mappings/families.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_set>

#include "litmus/input/input_error.hpp"
#include "litmus/input/suggestion.hpp"
#include "mappings/families_frame.hpp"
#include "mappings/families_frames.hpp"
#include "mappings/families_locks.hpp"
#include "mappings/families_shaders.hpp"

namespace opexplore::mappings {

namespace {

// Single families of the names given, each once, in the order of the catalogue.
std::vector<std::string_view> families_named(const std::vector<std::string>& names,
                                             const std::vector<SourceFamily>& catalogue) {
  std::unordered_set<std::string_view> wanted;
  std::vector<std::string_view> known;
  for (const SourceFamily& family : catalogue) known.push_back(family.name);
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      std::string list;
      for (const std::string_view one : known) {
        list += (list.empty() ? "" : ", ") + std::string(one);
      }
      throw InputError("family", {}, "there is no family '" + name + "'",
                       opexplore::detail::did_you_mean(name, known, "families are " + list));
    }
    const SourceFamily& family = catalogue[static_cast<std::size_t>(found - known.begin())];
    if (family.families.empty()) wanted.insert(family.name);
    wanted.insert(family.families.begin(), family.families.end());
  }
  std::vector<std::string_view> chosen;
  for (const SourceFamily& family : catalogue) {
    if (wanted.count(family.name) != 0) chosen.push_back(family.name);
  }
  return chosen;
}

std::size_t instructions_in(const Test& test) {
  std::size_t count = 0;
  for (const Thread& thread : test.program.threads) count += thread.instructions.size();
  return count;
}

}  // namespace

const std::vector<SourceFamily>& source_families() {
  static const std::vector<SourceFamily> all{
      {"accesses", "loads and stores of two threads, two locations, in all orders", {}},
      {"one-location", "accesses and read-modify-writes of two threads at one location", {}},
      {"rmw", "the same as accesses, one or two of them read-modify-writes", {}},
      {"reduce", "the same, one of them a fetch_add whose result is not used", {}},
      {"cas", "the same, one of them a compare-exchange that succeeds or fails", {}},
      {"fences", "the same, with fences", {}},
      {"fenced-rmw", "relaxed accesses and a read-modify-write, with fences", {}},
      {"locks", "locks and flags that are waited for", {}},
      {"three", "loads and stores of three threads, and of four in IRIW", {}},
      {"three-fences", "the same relaxed, with fences of every scope", {}},
      {"relay", "a read-modify-write of a third thread hands the message on", {}},
      {"release-sequences", "stores and read-modify-writes behind a release", {}},
      {"two-thread",
       "all of two threads",
       {"accesses", "one-location", "rmw", "reduce", "cas", "fences", "fenced-rmw", "locks"}},
      {"three-thread",
       "all of three threads",
       {"three", "three-fences", "relay", "release-sequences"}},
      {"all",
       "every family",
       {"accesses", "one-location", "rmw", "reduce", "cas", "fences", "fenced-rmw", "locks",
        "three", "three-fences", "relay", "release-sequences"}}};
  return all;
}

SourceTests::SourceTests(std::vector<Frame> frames, std::vector<ReadyTest> ready)
    : frames_(std::move(frames)), ready_(std::move(ready)) {
  choose();
}
SourceTests::~SourceTests() = default;
SourceTests::SourceTests(SourceTests&&) noexcept = default;
SourceTests& SourceTests::operator=(SourceTests&&) noexcept = default;

void SourceTests::choose() {
  std::unordered_set<std::string> known;
  for (std::uint32_t f = 0; f < frames_.size(); ++f) {
    for (std::uint32_t choice = 0; choice < frames_[f].choices(); ++choice) {
      const auto sketch = sketch_of(frames_[f], choice);
      if (!sketch || !known.insert(canonical_key(*sketch)).second) continue;
      chosen_.push_back({f, choice, static_cast<std::uint8_t>(instructions_of(*sketch)),
                         static_cast<std::uint8_t>(sketch->threads.size())});
    }
  }
  for (std::uint32_t i = 0; i < ready_.size(); ++i) {
    chosen_.push_back({static_cast<std::uint32_t>(frames_.size()), i,
                       static_cast<std::uint8_t>(instructions_in(ready_[i].test)),
                       static_cast<std::uint8_t>(ready_[i].test.program.threads.size())});
  }
  std::stable_sort(chosen_.begin(), chosen_.end(), [](const Chosen& a, const Chosen& b) {
    return std::tie(a.instructions, a.threads) < std::tie(b.instructions, b.threads);
  });
}

Test SourceTests::make(std::size_t index) const {
  const Chosen& chosen = chosen_[index];
  if (chosen.frame == frames_.size()) return ready_[chosen.choice].test;
  const Frame& frame = frames_[chosen.frame];
  const generate::Sketch sketch = *sketch_of(frame, chosen.choice);
  Test test = generate::observed(generate::build(sketch));
  test.name = name_of(frame, sketch);
  return test;
}

std::string_view SourceTests::family(std::size_t index) const {
  const Chosen& chosen = chosen_[index];
  return chosen.frame == frames_.size() ? ready_[chosen.choice].family
                                        : frames_[chosen.frame].family;
}

SourceTests source_tests(const std::vector<std::string>& families) {
  std::vector<Frame> frames;
  std::vector<ReadyTest> ready;
  for (const std::string_view name : families_named(families, source_families())) {
    for (Frame& frame : frames_of(name)) frames.push_back(std::move(frame));
    for (Test& test : locks_of(name)) ready.push_back({name, std::move(test)});
  }
  return {std::move(frames), std::move(ready)};
}

const std::vector<SourceFamily>& shader_families() {
  static const std::vector<SourceFamily> all{
      {"barriers", "an access, barriers, and in another invocation an access behind them", {}},
      {"messages", "data and a flag, with memory barriers between them or none", {}},
      {"atomics", "atomics of two invocations, at one location or two", {}},
      {"relays", "three invocations, of which the second hands a message on", {}},
      {"all", "every family", {"barriers", "messages", "atomics", "relays"}}};
  return all;
}

SourceTests shader_tests(const std::vector<std::string>& families, const Table& meanings) {
  std::vector<ReadyTest> ready;
  for (const std::string_view name : families_named(families, shader_families())) {
    for (Test& test : shader_tests_of(name, meanings)) ready.push_back({name, std::move(test)});
  }
  return {{}, std::move(ready)};
}

}  // namespace opexplore::mappings
