#include "tests/random/racing_programs.hpp"

#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "tests/oracle/axiomatic.hpp"
#include "tests/random/conditions.hpp"

namespace opexplore::random_programs {

namespace {

Profile guards() {
  Profile profile;
  profile.name = "guards";
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 8;
  profile.guarded = 60;
  profile.strong = 55;
  profile.synchronising = 60;
  profile.data = 15;
  profile.arithmetic = profile.branch = 0;
  return profile;
}

Profile guarded_atomics() {
  Profile profile = guards();
  profile.name = "guarded-atomics";
  profile.least_threads = 3;
  profile.most_locations = 1;
  profile.atomic = 30;
  profile.synchronising = 30;
  return profile;
}

Profile guarded_fences() {
  Profile profile = guards();
  profile.name = "guarded-fences";
  profile.fence = 30;
  profile.sc = 60;
  profile.strong = 50;
  profile.synchronising = 10;
  profile.gpu_scope = 70;
  return profile;
}

Profile guarded_barriers() {
  Profile profile = guards();
  profile.name = "guarded-barriers";
  profile.most_threads = 4;
  profile.least_instructions = 5;
  profile.most_instructions = 9;
  profile.same_cta = 80;
  profile.barrier = 20;
  return profile;
}

Profile guarded_aliases() {
  Profile profile = guards();
  profile.name = "guarded-aliases";
  profile.aliases = 60;
  profile.proxy_fence = 10;
  return profile;
}

Profile guarded_proxies() {
  Profile profile = guarded_aliases();
  profile.name = "guarded-proxies";
  profile.proxies = 60;
  profile.proxy_fence = 25;
  profile.aliases = 25;
  profile.same_cta = 60;
  return profile;
}

Profile guarded_volatiles() {
  Profile profile = guards();
  profile.name = "guarded-volatiles";
  profile.gpu_scope = 20;
  profile.annotated = 60;
  profile.fence = 20;
  profile.second_gpu = 20;
  return profile;
}

Test filtered(Test test, Random& random) {
  oracle::Limits limits;
  limits.nodes = 200'000;
  std::set<Outcome> outcomes;
  try {
    outcomes = oracle::enumerate(test, oracle::ptx75(), limits).outcomes;
  } catch (const oracle::Unsupported&) {
    return test;
  }
  if (outcomes.empty() || outcomes.begin()->empty()) return test;
  const Outcome& outcome =
      *std::next(outcomes.begin(), random.below(static_cast<unsigned>(outcomes.size())));
  const auto index = random.below(static_cast<unsigned>(outcome.size()));
  Proposition passes;
  passes.kind = Proposition::Kind::comparison;
  passes.left = ObservableIndex{static_cast<std::uint16_t>(index)};
  passes.right = outcome[index];
  passes.comparison = random.chance(75) ? Comparison::equal : Comparison::not_equal;
  test.filter = std::move(passes);
  return test;
}

// Executions that go round a loop for ever race in what they have done, but do not end.
Profile spins() {
  Profile profile = guards();
  profile.name = "spins";
  profile.same_cta = 60;
  profile.guarded = 40;
  profile.spinning = 80;
  profile.load = 45;
  return profile;
}

}  // namespace

std::span<const Profile> race_profiles() {
  static const std::array all{
      guards(),          guarded_atomics(), guarded_fences(),    guarded_barriers(),
      guarded_aliases(), guarded_proxies(), guarded_volatiles(), spins()};
  return all;
}

Test asked_differently(const Test& test, std::uint64_t seed) {
  Random random(seed);
  switch (random.below(6)) {
    case 0:
      return test;
    case 1:
      return observing(test, {});
    case 2:
      return observing(test, some_observables(test, random));
    default:
      return filtered(test, random);
  }
}

}  // namespace opexplore::random_programs
