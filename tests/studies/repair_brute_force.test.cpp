// The cheapest changes of generated programs against what trying every one gives, and the argument
// that the search rests on: what is stronger makes no other outcome possible.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "answers/machine_choice.hpp"
#include "explorer/search/goal_directed.hpp"
#include "litmus/generate/random_program.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/results/answer.hpp"
#include "studies/repair/fix.hpp"
#include "tests/catch.hpp"
#include "tests/random/asynchronous_comparison.hpp"
#include "tests/random/asynchronous_programs.hpp"
#include "tests/studies/repair_cases.hpp"

namespace opexplore::testing {

using namespace repair;
using random_programs::Random;

namespace {

std::set<Outcome> outcomes_of(const std::string& machine, const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  const Answer answer = explored_with(chosen_machine(machine, {}), test, options);
  REQUIRE(answer.coverage.complete());
  std::set<Outcome> outcomes;
  for (const AnsweredOutcome& outcome : answer.outcomes) outcomes.insert(outcome.values);
  return outcomes;
}

// The generated test with a question: whether an outcome is reached that no interleaving has.
std::optional<Test> with_weak_outcome(const Test& test, const std::string& machine) {
  const std::set<Outcome> interleaved = outcomes_of("sc", test);
  for (const Outcome& outcome : outcomes_of(machine, test)) {
    if (interleaved.contains(outcome)) continue;
    return asking_for(test, outcome);
  }
  return std::nullopt;
}

bool reaches(const ChosenMachine& machine, const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  const Answer answer = explored_with(machine, test, options);
  REQUIRE(answer.coverage.complete());
  return std::ranges::any_of(answer.outcomes, [&](const AnsweredOutcome& outcome) {
    return decides(test, outcome.values);
  });
}

std::size_t assignments_of(const std::vector<Point>& points) {
  std::size_t product = 1;
  for (const Point& point : points) product *= point.levels.size();
  return product;
}

// The next one in the order of an odometer; false behind the last.
bool advance(const std::vector<Point>& points, Assignment& levels) {
  for (std::size_t p = 0; p < levels.size(); ++p) {
    if (++levels[p] < points[p].levels.size()) return true;
    levels[p] = 0;
  }
  return false;
}

// All that forbid it, by price.
std::map<Price, std::set<Assignment>> tried(const FixAnswer& answer, const FixQuestion& question) {
  const SearchQuestion search = search_question(answer, question);
  std::map<Price, std::set<Assignment>> enough;
  Assignment levels(answer.points.size());
  do {
    const Changed program = changed(answer.property.asked, answer.points, levels);
    Test test = answer.property.asked;
    test.program = program.test.program;
    if (!reaches(question.machine, test)) enough[price_of(search, levels)].insert(levels);
  } while (advance(answer.points, levels));
  return enough;
}

// Those that have no other of them within.
std::set<Assignment> least(const std::vector<Point>& points, const std::set<Assignment>& all) {
  std::set<Assignment> result;
  for (const Assignment& one : all) {
    if (std::ranges::none_of(all, [&](const Assignment& other) {
          return other != one && within(points, other, one);
        })) {
      result.insert(one);
    }
  }
  return result;
}

// A question with few points, so that all of its assignments can be tried.
FixQuestion small_question(Random& random, const std::string& machine) {
  FixQuestion question = fix_question(random.chance(30) ? Task::optimise : Task::repair, machine);
  question.condition_only = true;
  question.moves.accesses = random.chance(60);
  question.moves.fences = !question.moves.accesses || random.chance(60);
  question.moves.one_sided = random.chance(20);
  question.moves.allow_weak = random.chance(50);
  if (question.task == Task::repair && random.chance(20)) {
    question.preference = Preference::edits;
  }
  return question;
}

// Leaves six points at most, and not more assignments than are worth a moment.
bool made_small(const Test& test, Random& random, FixQuestion& question, std::size_t most) {
  for (int left = 30; left > 0; --left) {
    const std::vector<Point> points = unanswered(test, question).points;
    if (points.size() < 2) return false;
    if (points.size() <= 6 && assignments_of(points) <= most) return true;
    const Point& kept = points[random.below(static_cast<unsigned>(points.size()))];
    const Instruction& there = test.program.threads[kept.thread].instructions[kept.instruction];
    question.moves.keep.push_back({kept.thread, there.place.line});
  }
  return false;
}

struct Compared {
  std::size_t programs = 0, mended = 0;
};

// Compares the search with trying everything on so many programs.
Compared compare_with_trying(std::size_t wanted, std::uint64_t seed, std::size_t most) {
  const std::vector<std::string> profiles{"basic",   "three-threads", "load-buffering", "sc-fences",
                                          "proxies", "aliases",       "atomics"};
  const std::vector<std::string> machines{"ptx-proxy", "ptx", "ptx-proxy:ptx-reading=dat3m"};
  Compared compared;
  for (; compared.programs < wanted; ++seed) {
    Random random(seed);
    const std::string machine = machines[random.chance(60) ? 0 : 1 + random.below(2)];
    const auto* const profile = random_programs::find_profile(profiles[seed % profiles.size()]);
    REQUIRE(profile != nullptr);
    const Test generated = random_programs::generate(*profile, seed);
    FixQuestion question = small_question(random, machine);
    if (refusal_of(generated, question)) continue;
    const auto test = with_weak_outcome(generated, machine);
    if (!test || !made_small(*test, random, question, most)) continue;
    ++compared.programs;
    INFO("seed " << seed << " on " << machine << '\n' << random_programs::to_litmus(*test));
    FixAnswer answer = fix(*test, question);
    const auto enough = tried(answer, question);
    const std::set<Assignment> found(answer.search.found.begin(), answer.search.found.end());
    CHECK(answer.disagreement.empty());
    if (enough.empty()) {
      CHECK(found.empty());
      CHECK((answer.conclusion == Conclusion::no_change));
      continue;
    }
    ++compared.mended;
    CHECK(found == least(answer.points, enough.begin()->second));
    CHECK(is_covered(search_question(answer, question), answer.search));
    question.all_minimal = true;
    std::set<Assignment> all;
    for (const auto& [price, assignments] : enough)
      all.insert(assignments.begin(), assignments.end());
    answer = fix(*test, question);
    CHECK(std::set<Assignment>(answer.search.found.begin(), answer.search.found.end()) ==
          least(answer.points, all));
  }
  return compared;
}

// Raises a point of a random assignment, and compares what the two programs can do.
std::size_t strengthen(std::size_t wanted, std::uint64_t seed) {
  const std::vector<std::string> profiles{"basic",   "three-threads", "load-buffering", "sc-fences",
                                          "proxies", "aliases",       "atomics",        "barriers"};
  const std::vector<std::string> machines{"ptx-proxy", "ptx", "ptx-proxy:ptx-reading=dat3m"};
  std::size_t done = 0;
  for (; done < wanted; ++seed) {
    Random random(seed);
    const std::string machine = machines[random.chance(70) ? 0 : 1 + random.below(2)];
    const auto* const profile = random_programs::find_profile(profiles[seed % profiles.size()]);
    const Test test = random_programs::generate(*profile, seed);
    FixQuestion question = fix_question(Task::optimise, machine);
    question.moves.one_sided = question.moves.allow_weak = true;
    if (refusal_of(test, question)) continue;
    const std::vector<Point> points = unanswered(test, question).points;
    if (points.empty()) continue;
    Assignment low = assignment_now(points);
    for (std::size_t p = 0; p < points.size(); ++p) {
      if (random.chance(20))
        low[p] =
            static_cast<std::uint8_t>(random.below(static_cast<unsigned>(points[p].levels.size())));
    }
    Assignment high = low;
    const std::size_t p = random.below(static_cast<unsigned>(points.size()));
    high[p] =
        static_cast<std::uint8_t>(random.below(static_cast<unsigned>(points[p].levels.size())));
    if (high == low || !within(points, low, high)) continue;
    ++done;
    const std::set<Outcome> weak = outcomes_of(machine, changed(test, points, low).test);
    const std::set<Outcome> strong = outcomes_of(machine, changed(test, points, high).test);
    INFO("seed " << seed << " on " << machine << '\n' << random_programs::to_litmus(test));
    CHECK(std::ranges::includes(weak, strong));
  }
  return done;
}

bool asks_undefined(const Test& test, const Observable& observable) {
  const auto* const term = std::get_if<LocationTerm>(&observable);
  return term != nullptr && test.program.addresses[term->address].name == "undef";
}

// What the machine says of an asynchronous program; nothing where some execution has no meaning.
std::optional<std::set<Outcome>> meaning_of(const Test& test, const Answer& answer) {
  std::set<Outcome> outcomes;
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    for (std::size_t i = 0; i < outcome.values.size(); ++i) {
      if (asks_undefined(test, test.observables[i]) && outcome.values[i] == 1) return std::nullopt;
    }
    outcomes.insert(outcome.values);
  }
  return answer.races ? std::nullopt : std::optional(outcomes);
}

struct Strengthened {
  std::size_t compared = 0, changed = 0, undefined = 0;
};

// The same of random asynchronous programs, under all readings. What has no meaning may do
// anything, and what is stronger has one where the weaker one has.
Strengthened strengthen_asynchronous(std::size_t wanted, std::uint64_t seed) {
  Strengthened count;
  for (; count.compared < wanted; ++seed) {
    Random random(seed);
    const Test test = random_programs::random_asynchronous(seed);
    const auto readings = random_programs::asynchronous_readings(seed);
    const auto& reading = readings[random.below(static_cast<unsigned>(readings.size()))];
    FixQuestion question = fix_question(Task::optimise, "ptx-async");
    question.moves.one_sided = question.moves.allow_weak = true;
    question.machine.options.settings["async-reading"] = reading.bundle;
    if (!reading.turned.empty()) question.machine.options.settings["async-switch"] = reading.turned;
    const std::vector<Point> points = unanswered(test, question).points;
    if (points.empty()) continue;
    const auto any_level = [&](std::size_t p) {
      return static_cast<std::uint8_t>(
          random.below(static_cast<unsigned>(points[p].levels.size())));
    };
    Assignment low = assignment_now(points);
    for (std::size_t p = 0; p < points.size(); ++p) {
      if (random.chance(10)) low[p] = any_level(p);
    }
    Assignment high = low;
    for (int raised = 0; raised < 3; ++raised) {
      const std::size_t p = random.below(static_cast<unsigned>(points.size()));
      high[p] = any_level(p);
    }
    if (high == low || !within(points, low, high)) continue;
    ExploreOptions options;
    options.threads = 1;
    options.max_states = 600;
    options.machine = question.machine.options;
    const auto explored = [&](const Assignment& levels) {
      return question.machine.entry->explore(changed(test, points, levels).test, options);
    };
    const Answer weak = explored(low), strong = explored(high);
    if (!weak.coverage.complete() || !strong.coverage.complete()) continue;
    ++count.compared;
    const auto may = meaning_of(test, weak), does = meaning_of(test, strong);
    count.undefined += may ? 0 : 1;
    if (!may) continue;
    INFO("seed " << seed << " under " << reading.bundle << ' ' << reading.turned << '\n'
                 << write(changed(test, points, low).test) << "becomes\n"
                 << write(changed(test, points, high).test));
    REQUIRE(does);
    CHECK(std::ranges::includes(*may, *does));
    count.changed += *may == *does ? 0 : 1;
  }
  return count;
}

}  // namespace

TEST_CASE("repair: the search finds what trying every change finds", "[repair]") {
  const Compared compared = compare_with_trying(40, 1, 400);
  CHECK(compared.mended > 10);
}

TEST_CASE("repair: the same on more and larger programs", "[.][repair-all]") {
  const Compared compared = compare_with_trying(300, 10'000, 1000);
  WARN(compared.programs << " programs, " << compared.mended << " mended");
}

TEST_CASE("repair: what is stronger makes no other outcome possible", "[repair]") {
  CHECK(strengthen(400, 1) == 400);
}

TEST_CASE("repair: nor does it in asynchronous programs", "[repair][async]") {
  const Strengthened count = strengthen_asynchronous(100, 1);
  CHECK(count.changed > 0);
}

TEST_CASE("repair: the same of many more asynchronous programs", "[.][repair-monotone-async]") {
  const Strengthened count = strengthen_asynchronous(20'000, 100'000);
  WARN(count.compared << " pairs, of which " << count.changed << " differ, and " << count.undefined
                      << " begin without a meaning");
}

TEST_CASE("repair: the same of many more", "[.][repair-monotone]") {
  CHECK(strengthen(100'000, 100'000) == 100'000);
}

}  // namespace opexplore::testing
