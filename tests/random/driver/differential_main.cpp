// Long runs of machine against oracle:
//   opexplore_differential --seed S --count N --profile P --machine M
//     [--reading R] [--model ptx60|ptx75|ptx60_dat3m|ptx75_dat3m] [--limit MS]
//     [--oracle-only] [--show] [--keep-going] [--no-watch-lateness] [--no-look-ahead]
// Test number i of a profile has seed S + i. Without --profile all profiles are run. With
// --no-watch-lateness all programs that may need it run out of order from the beginning, with
// --no-look-ahead all.
#include <chrono>
#include <iostream>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/random/differential.hpp"
#include "tests/random/driver/options.hpp"
#include "tests/random/program_generator.hpp"

namespace {

using namespace opexplore;
using namespace opexplore::random_programs;
using Clock = std::chrono::steady_clock;

struct Arguments : CommonOptions {
  std::string profile;
  std::string machine = "ptx-proxy";
  std::string reading;
  std::string model;
  std::chrono::milliseconds limit{10'000};
  bool oracle_only = false;
  bool keep_going = false;
  bool no_watch_lateness = false;
  bool no_look_ahead = false;
};

oracle::Model model_of(const Arguments& arguments) {
  const std::string fallback = arguments.machine == "ptx" ? "ptx60" : "ptx75";
  const std::string name = arguments.model.empty() ? fallback : arguments.model;
  if (name == "ptx60") return oracle::ptx60();
  if (name == "ptx75") return oracle::ptx75();
  if (name == "ptx60_dat3m") return oracle::ptx60_dat3m();
  if (name == "ptx75_dat3m") return oracle::ptx75_dat3m();
  throw std::runtime_error("--model " + name + ": no such model");
}

Arguments parse(std::span<const std::string> words) {
  Arguments result;
  const auto limit = [&](const std::string& value) {
    result.limit = std::chrono::milliseconds(number_of("--limit", value));
  };
  read_options(words, with_common(result, {{"--oracle-only", &result.oracle_only},
                                           {"--keep-going", &result.keep_going},
                                           {"--no-watch-lateness", &result.no_watch_lateness},
                                           {"--no-look-ahead", &result.no_look_ahead},
                                           {"--profile", &result.profile},
                                           {"--machine", &result.machine},
                                           {"--reading", &result.reading},
                                           {"--model", &result.model},
                                           {"--limit", limit}}));
  return result;
}

// Time of the slowest test of a run, and the sum.
struct Timing {
  double total = 0, slowest = 0;
  std::uint64_t slowest_seed = 0;
  void add(double seconds, std::uint64_t seed) {
    total += seconds;
    if (seconds > slowest) slowest = seconds, slowest_seed = seed;
  }
};

SideBySide run_one(const Test& test, const Pair& pair, const Arguments& arguments) {
  if (!arguments.oracle_only) return compare(test, pair, arguments.limit);
  SideBySide result;
  try {
    result.axiomatic = oracle::outcomes(test, pair.model);
  } catch (const oracle::Unsupported& unsupported) {
    result.agreement = Agreement::unsupported;
    result.note = unsupported.what();
  }
  return result;
}

// Returns how many tests differed.
std::uint64_t run(const Profile& profile, const Pair& pair, const Arguments& arguments) {
  std::map<Agreement, std::uint64_t> counts;
  std::map<std::string, std::uint64_t> notes;
  std::uint64_t outcomes = 0;
  Timing timing;
  for (std::uint64_t i = 0; i < arguments.count; ++i) {
    const std::uint64_t seed = arguments.seed + i;
    const Test test = generate(profile, seed);
    const auto start = Clock::now();
    const SideBySide result = run_one(test, pair, arguments);
    timing.add(std::chrono::duration<double>(Clock::now() - start).count(), seed);
    ++counts[result.agreement];
    outcomes += result.axiomatic.size();
    if (!result.note.empty() && notes.size() < 20) ++notes[result.note];
    if (arguments.show) std::cout << explain(test, pair, result) << '\n';
    if (result.agreement != Agreement::different) continue;
    const Test small = minimise_difference(test, pair, arguments.limit);
    std::cout << "DIFFERENT: profile " << profile.name << " seed " << seed << '\n'
              << explain(small, pair, compare(small, pair, arguments.limit)) << std::endl;
    if (!arguments.keep_going) break;
  }
  std::cout << profile.name << ": " << counts[Agreement::equal]
            << (arguments.oracle_only ? " answered, " : " equal, ") << counts[Agreement::different]
            << " different, " << counts[Agreement::refused] << " refused, "
            << counts[Agreement::undecided] << " undecided, " << counts[Agreement::unsupported]
            << " unsupported; " << outcomes << " outcomes of the oracle; " << timing.total
            << " s, slowest " << timing.slowest << " s (seed " << timing.slowest_seed << ")"
            << std::endl;
  for (const auto& [note, count] : notes) std::cout << "  " << count << " x " << note << '\n';
  return counts[Agreement::different];
}

// All profiles, or the one that is named. Returns how many tests differed.
std::uint64_t run(const Arguments& arguments) {
  Pair pair{arguments.machine, arguments.reading, model_of(arguments)};
  pair.options.watch_lateness = !arguments.no_watch_lateness;
  pair.options.look_ahead = !arguments.no_look_ahead;
  if (!arguments.profile.empty() && find_profile(arguments.profile) == nullptr) {
    throw std::runtime_error("--profile " + arguments.profile + ": no such profile");
  }
  std::uint64_t different = 0;
  for (const Profile& profile : profiles()) {
    if (arguments.profile.empty() || arguments.profile == profile.name) {
      different += run(profile, pair, arguments);
    }
  }
  return different;
}

}  // namespace

int main(int count, char** words) {
  return run_driver("opexplore_differential", {words + 1, words + count},
                    [](std::span<const std::string> options) { return run(parse(options)); });
}
