// All programs of a size, against an enumeration that knows nothing of symmetry.
#include "litmus/generate/exhaustive.hpp"

#include <functional>
#include <set>
#include <string>

#include "litmus/generate/interleavings.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/generate/canonical.hpp"
#include "tests/generate/collected.hpp"
#include "tests/litmus/same_test.hpp"

namespace opexplore::generate {

using testing::Bare;
using testing::canonical;
using testing::collected;
using testing::Word;

namespace {

/// What the enumeration below chooses from; the words are those of Stripped.
struct Choices {
  std::vector<std::string> accesses, fences;
  int locations = 1;
  std::size_t most_accesses = 2, most_fences = 0;
};

using Threads = std::vector<std::vector<Word>>;

// Every thread with up to so many accesses and fences; fences stand between accesses.
Threads all_threads(const Choices& choices, std::size_t accesses) {
  Threads found;
  std::function<void(std::vector<Word>, std::size_t, std::size_t)> grow =
      [&](const std::vector<Word>& thread, std::size_t left, std::size_t fences) {
        if (!thread.empty() && thread.back().location >= 0) found.push_back(thread);
        if (left == 0) return;
        for (const std::string& access : choices.accesses) {
          for (int location = 0; location < choices.locations; ++location) {
            std::vector<Word> longer = thread;
            longer.push_back({access, location});
            grow(longer, left - 1, fences);
          }
        }
        if (thread.empty() || fences == 0) return;
        for (const std::string& fence : choices.fences) {
          std::vector<Word> longer = thread;
          longer.push_back({fence, -1});
          grow(longer, left, fences - 1);
        }
      };
  grow({}, accesses, choices.most_fences);
  return found;
}

// Locations that no access names are not there.
void drop_unused_locations(Bare& bare, int locations) {
  std::vector<int> names(static_cast<std::size_t>(locations), -1);
  int next = 0;
  for (std::vector<Word>& thread : bare.threads) {
    for (Word& word : thread) {
      if (word.location < 0) continue;
      int& name = names[static_cast<std::size_t>(word.location)];
      if (name < 0) name = next++;
      word.location = name;
    }
  }
  bare.notes.assign(static_cast<std::size_t>(next), "global");
}

void add_places(const Bare& bare, bool everywhere, std::set<std::string>& found) {
  const std::size_t threads = bare.threads.size();
  // GPU and CTA of every thread, any numbers.
  const std::size_t numbers = threads * threads;
  std::size_t count = 1;
  for (std::size_t t = 0; t < threads; ++t) count *= numbers;
  Bare placed = bare;
  for (std::size_t code = 0; code < (everywhere ? count : 1); ++code) {
    placed.places.clear();
    std::size_t rest = code;
    for (std::size_t t = 0; t < threads; ++t) {
      const auto place = static_cast<unsigned>(rest % numbers);
      rest /= numbers;
      const auto own = static_cast<unsigned>(t);
      const auto base = static_cast<unsigned>(threads);
      placed.places.push_back(everywhere ? std::array{place / base, place % base}
                                         : std::array{0U, own});
    }
    found.insert(canonical(placed));
  }
}

std::set<std::string> all_of_threads(const Choices& choices, std::size_t threads, bool everywhere) {
  const Threads codes = all_threads(choices, choices.most_accesses);
  std::set<std::string> found;
  std::function<void(Bare)> grow = [&](const Bare& bare) {
    if (bare.threads.size() == threads) {
      Bare complete = bare;
      drop_unused_locations(complete, choices.locations);
      add_places(complete, everywhere, found);
      return;
    }
    for (const std::vector<Word>& code : codes) {
      Bare longer = bare;
      longer.threads.push_back(code);
      grow(longer);
    }
  };
  grow({});
  return found;
}

std::set<std::string> all_of_total(const Choices& choices, bool everywhere) {
  const Threads codes = all_threads(choices, choices.most_accesses);
  const auto count = [](const std::vector<Word>& code, bool fences) {
    std::size_t result = 0;
    for (const Word& word : code) result += (word.location < 0) == fences ? 1U : 0U;
    return result;
  };
  std::set<std::string> found;
  std::function<void(Bare, std::size_t, std::size_t)> grow = [&](const Bare& bare, std::size_t left,
                                                                 std::size_t fences) {
    if (!bare.threads.empty()) {
      Bare complete = bare;
      drop_unused_locations(complete, choices.locations);
      add_places(complete, everywhere, found);
    }
    for (const std::vector<Word>& code : codes) {
      if (count(code, false) > left || count(code, true) > fences) continue;
      Bare longer = bare;
      longer.threads.push_back(code);
      grow(longer, left - count(code, false), fences - count(code, true));
    }
  };
  grow({}, choices.most_accesses, choices.most_fences);
  return found;
}

void check_same(const Size& size, const Alternatives& alternatives,
                const std::set<std::string>& expected) {
  std::set<std::string> found, names;
  const std::vector<Test> tests = collected(ExhaustiveTests{size, alternatives});
  for (const Test& test : tests) {
    found.insert(canonical(test, false));
    names.insert(test.name);
  }
  CHECK(found.size() == tests.size());
  CHECK(names.size() == tests.size());
  CHECK(found.size() == expected.size());
  CHECK(found == expected);
}

const std::vector<std::string> weak{"R weak", "W weak"};

}  // namespace

TEST_CASE("exhaustive: two threads, two locations", "[generate]") {
  const Size size{2, 2, 0, 2};
  check_same(size, {}, all_of_threads({weak, {}, 2, 2, 0}, 2, false));
  // Of the weak programs with exactly two accesses each, the six families and others.
  CHECK(count_tests(ExhaustiveTests{size, {}}) == 110);
}

TEST_CASE("exhaustive: fences, orders, scopes and placements", "[generate]") {
  Alternatives alternatives;
  alternatives.orders = {Order::acquire, Order::release};
  alternatives.scopes = {Scope::gpu};
  alternatives.fences = {Order::sc};
  alternatives.placements = {"all"};
  check_same({2, 2, 1, 2}, alternatives,
             all_of_threads({{"R acquire.gpu", "W release.gpu"}, {"F sc.gpu"}, 2, 2, 1}, 2, true));
  alternatives.orders = {Order::relaxed};
  alternatives.scopes = {Scope::cta, Scope::sys};
  alternatives.fences = {Order::acq_rel};
  check_same({2, 2, 2, 1}, alternatives,
             all_of_threads({{"R relaxed.cta", "W relaxed.cta", "R relaxed.sys", "W relaxed.sys"},
                             {"F acq_rel.cta", "F acq_rel.sys"},
                             1,
                             2,
                             2},
                            2, true));
}

TEST_CASE("exhaustive: three locations, three threads, atomics", "[generate]") {
  check_same({2, 2, 0, 3}, {}, all_of_threads({weak, {}, 3, 2, 0}, 2, false));
  Alternatives alternatives;
  alternatives.atomics = {AtomicOp::add};
  alternatives.placements = {"all"};
  check_same({3, 1, 0, 2}, alternatives,
             all_of_threads({{"R weak", "W weak", "add relaxed.gpu"}, {}, 2, 1, 0}, 3, true));
  check_same({3, 2, 0, 1}, {}, all_of_threads({weak, {}, 1, 2, 0}, 3, false));
}

TEST_CASE("exhaustive: so many accesses on any number of threads", "[generate]") {
  check_same({std::nullopt, 4, 0, 1}, {}, all_of_total({weak, {}, 1, 4, 0}, false));
  check_same({std::nullopt, 4, 0, 2}, {}, all_of_total({weak, {}, 2, 4, 0}, false));
  Alternatives alternatives;
  alternatives.orders = {Order::weak, Order::relaxed};
  alternatives.fences = {Order::sc};
  alternatives.placements = {"all"};
  check_same(
      {std::nullopt, 3, 1, 1}, alternatives,
      all_of_total({{"R weak", "W weak", "R relaxed.gpu", "W relaxed.gpu"}, {"F sc.gpu"}, 1, 3, 1},
                   true));
}

TEST_CASE("exhaustive: regions", "[generate]") {
  Alternatives alternatives;
  alternatives.regions = {Region::global, Region::shared};
  alternatives.placements = {"cta", "gpu"};
  std::set<std::string> found;
  std::size_t shared = 0;
  const std::vector<Test> tests = collected(ExhaustiveTests{{2, 1, 0, 2}, alternatives});
  for (const Test& test : tests) {
    found.insert(canonical(test, false));
    for (const Location& location : test.program.locations) {
      shared += location.region == Region::shared ? 1U : 0U;
    }
  }
  CHECK(found.size() == tests.size());
  // One location: three programs, in two regions in one CTA, global in two. Two locations:
  // R+R, W+W and R+W, each thread with a location of its own, with 3, 3 and 4 choices of regions in
  // both placements.
  CHECK(tests.size() == 3 * 2 + 3 + 2 * (3 + 3 + 4));
  CHECK(shared == 3 + 2 * (3 + 3 + 4));
}

TEST_CASE("exhaustive: an access depends on any earlier read", "[generate]") {
  Alternatives alternatives;
  alternatives.dependencies = {DependencyKind::address, DependencyKind::data,
                               DependencyKind::control};
  // One thread, one location: R, W; RR, RW, WR, WW with 3, 4, 1, 1 ways.
  CHECK(count_tests(ExhaustiveTests{{1, 2, 0, 1}, alternatives}) == 2 + 3 + 4 + 1 + 1);
  std::set<std::string> names;
  const std::vector<Test> tests = collected(ExhaustiveTests{{1, 3, 0, 1}, alternatives});
  for (const Test& test : tests) {
    names.insert(test.name);
    opexplore::testing::check_round_trips(test);
  }
  CHECK(names.size() == tests.size());
  // The third access may depend on the first or the second.
  CHECK(names.contains("Rx-Rx-data0-Wx"));
  CHECK(names.contains("Rx-addr0-Rx-ctrl1-Wx"));
  // With one more access: RR? 3 * (5 + 7), RW? 4 * (3 + 4), WR? 1 * (3 + 4), WW? 1 * (1 + 1).
  CHECK(tests.size() == 11 + 3 * (5 + 7) + 4 * (3 + 4) + (3 + 4) + 2);
}

TEST_CASE("exhaustive: stores write numbers of their own and everything is shown", "[generate]") {
  Alternatives alternatives;
  alternatives.atomics = {AtomicOp::exch};
  for (const Test& test : collected(ExhaustiveTests{{2, 2, 0, 2}, alternatives})) {
    std::set<std::pair<LocationId, Value>> written;
    std::size_t writes = 0;
    std::size_t reads = 0;
    for (const Thread& thread : test.program.threads) {
      for (const Instruction& instruction : thread.instructions) {
        if (const auto* const store = std::get_if<Store>(&instruction.action)) {
          ++writes;
          written.emplace(test.program.addresses[store->address].location,
                          std::get<Value>(store->value));
        } else if (const auto* const atomic = std::get_if<Atomic>(&instruction.action)) {
          ++writes;
          ++reads;
          written.emplace(test.program.addresses[atomic->address].location,
                          std::get<Value>(atomic->operand));
        } else {
          ++reads;
        }
      }
    }
    CHECK(written.size() == writes);
    CHECK(test.shown == reads + test.program.locations.size());
  }
}

TEST_CASE("exhaustive: the condition is what no interleaving does", "[generate]") {
  Alternatives alternatives;
  alternatives.orders = {Order::weak, Order::acquire};
  alternatives.atomics = {AtomicOp::add};
  alternatives.dependencies = {DependencyKind::control, DependencyKind::data};
  std::size_t number = 0;
  std::size_t weaker = 0;
  for_each_test(ExhaustiveTests{{2, 2, 0, 2}, alternatives}, [&](const Test& test) {
    if (++number % 23 != 0) return true;
    CAPTURE(test.name);
    opexplore::testing::check_round_trips(test);
    std::set<Outcome> outcomes;
    for (const AnsweredOutcome& outcome : testing::explored(test).outcomes) {
      outcomes.insert(outcome.values);
    }
    CHECK(interleaved_outcomes(test) == outcomes);
    CHECK(!testing::reachable(test));
    weaker += testing::reachable(test, "ptx") ? 1U : 0U;
    return number < 8000;
  });
  CHECK(weaker > 10);
}

TEST_CASE("exhaustive: sizes that are refused", "[generate]") {
  const auto refusal = [](const Size& size, const Alternatives& alternatives = {}) -> std::string {
    try {
      count_tests(ExhaustiveTests{size, alternatives});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal({0, 2, 0, 2}) ==
        "size: there is no program of that size; threads, accesses and locations begin at 1");
  CHECK(refusal({2, 0, 0, 2}) == refusal({0, 2, 0, 2}));
  CHECK(refusal({2, 2, 0, 0}) == refusal({0, 2, 0, 2}));
  CHECK(refusal({7, 1, 0, 1}) ==
        "size: programs have at most 6 threads and 8 accesses here; ask for a smaller size, or for "
        "--random tests");
  CHECK(refusal({3, 3, 0, 1}) == refusal({7, 1, 0, 1}));
  CHECK(refusal({std::nullopt, 7, 0, 1}) == refusal({7, 1, 0, 1}));
  Alternatives barrier;
  barrier.barrier = true;
  CHECK(refusal({2, 2, 1, 1}, barrier) ==
        "size: barriers in all places would leave threads waiting for ever; leave bar out");
  Alternatives many;
  many.fences = {Order::sc, Order::acq_rel, Order::acquire, Order::release};
  many.scopes = {Scope::cta, Scope::gpu, Scope::sys};
  CHECK(refusal({2, 2, 5, 1}, many) == "size: too many sequences of fences; allow fewer fences");
}

}  // namespace opexplore::generate
